"""What the rules tell: enough to follow a game without its lines, and always what is so."""

import random
from collections import Counter
from typing import Any

import pytest
from tests.games.tammany.position import player, position, say
from tests.tables import TABLES, Taste, wander

import twohalls
from twohalls.games.tammany import events
from twohalls.games.tammany.board import COLOURS, WARDS
from twohalls.games.tammany.events import (
    BidOpened,
    BossesSentHome,
    BossPlaced,
    ChipPoints,
    ChipsGained,
    ChipsPaid,
    CubeArrested,
    CubeMoved,
    CubePlaced,
    CubesArrived,
    CubeSettled,
    ElectionBegun,
    GameWon,
    LeaderFound,
    LocksOff,
    MayorFound,
    MayorPoints,
    OfficeGiven,
    PointsScored,
    Slandered,
    SlanderPoints,
    SlanderSpread,
    TermBegun,
    TurnEnded,
    WardDecided,
    WardEmpty,
    WardLocked,
    WardPoints,
    WardUnopposed,
    WardVoted,
    YearBegun,
    ZoneOpened,
)
from twohalls.games.tammany.rules import Phase
from twohalls.kernel.events import Event

GAME = twohalls.find_game("tammany")
TABLES_HERE = [(players, options) for name, players, options in TABLES if name == "tammany"]


class Ledger:
    """A table kept by what is told alone."""

    def __init__(self, players: int) -> None:
        self.score = Counter[int]()
        self.chips = Counter[tuple[int, str]]()
        self.bosses = Counter[tuple[int, int]]()
        self.cubes = Counter[tuple[int, str]]()
        self.garden = Counter[str]()
        self.winner: dict[int, int | None] = {}
        self.office: dict[int, str] = {}
        self.leads: set[tuple[int, str]] = set()
        self.locked: set[int] = set()
        self.slanders = Counter(dict.fromkeys(range(1, players + 1), 3))
        self.mayor: int | None = None
        self.first = self.year = self.term = 0
        self.won: GameWon | None = None

    def hear(self, event: Event) -> None:
        match event:
            case PointsScored(seat, points):
                self.score[seat] += points
            case ChipsGained(seat, colour, chips):
                self.chips[seat, colour] += chips
            case ChipsPaid(seat, colour, chips):
                self.chips[seat, colour] -= chips
            case BossPlaced(seat, ward):
                self.bosses[ward, seat] += 1
            case BossesSentHome(seat, ward, bosses):
                self.bosses[ward, seat] -= bosses
            case ZoneOpened(_, cubes):
                self.cubes.update((ward, colour) for ward, colour in cubes.items())
            case CubesArrived(cubes):
                self.garden.update(cubes)
            case CubePlaced(_, colour, ward):
                self.garden[colour] -= 1
                self.cubes[ward, colour] += 1
            case CubeSettled(_, colour, ward, _):
                self.cubes[ward, colour] += 1
            case CubeArrested(_, colour, ward):
                self.cubes[ward, colour] -= 1
            case CubeMoved(_, colour, source, target):
                self.cubes[source, colour] -= 1
                self.cubes[target, colour] += 1
            case WardDecided(ward, winner):
                self.winner[ward] = winner
            case _:
                self.hear_of_offices(event)

    def hear_of_offices(self, event: Event) -> None:
        match event:
            case ElectionBegun(_, cubes):
                self.garden.subtract(cubes)
                self.winner, self.leads = {}, set()
            case LeaderFound(seat, colour, _, _):
                self.leads.add((seat, colour))
            case MayorFound(mayor, _, _, _):
                self.mayor, self.office = mayor, {}
                if mayor:
                    self.office[mayor] = "mayor"
            case OfficeGiven(seat, office):
                self.office[seat] = office
            case WardLocked(_, ward):
                self.locked.add(ward)
            case LocksOff(wards):
                assert set(wards) == self.locked
                self.locked = set()
            case Slandered(seat, _, _, _):
                self.slanders[seat] -= 1
            case TermBegun(term, first):
                self.term, self.first = term, first
            case YearBegun(year):
                self.year = year
            case GameWon():
                self.won = event

    def check(self, shown: dict[str, Any]) -> None:
        assert (self.year or 1, self.mayor) == (shown["year"], shown["mayor"])
        assert self.first == (shown["first_player"] or 0)
        for colour in COLOURS:
            assert self.garden[colour] == shown["garden"][colour]
        for ward, here in ((ward, shown["wards"][str(ward)]) for ward in WARDS):
            assert {c: self.cubes[ward, c] for c in COLOURS} == here["cubes"]
            assert {s: self.bosses[ward, int(s)] for s in here["bosses"]} == here["bosses"]
            assert (ward in self.locked) == here["locked"]
            assert self.winner.get(ward) == here["winner"]
        for one in shown["players"]:
            seat = one["seat"]
            assert self.score[seat] == one["score"]
            assert {c: self.chips[seat, c] for c in COLOURS} == one["favors"]
            assert self.slanders[seat] == one["slander_chips"]
            assert self.office.get(seat) == one["office"]
            if not self.in_election(shown):
                assert [c for c in COLOURS if (seat, c) in self.leads] == one["leads"]

    def in_election(self, shown: dict[str, Any]) -> bool:
        """T6: boxes are held until the next leaders are found."""
        return shown["phase"] in ("bid", "settle", "favor")


@pytest.mark.parametrize(("players", "options"), TABLES_HERE)
def test_whole_games_can_be_followed_by_what_is_told_alone(players, options):
    for seed in range(4):
        state = GAME.new_state(players, GAME.options(options))
        ledger = Ledger(players)
        for now, line in wander(GAME, state, Taste(GAME, seed)):
            if now.phase != Phase.BID:
                ledger.check(GAME.sight(GAME.rules, now, None, False))
            if line:
                checked = GAME.check(now, line.partition(" ")[2])
                assert checked.events, line
                for event in checked.events:
                    ledger.hear(event)
        points, won = [0] * players, [0] * players
        GAME.rules.result(now, points, won)
        assert ledger.won is not None
        assert ledger.won.points == tuple(points)
        assert ledger.won.winners == tuple(seat for seat, w in enumerate(won, 1) if w)


def told(table: twohalls.Table, *kinds: type[Event]) -> list[Any]:
    """What the last line of a seat brought, of some kinds."""
    *_, last = (line for line in table.lines if line.seat)
    return [event for event in last.events if isinstance(event, kinds or Event)]


def test_a_cube_and_the_chip_that_it_brings_are_told():
    table = say(position("14 ie"), "1 cube german 14")
    assert told(table) == [CubePlaced(1, "german", 14), ChipsGained(1, "german", 1)]


def test_t20_a_chip_that_is_not_there_is_not_told():
    table = say(position("14 ie; supply german=0"), "1 cube german 14")
    assert told(table) == [CubePlaced(1, "german", 14)]


def test_a_slander_tells_what_was_paid_and_who_went_home():
    table = position("favors red german=3; 8 red yellow de; 14 red yellow de")
    say(table, "1 slander 2 8 german")
    home = BossesSentHome(2, 8, 1)
    assert told(table) == [Slandered(1, 2, 8, "german"), ChipsPaid(1, "german", 1), home]
    say(table, "1 spread 14")
    home = BossesSentHome(2, 14, 1)
    assert told(table) == [SlanderSpread(1, 2, 14, "german"), ChipsPaid(1, "german", 2), home]


def test_a_vote_tells_bosses_bids_votes_and_winner_and_who_goes_home():
    table = position(
        "year 8; 6 red2 yellow3 en ie; 14 red yellow en; vote;"
        "favors red english=2 irish=2 yellow english=2 italian=3"
    )
    say(table, "1 bid 6 irish=1 english=2", "2 bid 6 english=1")
    first, last = table.lines[-2:]
    assert first.events == (BidOpened(1, 6, {"irish": 1, "english": 2}),)
    assert last.events == (
        BidOpened(2, 6, {"english": 1}),
        WardVoted(
            6,
            1,
            {1: 2, 2: 3},
            {1: {"irish": 1, "english": 2}, 2: {"english": 1}},
            {1: 5, 2: 4},
            {"irish": 1, "english": 1},
        ),
        ChipsPaid(1, "irish", 1),
        ChipsPaid(1, "english", 2),
        ChipsPaid(2, "english", 1),
        BossesSentHome(1, 6, 1),
        BossesSentHome(2, 6, 3),
    )


def test_a_tied_ward_has_no_winner_and_no_boss_stays():
    table = position("year 8; 6 red yellow en; 14 red yellow en; vote")
    say(table, "1 bid 6 0", "2 bid 6 0")
    vote, *home = told(table, WardVoted, BossesSentHome)
    assert (vote.winner, vote.votes, vote.bids) == (None, {1: 1, 2: 1}, {})
    assert home == [BossesSentHome(1, 6, 1), BossesSentHome(2, 6, 1)]


def test_wards_with_one_player_or_none_are_told_as_such():
    table = position("year 4; 2 en; 6 red2 en; 7 red yellow en; vote")
    say(table, "1 bid 7 0", "2 bid 7 0")
    assert told(table, WardUnopposed) == [WardUnopposed(6, 1, {1: 2})]
    assert WardEmpty(14, None) in told(table, WardEmpty)


def test_t15_leaders_are_told_with_the_chips_they_really_got():
    text = "year 8; first yellow; 6 red de; 8 yellow de; 3 red yellow; supply german=3; vote"
    table = say(position(text), "1 bid 3 0", "2 bid 3 0")
    assert told(table, LeaderFound) == [
        LeaderFound(2, "german", 1, 2),
        LeaderFound(1, "german", 1, 1),
    ]
    assert player(table, 2)["favors"]["german"] == 2


@pytest.mark.parametrize(
    ("favors", "mayor", "decided"),
    [
        ("red irish=2 yellow irish=1", 1, "chips"),
        ("red german=1 yellow irish=1", 2, "irish"),
        ("red english=1 yellow german=1", 1, "english"),
        ("red italian=1 yellow german=1", 2, "german"),
        ("red german=1 yellow german=1", None, "tied"),
    ],
)
def test_which_tie_break_made_the_mayor_is_told(favors, mayor, decided):
    table = position(f"year 8; 3 black yellow; 5 red; 8 yellow; supply; favors {favors}; vote")
    say(table, "2 bid 3 0", "3 bid 3 0")
    [found] = told(table, MayorFound)
    assert (found.mayor, found.decided, found.most_wards) == (mayor, decided, (1, 2))
    assert found.wards == {1: 1, 2: 1}


def test_t16_a_sitting_mayor_who_stays_is_told_with_the_points():
    table = position("year 8; office black=mayor red=deputy yellow=police; 6 red yellow; vote")
    say(table, "1 bid 6 0", "2 bid 6 0")
    assert told(table, MayorFound, MayorPoints) == [
        MayorFound(3, "tied", (1, 2, 3), {}),
        MayorPoints(3, 3),
    ]


def test_points_are_told_with_what_they_are_for():
    table = position("year 8; 14 red2 yellow ie; 8 yellow; vote")
    say(table, "1 bid 14 0", "2 bid 14 0")
    assert told(table, WardPoints) == [WardPoints(1, 2, 14), WardPoints(2, 1, 8)]


def test_the_end_tells_the_last_points_and_how_the_win_was_decided():
    table = position("year 16; 6 red2 yellow en; slander red=1 yellow=0 black=2; vote")
    say(table, "1 bid 6 0", "2 bid 6 0")
    assert told(table, ChipPoints, SlanderPoints, GameWon) == [
        ChipPoints(1, 2, "english"),
        SlanderPoints(1, 1),
        SlanderPoints(3, 2),
        GameWon((1,), "outright", (1,), (7, 0, 2)),
    ]


@pytest.mark.parametrize(
    ("more", "winners", "decided"),
    [
        ("", (1, 2), "tied"),
        ("office red=mayor yellow=deputy black=police; score red=0 yellow=3", (1,), "mayor"),
        ("favors red irish=1 yellow english=1; score yellow=3", (1,), "irish"),
    ],
)
def test_t19_how_the_win_was_decided_is_told(more, winners, decided):
    table = position(f"year 16; 6 red yellow en; slander black=0; {more}; vote")
    say(table, "1 bid 6 0", "2 bid 6 0")
    [won] = told(table, GameWon)
    assert (won.winners, won.decided, won.most_points) == (winners, decided, (1, 2))


def test_the_end_of_a_turn_tells_the_year_that_begins():
    table = say(position("turn black"), "3 boss 1", "3 boss 1", "3 end")
    assert told(table) == [TurnEnded(3), YearBegun(6)]


def test_an_event_is_json_under_its_own_name():
    assert ChipsPaid(1, "irish", 2).to_json() == {
        "event": "chips_paid",
        "seat": 1,
        "colour": "irish",
        "chips": 2,
    }


def test_every_kind_of_event_happens_in_some_random_game():
    abstract = {WardDecided, PointsScored}
    kinds = {
        kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)
    } - {Event, *abstract}
    rng, seen = random.Random(1), set()
    for seed in range(150):
        state = GAME.new_state(rng.choice([3, 4, 5]), GAME.options({}))
        for now, line in wander(GAME, state, Taste(GAME, seed)):
            if line:
                seen |= set(map(type, GAME.check(now, line.partition(" ")[2]).events))
        if seen == kinds:
            return
    assert seen == kinds
