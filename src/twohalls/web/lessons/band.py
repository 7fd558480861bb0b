"""The band above a table at which a lesson is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from twohalls.kernel.errors import TwoHallsError, Unwelcome
from twohalls.kernel.table import View
from twohalls.kit.i18n import Translate
from twohalls.kit.lesson import OVER, Step
from twohalls.kit.links import address
from twohalls.kit.parts import lesson, page
from twohalls.kit.templating import render
from twohalls.server.lessons import LEARNER, script_of
from twohalls.server.live import Live


@dataclass(frozen=True)
class Moment:
    """Where in its lesson a table is; after the last step, `number` is one more than there are."""

    step: Step
    name: str
    number: int
    count: int

    @property
    def over(self) -> bool:
        return self.name == OVER


def moment(view: View, _: Translate) -> Moment:
    """The step at which the learner is, in their language."""
    script = script_of(view.game.name)
    name = script.steps.get(len(view.happened), OVER)
    names = list(script.steps.values())
    taught = lesson(view.game)
    assert taught is not None, "a table of the kind has a lesson"
    steps = taught.steps(_)
    number = names.index(name) + 1 if name in names else len(names) + 1
    return Moment(steps[name], name, number, len(names))


def said(text: str, view: View) -> str:
    """A sentence with the names of those at the table."""
    called = (name.lower() for name in script_of(view.game.name).players)
    return text.format(**dict(zip(called, view.names, strict=True)))


def band(live: Live, view: View, _: Translate, in_words: bool) -> dict[str, Markup]:
    """The fragment, for the learner alone."""
    if not live.is_lesson or view.seat != LEARNER:
        return {}
    now = moment(view, _)
    context: dict[str, Any] = {
        "_": _,
        "now": now,
        "look": said(now.step.look, view),
        "do": said(now.step.do, view),
        "before": said(now.step.before, view),
        "rule": address(live.game, page(view.game).links, now.step.about),
        "url": f"/t/{live.id}",
        "view": view,
        "in_words": in_words,
    }
    return {"lesson": render("lesson.html", **context)}


def explained(refused: TwoHallsError, live: Live, _: Translate) -> TwoHallsError:
    """Why a lesson did not take an answer, with what it waits for."""
    if not isinstance(refused, Unwelcome) or not live.is_lesson:
        return refused
    view = live.view(LEARNER)
    now = moment(view, _)
    if now.over:
        return refused
    return Unwelcome(
        "the rules allow that, but the lesson shows something else first. {do}",
        do=said(now.step.do, view),
    )
