"""A finished game in five sentences, told from its events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from twohalls.games.tammany.events import GameWon, Slandered, SlanderSpread, WardPoints, WardVoted
from twohalls.games.tammany.page.story import Story, of_kind, story_of
from twohalls.games.tammany.page.terms import Terms
from twohalls.kernel.table import View
from twohalls.kit.i18n import NTranslate, Translate


def tale(view: View, _: Translate, ngettext: NTranslate) -> list[str]:
    """Mayors, wards, the fiercest vote, slander, and the end; nothing before it."""
    story, terms = story_of(view), Terms(_, ngettext, view.names)
    if not view.over or not story.outcomes:
        return []
    return [
        _mayors(story, terms),
        _wards(story, terms),
        *_fiercest(story, terms),
        _slander(story, terms),
        _end(story, terms),
    ]


def _mayors(story: Story, terms: Terms) -> str:
    held = [
        terms.name(outcome.mayor.mayor)
        if outcome.mayor.mayor is not None
        else terms.gettext("nobody")
        for outcome in story.outcomes
    ]
    if len(set(held)) == 1:
        said = terms.gettext("{name} was mayor from the first election to the last.")
        return said.format(name=held[0])
    return terms.gettext("The mayors, one after the other: {names}.").format(names=", ".join(held))


def _wards(story: Story, terms: Terms) -> str:
    won = Counter(
        scored.seat for outcome in story.outcomes for scored in of_kind(outcome.line, WardPoints)
    )
    names, most = _most(won, terms)
    return terms.gettext("Most wards, {count}: {names}.").format(names=names, count=most)


def _fiercest(story: Story, terms: Terms) -> list[str]:
    """The vote for which most votes were cast, if any ward was fought over."""
    votes = [
        (sum(vote.decided.votes.values()), vote)
        for vote in story.votes
        if isinstance(vote.decided, WardVoted)
    ]
    if not votes:
        return []
    cast, vote = max(votes, key=lambda one: one[0])
    _ = terms.gettext
    if vote.decided.winner is None:
        said = _(
            "The fiercest vote, for Ward {ward} in year {year}, had {count} votes and no winner."
        )
        return [said.format(ward=vote.decided.ward, year=vote.year, count=cast)]
    said = _(
        "The fiercest vote, for Ward {ward} in year {year}, had {count} votes and went to {name}."
    )
    name = terms.name(vote.decided.winner)
    return [said.format(ward=vote.decided.ward, year=vote.year, count=cast, name=name)]


def _slander(story: Story, terms: Terms) -> str:
    sent = Counter(
        event.target
        for said in story.said
        for event in said.line.events
        if isinstance(event, Slandered | SlanderSpread)
    )
    if not sent:
        return terms.gettext("Nobody was slandered.")
    names, most = _most(sent, terms)
    said = terms.gettext("Most bosses lost to slander, {count}: {names}.")
    return said.format(names=names, count=most)


def _end(story: Story, terms: Terms) -> str:
    [won] = of_kind(story.outcomes[-1].line, GameWon)
    winners = terms.listed([terms.name(seat) for seat in won.winners])
    best = won.points[won.winners[0] - 1]
    others = [
        (points, seat) for seat, points in enumerate(won.points, 1) if seat not in won.winners
    ]
    points, second = max(others, default=(best, 0))
    _ = terms.gettext
    if not second:
        return _("{names} won with {points} points.").format(names=winners, points=best)
    return _("{names} won with {points} points; {second} came next with {fewer}.").format(
        names=winners, points=best, second=terms.name(second), fewer=points
    )


def _most(counted: Mapping[int, int], terms: Terms) -> tuple[str, int]:
    """Those with the most, and how many that is."""
    most = max(counted.values())
    return terms.listed([terms.name(seat) for seat in counted if counted[seat] == most]), most
