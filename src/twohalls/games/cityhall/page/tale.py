"""A finished game in five sentences, told from its events."""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from twohalls.games.cityhall.events import BidMade, MayorElected, PermitBuilt, VotesCounted
from twohalls.games.cityhall.page.terms import listed, office_names, permit_names
from twohalls.kernel.events import Event
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate

Kind = TypeVar("Kind", bound=Event)


def tale(view: View, _: Translate, ngettext: NTranslate) -> list[str]:
    """What was built, the finest of it, the dearest office, the people, the election."""
    if not view.over:
        return []
    return [*_built(view, _, ngettext), *_dearest(view, _), *_people(view, _), *_elected(view, _)]


def _all(view: View, kind: type[Kind]) -> list[Kind]:
    return [event for line in view.happened for event in line.events if isinstance(event, kind)]


def _built(view: View, _: Translate, ngettext: NTranslate) -> list[str]:
    built = _all(view, PermitBuilt)
    if not built:
        return []
    counted = Counter(event.seat for event in built)
    most = max(counted.values())
    builders = [view.names[seat - 1] for seat in sorted(counted) if counted[seat] == most]
    finest = max(built, key=lambda event: event.stars)
    return [
        ngettext(
            "{names} built the most: {count} permits.",
            "{names} built the most: {count} permits each.",
            len(builders),
        ).format(count=most, names=listed(builders, _)),
        ngettext(
            "{name} opened the finest building: {permit} on {land}, with {count} star.",
            "{name} opened the finest building: {permit} on {land}, with {count} stars.",
            finest.stars,
        ).format(
            count=finest.stars,
            permit=permit_names(_)[finest.permit],
            land=finest.land,
            name=view.names[finest.seat - 1],
        ),
    ]


def _dearest(view: View, _: Translate) -> list[str]:
    bids = _all(view, BidMade)
    if not bids:
        return []
    dearest = max(bids, key=lambda event: event.influence)
    said = _("{name} made the highest bid: {count} influence for the {office}.")
    office = office_names(_)[dearest.office]
    name = view.names[dearest.seat - 1]
    return [said.format(count=dearest.influence, name=name, office=office)]


def _people(view: View, _: Translate) -> list[str]:
    votes = _all(view, VotesCounted)
    if not votes:
        return []
    crowd = max(votes, key=lambda event: event.people)
    loved = max(votes, key=lambda event: (event.rating, event.seat == crowd.seat))
    if crowd.seat == loved.seat:
        said = _("Nobody had more people ({people}) or a better rating ({rating}) than {one}.")
    else:
        said = _(
            "Nobody had more people than {one} ({people}) or a better rating than {other} "
            "({rating})."
        )
    one, other = view.names[crowd.seat - 1], view.names[loved.seat - 1]
    return [said.format(people=crowd.people, one=one, rating=loved.rating, other=other)]


def _elected(view: View, _: Translate) -> list[str]:
    won = _all(view, MayorElected)
    others = [event for event in _all(view, VotesCounted) if event.seat != won[-1].seat]
    second = max(others, key=lambda event: event.votes)
    return [
        _("{name} was elected mayor with {votes} votes; {second} came next with {fewer}.").format(
            name=view.names[won[-1].seat - 1],
            votes=won[-1].votes,
            second=view.names[second.seat - 1],
            fewer=second.votes,
        )
    ]
