"""What a letter says: which table waits, for whom, and where; nothing that anybody hides."""

from __future__ import annotations

from collections.abc import Sequence

from twohalls.kit.i18n import Translate, translators
from twohalls.server.live import Live
from twohalls.server.outbox import Letter
from twohalls.web import words


def compose(
    letter: Letter, told: Sequence[tuple[Live, int]], links: dict[str, str]
) -> dict[str, str]:
    """A letter in the reader's language, for e-mail and as fields of a web-hook alike."""
    _, ngettext = translators(letter.to.language)
    stop = _("To stop these letters: {link}").format(link=links["stop"])
    if letter.kind == "confirm":
        subject = _("May Two Halls write to you?")
        lines = [
            _("Somebody asked Two Halls to write here when it is their turn at a table."),
            _("If that was you, open this link: {link}").format(link=links["yes"]),
            _("If not, do nothing: nothing more will be sent."),
        ]
        link = links["yes"]
    elif letter.kind == "talk":
        live = told[0][0]
        link = f"{links['url']}/t/{live.id}/talk"
        subject = _("Talk at your table: {game}").format(game=live.table.game.title)
        lines = [_("There was talk at your table while you were away. {link}").format(link=link)]
    else:
        turns = [turn(live, seat, links["url"], _) for live, seat in told]
        games = ngettext(
            "{count} table is waiting for you", "{count} tables are waiting for you", len(turns)
        ).format(count=len(turns))
        single = _("Your turn: {game}").format(game=told[0][0].table.game.title)
        subject = single if letter.kind == "turn" else games
        lines = turns
        link = f"{links['url']}/t/{told[0][0].id}" if len(told) == 1 else f"{links['url']}/games"
    text = "\n\n".join(lines)
    return {
        "kind": letter.kind,
        "subject": subject,
        "body": f"{text}\n\n-- \n{stop}\n",
        "text": text,
        "content": text,
        "brief": _("It is your turn to play.")
        if letter.kind != "talk"
        else _("There is talk at your table."),
        "link": link,
        "stop": links["stop"],
    }


def turn(live: Live, seat: int, url: str, _: Translate) -> str:
    """One table that waits for one seat."""
    seats = words.seats(live, _)
    others = ", ".join(other.name for other in seats if other.number != seat)
    return _("{name}, it is your turn in {game}, with {others}. {link}").format(
        game=live.table.game.title,
        others=others,
        name=seats[seat - 1].name,
        link=f"{url}/t/{live.id}",
    )
