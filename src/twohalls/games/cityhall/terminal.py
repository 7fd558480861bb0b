"""City Hall in a terminal: the boroughs in letters, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from twohalls.games.cityhall.board import DEFAULT, NEIGHBOURS, PERMITS, SPACES
from twohalls.games.cityhall.page.asking import Asking
from twohalls.games.cityhall.page.prompt import prompt
from twohalls.games.cityhall.page.terms import (
    endorsement_names,
    office_names,
    permit_names,
    short_office_names,
)
from twohalls.games.cityhall.rules import (
    CAMPAIGN_PRICES,
    HEALTH_BONUS,
    INFLUENCE_PRICE,
    INFLUENCE_WORTH,
    LAND_PRICE,
    SEARCH_PRICE,
)
from twohalls.kernel.table import View
from twohalls.kit.canvas import (
    Canvas,
    Word,
    abbreviated,
    after_colon,
    clipped,
    columns,
    in_a_row,
    rows_of,
    seat_style,
)
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.terminal import Terminal

Seen = Mapping[str, Any]

LOT = (13, 3)
PLAN_SIZE = (79, 19)
OFFICES_AT = (15, 8)
ROUND_AT = (15, 7)
DECKS_AT = (41, 8)
BRIDGES_ROOM = 15
LONGEST_TRACK = 12

PERMIT_STYLES = dict(zip(PERMITS, ("red", "cyan", "yellow", "green"), strict=True))
STAR = "★"


def moves(_: Translate) -> dict[str, tuple[str, str]]:
    """What a line of each verb looks like, and what it does."""
    one, two, three = CAMPAIGN_PRICES
    return {
        "draft": (_("draft LAND"), _("take land on offer, with the money on it")),
        "build": (
            _("build PERMIT LAND"),
            _("build a permit from your hand on empty land of yours"),
        ),
        "return": (_("return PERMIT"), _("put a permit under the deck, unseen")),
        "activate": (
            _("activate OFFICE"),
            _("send your staffer there and take the influence lying there"),
        ),
        "search": (_("search LAND"), _("pay 1 influence and choose the land card to reveal")),
        "reveal": ("reveal", _("reveal the top land card")),
        "pass": ("pass", _("do not bid for the office")),
        "bid": (_("bid INFLUENCE"), _("match the highest bid, or raise it")),
        "keep": ("keep", _("keep the office and pay the highest bid to the bank")),
        "accept": (_("accept SEAT"), _("give the office to a highest bidder and take the bid")),
        "tax": (
            "tax, tax triple, tax double",
            _("collect your taxes; triple costs an approval space"),
        ),
        "campaign": (
            _("campaign PRICE"),
            _("climb 1, 2 or 3 approval spaces for ${one}, ${two} or ${three}; or none").format(
                one=one, two=two, three=three
            ),
        ),
        "buy": (
            _("buy LAND"),
            _("buy land on offer for ${money}, the money on it included; or none").format(
                money=LAND_PRICE
            ),
        ),
        "lobby": (
            _("lobby +N, -N or 0"),
            _("buy influence at ${buy} each, or sell it at ${sell} each").format(
                buy=INFLUENCE_PRICE, sell=INFLUENCE_WORTH
            ),
        ),
        "take": (_("take PERMIT"), _("take one of the revealed permits into your hand")),
        "bottom": (
            _("bottom PERMIT …"),
            _("put the permits left over under the deck, in this order"),
        ),
        "health": (f"health +{HEALTH_BONUS}, health double", _("how your own stars count")),
    }


# --- The board -------------------------------------------------------------------------------


def board_text(view: View, width: int, _: Translate, ngettext: NTranslate) -> Text:
    """Everything this seat sees, as a map or, on other boards and narrow screens, as a list."""
    rules: Any = view.game.rules
    if width <= PLAN_SIZE[0] or rules.NEIGHBOURS != NEIGHBOURS:
        return list_text(view, _, ngettext)
    return Text("\n\n").join([_map(view.shown, _), *_below(view, _, ngettext)])


def list_text(view: View, _: Translate, ngettext: NTranslate) -> Text:
    """The same without a map: a line a land, then a line an office."""
    seen, rules = view.shown, view.game.rules
    lands = Text("\n").join(_land_line(seen, space, rules, _) for space in SPACES)
    offices = Text("\n").join(_office_line(seen, office, _, ngettext) for office in seen["offices"])
    decks = Text("\n").join(Text(row) for row in _decks(seen, _))
    return Text("\n\n").join([lands, offices, decks, *_below(view, _, ngettext)])


def _below(view: View, _: Translate, ngettext: NTranslate) -> list[Text]:
    seen = view.shown
    track = _revealed(seen, _).append_text(_track(seen, view.game.rules, _))
    return [track, _players(seen, _, ngettext), _election(seen, _)]


def _map(seen: Seen, _: Translate) -> Text:
    canvas = Canvas(*PLAN_SIZE)
    for column, row in DEFAULT["spaces"].values():
        x, y = column * LOT[0], row * LOT[1]
        canvas.box(x, y, x + LOT[0], y + LOT[1], style="dim")
    for space, (column, row) in DEFAULT["spaces"].items():
        for line, words in enumerate(_lot(seen, space, _), 1):
            canvas.write(column * LOT[0] + 2, row * LOT[1] + line, words)
    x, y = OFFICES_AT
    head = f"{_('Office'):11} {abbreviated(_('Influence'), 5)} {_('Staffer')}"
    canvas.write(x, y, [Word(head, "bold")])
    for line, office in enumerate(seen["offices"], y + 1):
        canvas.write(x, line, _office_words(seen, office, _))
    label = _("Bridges")
    bridges = [Word("-".join(bridge["ends"])) for bridge in DEFAULT["bridges"]]
    for line, row in enumerate(rows_of(bridges, BRIDGES_ROOM), y + 9):
        canvas.write(x, line, [Word(label if line == y + 9 else " " * len(label), "bold"), *row])
    for at, letters in zip((ROUND_AT, DECKS_AT), _decks(seen, _), strict=True):
        canvas.write(*at, [Word(letters)])
    return canvas.text()


def _lot(seen: Seen, space: str, _: Translate) -> Iterator[list[Word]]:
    """The rows that stand on a land: its name, owner and stars, its permit or its price."""
    land = seen["lands"][space]
    owner, permit = land["owner"], land["permit"]
    if owner is None and not land["offered"]:
        yield [Word(space, "dim")]
        return
    if land["offered"]:
        yield [Word(space, "bold"), Word(_("offer"), "reverse")]
        yield [Word(_money(land["money"], _))]
        return
    stars = [Word(f"{land['stars']}{STAR}")] if permit and permit != "park" else []
    yield [Word(space, "bold"), Word(f"({owner})", seat_style(owner)), *stars]
    if permit:
        yield [Word(permit_names(_)[permit], PERMIT_STYLES[permit])]


def _money(money: int, _: Translate) -> str:
    return _("${money}").format(money=money)


def _office_words(seen: Seen, office: str, _: Translate) -> Iterator[Word]:
    there, now = seen["offices"][office], office == seen["office"]
    yield Word(f"{short_office_names(_)[office]:11}", "reverse" if now else "")
    yield Word(f"{there['influence'] or '':>3}")
    if there["staffer"]:
        yield Word(f"({there['staffer']})", seat_style(there["staffer"]))


def _decks(seen: Seen, _: Translate) -> list[str]:
    when = _("Set-up")
    if seen["round"]:
        text = _("Round {round}, the last") if seen["final_round"] else _("Round {round}")
        when = text.format(round=seen["round"])
    order = " ".join(map(str, seen["turn_order"]))
    decks = seen["decks"]
    return [
        f"{when}. {_('Turn order: {names}.').format(names=order)}" if order else f"{when}.",
        _("Decks: {lands} lands, {permits} permits").format(
            lands=decks["land"], permits=decks["permits"]
        ),
    ]


def _revealed(seen: Seen, _: Translate) -> Text:
    names = permit_names(_)
    permits = ", ".join(names[permit] for permit in seen["revealed_permits"])
    return Text(_("Revealed: {permits}.").format(permits=permits) + "\n" if permits else "")


def _land_line(seen: Seen, space: str, rules: Any, _: Translate) -> Text:
    row = Text(no_wrap=False)
    for words in _lot(seen, space, _):
        for word in words:
            row.append(word.letters, word.style).append(" ")
    index = SPACES.index(space)
    beside = rules.NEIGHBOURS[index][: rules.NEIGHBOURS_OF[index]]
    lands = " ".join(SPACES[other] for other in beside)
    row.rstrip()
    return row.append(", " + _("next to {lands}").format(lands=lands), "dim")


def _office_line(seen: Seen, office: str, _: Translate, ngettext: NTranslate) -> Text:
    there = seen["offices"][office]
    influence = ngettext("{count} influence", "{count} influence", there["influence"])
    told = influence.format(count=there["influence"])
    if there["staffer"]:
        told += ", " + _("staffer of seat {seat}").format(seat=there["staffer"])
    return Text(after_colon(office_names(_)[office], told, _))


def _track(seen: Seen, rules: Any, _: Translate) -> Text:
    """The approval track with the star and the seats on it."""
    track = rules.APPROVAL
    if len(track) > LONGEST_TRACK:
        text = _("The star is on space {space} of {spaces}.")
        return Text(text.format(space=seen["star_space"], spaces=len(track)))
    rows = [Text(_("Approval"), "bold"), Text(_("Rating")), Text(_("Seats"))]
    room = max(len(row) for row in rows) + 2
    for row in rows:
        row.pad_right(room - len(row))
    for space, rating in enumerate(track, 1):
        there = [p["seat"] for p in seen["players"] if p["approval_space"] == space]
        rows[0].append(f"{space:<6}", "bold")
        rows[1].append(f"{rating:<6}", "not bold")
        rows[2].append(STAR if seen["star_space"] == space else "", "bold yellow")
        for seat in there:
            rows[2].append(str(seat), seat_style(seat))
        rows[2].pad_right(6 - len(there) - (seen["star_space"] == space))
    for row in rows:
        row.rstrip()
    return Text("\n").join(rows)


def _players(seen: Seen, _: Translate, ngettext: NTranslate) -> Text:
    head = (
        (f"    {_('Player')}", 20, "bold"),
        (_("Rating"), -6, "bold"),
        (abbreviated(_("People"), 8), -9, "bold"),
        (_("Votes"), -6, "bold"),
        (_("Stars"), -8, "bold"),
        (_("Money"), -8, "bold"),
        (abbreviated(_("Influence"), 5), -7, "bold"),
        (f"  {_('Permits')}", 15, "bold"),
    )
    players = (_player(seen, player, _, ngettext) for player in seen["players"])
    return Text("\n").join([columns(head), *players])


def _player(seen: Seen, player: Mapping[str, Any], _: Translate, ngettext: NTranslate) -> Text:
    seat = player["seat"]
    money, influence = player["money"], player["influence"]
    return columns(
        [
            (">" if seat in seen["awaited"] else "", 2, "bold"),
            (str(seat), 2, seat_style(seat)),
            (player["name"], 16, seat_style(seat)),
            (str(player["approval"]), -6, ""),
            (str(player["population"]), -9, ""),
            (str(player["own_votes"]), -6, "bold"),
            (str(player["stars"]), -8, ""),
            ("?" if money is None else _money(money, _), -8, ""),
            ("?" if influence is None else str(influence), -7, ""),
            (f"  {_hand(player, _, ngettext)}", 15, ""),
        ]
    )


def _hand(player: Mapping[str, Any], _: Translate, ngettext: NTranslate) -> str:
    """The permits held: by letter and number where they are seen, else how many."""
    if player["permits"] is None:
        count = player["permit_count"]
        return ngettext("{count} card", "{count} cards", count).format(count=count)
    names = permit_names(_)
    held = [f"{names[permit][0]}{count}" for permit, count in player["permits"].items() if count]
    return " ".join(held) or "–"


def _election(seen: Seen, _: Translate) -> Text:
    """Who has which endorsement as things stand, and what the letters mean."""
    names = [clipped(player["name"], 16) for player in seen["players"]]
    known, held = endorsement_names(_), []
    for item in seen["endorsements"].values():
        most = known.get(item["most"], item["most"])
        if item["leader"]:
            held.append(after_colon(most, names[item["leader"] - 1], _))
        elif None in item["figures"]:
            held.append(after_colon(most, "?", _))
    told = in_a_row(held, _) if held else "–"
    text = Text(after_colon(_("Endorsements"), told, _))
    permits = ", ".join(f"{name[0]} {name}" for name in permit_names(_).values())
    example = _("M1 (2) 3★: land of seat 2 with 3 stars")
    more = _("votes without endorsements")
    return text.append("\n" + in_a_row([permits, example, more], _), "dim")


# --- What is going on ------------------------------------------------------------------------


def scene(view: View) -> tuple[object, ...]:
    """The board is worth another look when this changes."""
    seen = view.shown
    if seen["round"] == 0:
        return 0, seen["phase"]
    builds = seen["phase"] in ("use", "bottom") and seen["office"] in ("zoning", "surveyor")
    return seen["round"], builds and seen["office"]


def hides_hands(view: View) -> bool:
    """Money, influence and permits stand behind screens; permits always do."""
    return not view.over


def task(view: View, _: Translate, ngettext: NTranslate) -> str:
    """What the page asks, without a board to point at, and what is in hand."""
    seen = view.shown
    asked = prompt(Asking(view, seen, "", _, ngettext))
    lead, hand = asked.lead, ""
    if asked.question == "survey":
        lead = ngettext(
            "Reveal the top land card, or pay {count} influence to choose it.",
            "Reveal the top land card, or pay {count} influence to choose it.",
            SEARCH_PRICE,
        ).format(count=SEARCH_PRICE)
    mine = seen["players"][(view.seat or 1) - 1]
    if asked.question in ("activate", "survey"):
        hand = ngettext(
            "You hold ${money} and {count} influence.",
            "You hold ${money} and {count} influence.",
            mine["influence"],
        ).format(money=mine["money"], count=mine["influence"])
    title = f"{asked.title}{'' if asked.title.endswith('?') else '.'}"
    if asked.question == "build":
        title = ""
    return " ".join(filter(None, [title, lead, hand]))


class CityHallTerminal(Terminal):
    """City Hall in letters."""

    moves = staticmethod(moves)
    board_text = staticmethod(board_text)
    list_text = staticmethod(list_text)
    scene = staticmethod(scene)
    hides_hands = staticmethod(hides_hands)
    task = staticmethod(task)


TERMINAL = CityHallTerminal()
