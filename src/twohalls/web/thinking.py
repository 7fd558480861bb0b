"""Who is thinking at a table and for how long at most, and the place where a hint is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from markupsafe import Markup

from twohalls.bots.advice import Hint
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate
from twohalls.kit.parts import page
from twohalls.kit.templating import render
from twohalls.server.advice import ADVISER, Asked, moment_of
from twohalls.server.live import Live
from twohalls.server.opponents import instead_of, trouble
from twohalls.web import words


def thinkers(live: Live, view: View, _: Translate, ngettext: NTranslate) -> dict[str, Any]:
    opponents = [seat for seat in view.awaited if live.seat(seat).is_opponent]
    idle = view.over or live.is_lesson or live.ended is not None or not opponents
    names = words.named(view, tuple(opponents))
    if idle:
        told = ""
    elif live.thinking is None:
        told = ngettext("{names} is thinking.", "{names} are thinking.", len(opponents))
    else:
        told = ngettext(
            "{names} is thinking, for {seconds} s at most.",
            "{names} are thinking, for {seconds} s at most.",
            len(opponents),
        )
    seconds = said_seconds(live.thinking or 1.0)
    return {
        "told": told.format(names=names, seconds=seconds),
        "version": view.version,
        "seconds": seconds,
    }


def said_seconds(seconds: float) -> str:
    return f"{seconds:g}"


def may_ask(live: Live, view: View) -> bool:
    """Whether a hint could help whoever looks: it is their turn and there is a choice."""
    asked = view.seat in view.awaited and live.ended is None and live.hints_allowed
    asked = asked and trouble(ADVISER, live.game) is None
    return asked and len(view.legal) > 1


def asking(
    live: Live,
    view: View,
    _: Translate,
    ngettext: NTranslate,
    in_words: bool,
    asked: Asked | None,
) -> Markup:
    """The button for a hint, and under it what came of it."""
    return render(
        "advice/hint.html",
        _=_,
        may=may_ask(live, view),
        shared=sum(not seat.is_opponent for seat in live.seats) > 1,
        url=f"/t/{live.id}",
        seat=view.seat,
        in_words=in_words,
        answer=answer(live, view, _, ngettext, asked) if may_ask(live, view) else "",
    )


def answer(
    live: Live, view: View, _: Translate, ngettext: NTranslate, asked: Asked | None
) -> Markup:
    """What came of asking, as the one element that a page replaces."""
    if asked is not None and asked.moment != moment_of(view):
        asked = None
    hint = asked and asked.hint
    own = page(view.game)
    return render(
        "advice/answer.html",
        _=_,
        asked=asked,
        line=own.choice(hint.line, view.names, _, ngettext) if hint else "",
        reasons=reasons(hint, view, _, ngettext) if hint else [],
        moment=moment_of(view),
        places=" ".join(own.places(view.would(hint.line))) if hint else "",
        url=f"/t/{live.id}",
        seat=view.seat,
    )


def reasons(hint: Hint, view: View, _: Translate, ngettext: NTranslate) -> list[str]:
    """Why: what it brings, one's chances by it and by the obvious move, whom it costs most."""
    told = list(why(hint, view, _, ngettext))
    costs = _("It costs nobody in particular.")
    if hint.threatens is not None:
        other = hint.threatens - 1
        costs = _("It costs {name} most: from {now} to {after}.").format(
            name=view.names[other],
            now=percent(hint.now[other], _),
            after=percent(hint.after[other], _),
        )
    told.append(f"{compared(hint, view, _, ngettext)} {costs}")
    if len(view.game.awaited(view.known)) > 1:
        told.append(
            _("A sealed bid should be hard to guess: this is one good choice among several.")
        )
    return told


def compared(hint: Hint, view: View, _: Translate, ngettext: NTranslate) -> str:
    """One's chance of winning after the line, and after the obvious one if that is another."""
    assert view.seat is not None
    mine = percent(hint.after[view.seat - 1], _)
    alone = _("Your chance of winning: {after} after it.").format(after=mine)
    if hint.instead == hint.line:
        return alone
    plain = page(view.game).choice(hint.instead, view.names, _, ngettext)
    if hint.otherwise is None or hint.otherwise >= hint.after[view.seat - 1]:
        same = _("The obvious move, “{move}”, looks as good at first sight.").format(move=plain)
        return f"{alone} {same}"
    return _(
        "Your chance of winning: {after} after it, {otherwise} after the obvious move, “{move}”."
    ).format(after=mine, otherwise=percent(hint.otherwise, _), move=plain)


def why(hint: Hint, view: View, _: Translate, ngettext: NTranslate) -> Iterator[str]:
    """The first thing that the line brings and the obvious one does not, in the game's words."""
    own = page(view.game)
    obvious = own.brings(view, hint.instead, _, ngettext) if hint.instead != hint.line else ()
    brought = own.brings(view, hint.line, _, ngettext)
    yield from ([text for text in brought if text not in obvious] or list(brought))[:1]


def percent(share: float, _: Translate) -> str:
    """A chance in words, in whole hundredths."""
    return _("{whole}%").format(whole=round(share * 100))


def missing(levels: Iterable[str], game: str, _: Translate) -> str:
    """Said where a level cannot play for want of its weights, and who plays instead."""
    for level in levels:
        if trouble(level, game) is not None:
            return _(
                "{level} cannot play here, because what it learned is missing or damaged: {other} "
                "plays instead. Whoever runs this server can find in its log how to fix that."
            ).format(level=words.level(level, _), other=words.level(instead_of(game), _))
    return ""
