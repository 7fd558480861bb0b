"""What is shown after the fact: an auction that ended, health, the election."""

from __future__ import annotations

from dataclasses import dataclass

from twohalls.games.cityhall.events import (
    Endorsed,
    MayorElected,
    PeopleGained,
    StarsCounted,
    VotesCounted,
)
from twohalls.games.cityhall.page import sentences
from twohalls.games.cityhall.page.scene import Scene
from twohalls.games.cityhall.page.story import Auction, auction, divided, ranks, sold
from twohalls.games.cityhall.page.terms import Translate, endorsement_names
from twohalls.kernel.events import Happened
from twohalls.kernel.table import View
from twohalls.kit.you import with_you


@dataclass(frozen=True)
class Election:
    """The votes as they were made up, most first, and what endorsements were given for."""

    votes: tuple[VotesCounted, ...]
    endorsements: tuple[tuple[str, Endorsed], ...]
    mayor: MayorElected


@dataclass(frozen=True)
class Stage:
    """One of these at most."""

    election: Election | None = None
    ranks: tuple[PeopleGained, ...] = ()
    at: int = 0
    ended: Auction | None = None
    how: str = ""


def stage(scene: Scene) -> Stage:
    """The election; or what health has just brought; or the auction that ended last."""
    happened = scene.view.happened
    if not happened:
        return Stage()
    if scene.over:
        return Stage(election(scene.view, scene._))
    if shows(happened[-1]):
        return Stage(ranks=tuple(ranks(divided(happened[-1])[0])), at=happened[-1].at)
    line = sold(happened, scene.seat)
    if line is None or not _is_past(scene, line.at):
        return Stage()
    names = with_you(scene.view, scene._)
    how = sentences.sentence(divided(line)[0], names, scene._, scene.ngettext)
    return Stage(ended=auction(happened[: line.at], len(scene.names)), how=how)


def shows(happened: Happened) -> bool:
    """Health, which brings people: it stands there until somebody does something else."""
    return isinstance(happened.events[0], StarsCounted)


def _is_past(scene: Scene, at: int) -> bool:
    """Whether the auction that ended there is not still shown where it is asked about."""
    return scene.bidding != auction(scene.view.happened[:at], len(scene.names))


def election(view: View, _: Translate) -> Election:
    """The election as the rules told it with the last line of a game."""
    events = view.happened[-1].events
    [mayor] = [event for event in events if isinstance(event, MayorElected)]
    order = [player + 1 for player in view.known.order]
    votes = [event for event in events if isinstance(event, VotesCounted)]
    names = endorsement_names(_)
    return Election(
        tuple(sorted(votes, key=lambda row: (-row.votes, order.index(row.seat)))),
        tuple((names[event.most], event) for event in events if isinstance(event, Endorsed)),
        mayor,
    )
