"""The one random generator."""

from collections import Counter

from twohalls.kernel import chance


def test_a_seed_gives_the_same_numbers_again():
    one, two, other = (chance.generator(seed) for seed in (7, 7, 8))
    numbers = [[chance.draw(rng, 1000) for _ in range(50)] for rng in (one, two, other)]
    assert numbers[0] == numbers[1] != numbers[2]


def test_without_a_seed_generators_differ():
    assert chance.generator() != chance.generator()


def test_draws_are_even():
    rng = chance.generator(1)
    drawn = Counter(chance.draw(rng, 7) for _ in range(70_000))
    assert drawn.keys() == set(range(7))
    assert all(abs(count - 10_000) < 500 for count in drawn.values())


def test_weighted_draws_are_as_likely_as_their_weights():
    rng = chance.generator(2)
    drawn = Counter(chance.draw_weighted(rng, [1, 0, 3, 6], 4) for _ in range(40_000))
    assert drawn[1] == 0
    assert abs(drawn[0] - 4_000) < 400
    assert abs(drawn[2] - 12_000) < 600
    assert abs(drawn[3] - 24_000) < 600
