"""What a move would bring in Tammany Hall: for whom a hint is too little without its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from twohalls.games.tammany import rules
from twohalls.games.tammany.board import BONUS_CUBE, BONUS_FAVOR, COLOURS, TAMMANY_HALL, WARDS
from twohalls.games.tammany.page.terms import Terms
from twohalls.games.tammany.rules import NCOLOURS, YEARS_A_TERM, Phase
from twohalls.games.tammany.words import bid_of
from twohalls.kernel.state import State
from twohalls.kernel.table import View
from twohalls.kernel.words import pairs, parts
from twohalls.kit.i18n import NTranslate, Translate


def brings(view: View, line: str, _: Translate, ngettext: NTranslate) -> list[str]:
    """What a legal line would bring whoever says it, the most telling first."""
    assert view.seat is not None
    verb, words = parts(line)
    before = view.known.copy()
    after = before
    if before.phase != Phase.BID:
        after = before.copy()
        for action in view.game.words.read(before, line):
            view.game.rules.apply(after, action)
    change = Change(before, after, view.seat - 1, Terms(_, ngettext, view.names))
    return list(_BRINGS[verb](change, words, line))


@dataclass(frozen=True)
class Change:
    """A position before and after a line, as who says it sees them."""

    before: State
    after: State
    me: int
    terms: Terms

    def rival(self, s: State, ward: int) -> tuple[int, int | None]:
        """The most bosses another has in a ward, and one who has them."""
        most, who = 0, None
        for other in range(s.players):
            if other != self.me and s.bosses[ward][other] > most:
                most, who = s.bosses[ward][other], other
        return most, who

    def leads(self, s: State, ward: int) -> bool:
        """Whether one has more bosses in a ward than anyone else."""
        return bool(s.bosses[ward][self.me] > self.rival(s, ward)[0])

    def name(self, seat: int) -> str:
        return self.terms.name(seat + 1)

    def chips_in(self, s: State, seat: int, ward: int) -> dict[str, int]:
        """The chips that a seat could bid in a ward."""
        return {
            colour: s.favors[seat][number]
            for number, colour in enumerate(COLOURS)
            if s.cubes[ward][number] and s.favors[seat][number]
        }


Brings = Callable[[Change, Sequence[str], str], Iterator[str]]


# --- Wards -----------------------------------------------------------------------------------


def _standing(change: Change, ward: int) -> Iterator[str]:
    """How a ward stands for who says the line, if that is otherwise than before."""
    _, before, after = change.terms.gettext, change.before, change.after
    most, who = change.rival(after, ward)
    mine = after.bosses[ward][change.me]
    if change.leads(after, ward) and not change.leads(before, ward) and who is not None:
        yield _("You then have the most bosses in Ward {ward}.").format(ward=WARDS[ward])
    elif who is not None and mine == most and before.bosses[ward][change.me] < mine:
        text = _("You then have as many bosses in Ward {ward} as {name}.")
        yield text.format(ward=WARDS[ward], name=change.name(who))


def _boss(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    _, after, me = change.terms.gettext, change.after, change.me
    ward = WARDS.index(int(words[0]))
    most, who = change.rival(after, ward)
    mine = after.bosses[ward][me]
    yield from _standing(change, ward)
    if mine == 1:
        yield from _prize(change, ward)
    if who is None and mine == 1:
        yield _("Nobody else has a boss in Ward {ward}.").format(ward=words[0])
    if mine == 2 and _may_be_slandered(change, ward):
        text = _("Your boss in Ward {ward} is no longer alone: one slander cannot drive you out.")
        yield text.format(ward=words[0])
    chips = change.chips_in(after, me, ward)
    if chips:
        text = _("You can bid there in the election: {chips}.")
        yield text.format(chips=change.terms.all_chips(chips))
    if mine > most:
        yield _("It strengthens your lead in Ward {ward}.").format(ward=words[0])
    elif who is not None:
        text = _("It brings you nearer to {name} in Ward {ward}.")
        yield text.format(name=change.name(who), ward=words[0])


def _prize(change: Change, ward: int) -> Iterator[str]:
    """What a ward brings beside a point."""
    _ = change.terms.gettext
    if ward == TAMMANY_HALL:
        yield _("Ward {ward} with Tammany Hall scores two points.").format(ward=WARDS[ward])
    elif BONUS_FAVOR[ward]:
        yield _("Whoever wins Ward {ward} takes a chip of any colour.").format(ward=WARDS[ward])
    elif BONUS_CUBE[ward]:
        yield _("Whoever wins Ward {ward} settles a cube of any people.").format(ward=WARDS[ward])


def _may_be_slandered(change: Change, ward: int) -> bool:
    """Whether somebody who stands in a ward could slander there this term."""
    s = change.after
    return any(
        s.bosses[ward][other] and s.slanders[other] and not s.slandered[other]
        for other in range(s.players)
        if other != change.me and s.year >= YEARS_A_TERM
    )


def _lock(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    _, ward = change.terms.gettext, WARDS.index(int(words[0]))
    if change.leads(change.after, ward):
        yield _("Nobody can touch your lead in Ward {ward} before the election.").format(
            ward=words[0]
        )
    yield _("Nobody else can come into Ward {ward} before the election.").format(ward=words[0])


# --- Cubes and chips -------------------------------------------------------------------------


def _most_chips(change: Change, colour: int) -> Iterator[str]:
    """Chips gained, and whether one then has the most of them."""
    _, terms, me = change.terms.gettext, change.terms, change.me
    had, has = change.before.favors[me][colour], change.after.favors[me][colour]
    if has > had:
        others = max(
            change.after.favors[other][colour]
            for other in range(change.after.players)
            if other != me
        )
        if has > others >= had:
            text = _("You then have the most chips of a people: {people}.")
            yield text.format(people=terms.people(COLOURS[colour]))
        yield from _where_they_count(change, colour)
        yield _("It brings you {chips}.").format(chips=terms.chips(COLOURS[colour], has - had))


def _where_they_count(change: Change, colour: int) -> Iterator[str]:
    s = change.after
    wards = [
        WARDS[ward]
        for ward in range(s.active)
        if s.bosses[ward][change.me] and s.cubes[ward][colour]
    ]
    if wards:
        text = change.terms.gettext(
            "The chip you gain is a vote in {wards}, where you have bosses."
        )
        yield text.format(wards=change.terms.wards(wards))


def _arrives(change: Change, colour: int, ward: int) -> Iterator[str]:
    """A cube more in a ward: whose chips count there now, and what the ward is worth."""
    _, terms, me = change.terms.gettext, change.terms, change.me
    chips = change.after.favors[me][colour]
    if change.after.bosses[ward][me] and chips and not change.before.cubes[ward][colour]:
        text = _("You can then bid more in Ward {ward}: {chips}.")
        yield text.format(ward=WARDS[ward], chips=terms.chips(COLOURS[colour], chips))
    if change.leads(change.after, ward):
        text = _("Ward {ward}, where you have the most bosses, gains {cube}.")
        yield text.format(ward=WARDS[ward], cube=terms.a_cube(COLOURS[colour]))


def _leaves(change: Change, colour: int, ward: int) -> Iterator[str]:
    """A cube less in a ward: who can bid less there, or gains less by it."""
    _, s = change.terms.gettext, change.after
    rivals = [
        other
        for other in range(s.players)
        if other != change.me and s.bosses[ward][other] and s.favors[other][colour]
    ]
    if rivals and not s.cubes[ward][colour]:
        richest = max(rivals, key=lambda other: s.favors[other][colour])
        chips = change.terms.chips(COLOURS[colour], s.favors[richest][colour])
        text = _("{name} can then no longer bid {chips} in Ward {ward}.")
        yield text.format(name=change.name(richest), ward=WARDS[ward], chips=chips)
    most, who = change.rival(s, ward)
    if who is not None and most > s.bosses[ward][change.me]:
        text = _("It leaves {name} less to win in Ward {ward}.")
        yield text.format(name=change.name(who), ward=WARDS[ward])


def _cube(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    colour, ward = COLOURS.index(words[0]), WARDS.index(int(words[1]))
    yield from _arrives(change, colour, ward)
    yield from _most_chips(change, colour)


def _arrest(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    yield from _leaves(change, COLOURS.index(words[0]), WARDS.index(int(words[1])))


def _move(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    colour = COLOURS.index(words[0])
    yield from _arrives(change, colour, WARDS.index(int(words[2])))
    yield from _leaves(change, colour, WARDS.index(int(words[1])))


def _favor(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    yield from _most_chips(change, COLOURS.index(words[0]))


# --- Slander ---------------------------------------------------------------------------------


def _slander(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    yield from _sent_home(change, int(words[0]) - 1, WARDS.index(int(words[1])))


def _spread(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    yield from _sent_home(change, change.before.slander_target, WARDS.index(int(words[0])))


def _sent_home(change: Change, target: int, ward: int) -> Iterator[str]:
    _, s, name = change.terms.gettext, change.after, change.name(target)
    yield from _standing(change, ward)
    if not s.bosses[ward][target]:
        yield _("It drives {name} out of Ward {ward}.").format(name=name, ward=WARDS[ward])
    years_left = YEARS_A_TERM - 1 - s.year % YEARS_A_TERM
    if not years_left and _comes_before(s, target, change.me):
        text = _("{name} has no turn left before the election to come back.")
        yield text.format(name=name)
    yield _("It weakens {name} in Ward {ward}.").format(name=name, ward=WARDS[ward])


def _comes_before(s: State, one: int, other: int) -> bool:
    return bool((one - s.first) % s.players < (other - s.first) % s.players)


def _end(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    s = change.before
    if rules.may_slander(s) and any(
        rules.slanders_of(s, target) for target in range(s.players) if target != change.me
    ):
        yield change.terms.gettext("You keep your slander chip: it can hurt more later.")


# --- Elections -------------------------------------------------------------------------------


def _bid(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    """What a bid can win against the most that the others can bid."""
    _, s, me = change.terms.gettext, change.before, change.me
    chips = sum(bid_of(line).values())
    votes = s.bosses[s.ward][me] + chips
    rivals = {
        other: s.bosses[s.ward][other] + sum(change.chips_in(s, other, s.ward).values())
        for other in range(s.players)
        if other != me and s.bosses[s.ward][other]
    }
    strongest = max(rivals, key=lambda other: rivals[other])
    ward = WARDS[s.ward]
    if votes > rivals[strongest]:
        if not chips:
            yield _("You win Ward {ward} without a chip.").format(ward=ward)
        elif votes == rivals[strongest] + 1:
            yield _("The fewest chips that win Ward {ward} for certain.").format(ward=ward)
        else:
            yield _("Nobody can outbid that in Ward {ward}.").format(ward=ward)
        return
    short = votes - s.bosses[s.ward][strongest]
    if short > 0:
        text = change.terms.ngettext(
            "{name} has to bid at least {count} chip to keep you from Ward {ward}.",
            "{name} has to bid at least {count} chips to keep you from Ward {ward}.",
            short,
        )
        yield text.format(name=change.name(strongest), count=short, ward=ward)
    yield from _chips_for_later(change, chips)


def _chips_for_later(change: Change, spent: int) -> Iterator[str]:
    """Wards still to vote where the chips one keeps are votes."""
    s, me = change.before, change.me
    wards = [
        WARDS[ward]
        for ward in range(s.ward + 1, s.active)
        if s.bosses[ward][me]
        and change.rival(s, ward)[0]
        and any(s.cubes[ward][colour] and s.favors[me][colour] for colour in range(NCOLOURS))
    ]
    if wards and not spent:
        text = change.terms.gettext("You keep your chips for {wards}.")
        yield text.format(wards=change.terms.wards(wards))


def _appoint(change: Change, words: Sequence[str], line: str) -> Iterator[str]:
    """What the most dangerous of the others gets."""
    given = {int(seat) - 1: office for seat, office in pairs(words)}
    leader = max(given, key=lambda seat: change.before.score[seat])
    text = change.terms.gettext("{name}, who has the most points of the others, gets: {office}.")
    yield text.format(name=change.name(leader), office=change.terms.office(given[leader]))


_BRINGS: dict[str, Brings] = {
    "boss": _boss,
    "cube": _cube,
    "end": _end,
    "favor": _favor,
    "arrest": _arrest,
    "lock": _lock,
    "move": _move,
    "slander": _slander,
    "spread": _spread,
    "bid": _bid,
    "settle": _cube,
    "appoint": _appoint,
}
