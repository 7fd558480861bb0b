"""Positions out of one line that reads like a record.

    position("M4 1 factory; M3 2; Q1 offer 10; money 5 0 40; hand 1 tower park 2 housing; star 4")

Parts are separated by `;`. What is left out is usual: three players, round 2 at its first turn,
turn order as seated, $10 and 3 influence each, everybody on approval space 1 and population 1, all
lands not spoken of in the land deck and all permits in the permit deck.
"""

from typing import Any

from tests.games.cityhall.facts import derived
from tests.games.derived import keep_in_step

import twohalls
from twohalls.games.cityhall import rules
from twohalls.games.cityhall.board import OFFICES, PERMIT_CARDS, PERMITS, SPACES


def position(text: str = "") -> twohalls.Table:
    """A table in the middle of a game, at the start of a turn."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    said = {words[0]: words[1:] for words in parts if words[0] not in SPACES}
    players = int(said.pop("players", ["3"])[0])
    options = {"open_hands": "on"} if said.pop("open_hands", None) is not None else {}
    table = twohalls.new_table("cityhall", [f"Player {n + 1}" for n in range(players)], options)
    state: Any = table._state
    state.order = [*range(players), *[rules.NOBODY] * (rules.NSEATS - players)]
    state.round = 2
    state.phase = rules.Phase.ACTIVATE
    state.hand = [[0] * rules.NPERMITS for _ in range(rules.NSEATS)]
    for words in parts:
        if words[0] in SPACES:
            _land(state, SPACES.index(words[0]), words[1:])
    for part in said:
        assert part in PARTS, f"no such part of a position: {part}"
    for part, fill in PARTS.items():
        if part in said or part in ("deck", "permits"):
            fill(state, said.get(part))
    keep_in_step(state, derived)
    for space in range(rules.NSPACES):
        rules.count_stars(state, space)
    table._snapshots = {0: state.copy()}
    return table


def say(table: twohalls.Table, *lines: str) -> twohalls.Table:
    """Let the table hear lines of a record, chance's among them."""
    for line in lines:
        seat, _, text = line.partition(" ")
        table.read_on(seat, text)
    return table


def legal(table: twohalls.Table, seat: int, verb: str = "") -> set[str]:
    """The lines a seat may say; with a verb, what follows it in each."""
    lines = table.view(seat).legal
    if not verb:
        return set(lines)
    return {line.removeprefix(verb).strip() for line in lines if line.split()[0] == verb}


def player(table: twohalls.Table, seat: int) -> dict[str, Any]:
    """What a seat has, as it sees it itself."""
    found: dict[str, Any] = table.view(seat).to_json()["players"][seat - 1]
    return found


def land(table: twohalls.Table, name: str) -> dict[str, Any]:
    found: dict[str, Any] = table.view(None).to_json()["lands"][name]
    return found


# --- The parts of a position -------------------------------------------------------------------


def _land(state: Any, space: int, words: list[str]) -> None:
    if words[0] == "offer":
        state.owner[space] = rules.ON_OFFER
        state.land_money[space] = int(words[1]) if words[1:] else 0
    else:
        state.owner[space] = int(words[0]) - 1
        if words[1:]:
            state.permit[space] = PERMITS.index(words[1])


def _by_seat(field: str, first: int = 0) -> Any:
    def fill(state: Any, words: list[str] | None) -> None:
        for seat, number in enumerate(words or []):
            getattr(state, field)[seat] = int(number) - first

    return fill


def _order(state: Any, words: list[str] | None) -> None:
    for place, seat in enumerate(words or []):
        state.order[place] = int(seat) - 1


def _hand(state: Any, words: list[str] | None) -> None:
    seat = 0
    for word in words or []:
        if word.isdigit():
            seat = int(word) - 1
        else:
            state.hand[seat][PERMITS.index(word)] += 1


def _number(field: str, first: int = 0) -> Any:
    def fill(state: Any, words: list[str] | None) -> None:
        setattr(state, field, int((words or ["1"])[0]) - first)

    return fill


def _offices(state: Any, words: list[str] | None) -> None:
    for word in words or []:
        office, _, influence = word.partition("=")
        state.office_influence[OFFICES.index(office)] = int(influence)


def _staffers(state: Any, words: list[str] | None) -> None:
    for word in words or []:
        office, _, seat = word.partition("=")
        state.staffer[OFFICES.index(office)] = int(seat) - 1


def _under(state: Any, words: list[str] | None) -> None:
    for word in words or []:
        rules.put_under(state, PERMITS.index(word))


def _deck(state: Any, words: list[str] | None) -> None:
    """The lands in the deck; those neither there nor spoken of belong to nobody at the table."""
    if words is not None:
        for space, name in enumerate(SPACES):
            if state.owner[space] == rules.IN_DECK and name not in words:
                state.owner[space] = rules.NSEATS - 1


def _permits(state: Any, words: list[str] | None) -> None:
    """The shuffled permits: all that are nowhere else, unless it is said what is there."""
    for permit in range(rules.NPERMITS):
        elsewhere = state.permit.count(permit) + sum(hand[permit] for hand in state.hand)
        elsewhere += state.under[: state.under_cards].count(permit)
        state.pool[permit] = PERMIT_CARDS[permit] - elsewhere
        if words is not None:
            state.pool[permit] = words.count(PERMITS[permit])


PARTS: dict[str, Any] = {
    "order": _order,
    "money": _by_seat("money"),
    "influence": _by_seat("influence"),
    "approval": _by_seat("approval", 1),
    "population": _by_seat("population"),
    "star": _number("star", 1),
    "round": _number("round"),
    "final": _number("final"),
    "turn": _number("turn", 1),
    "hand": _hand,
    "offices": _offices,
    "staffers": _staffers,
    "under": _under,
    "deck": _deck,
    "permits": _permits,
}
