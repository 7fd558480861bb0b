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
    return terms.gettext("The mayors were, in turn: {names}.").format(names=", ".join(held))


def _wards(story: Story, terms: Terms) -> str:
    won = Counter(
        scored.seat for outcome in story.outcomes for scored in of_kind(outcome.line, WardPoints)
    )
    names, most = _most(won, terms)
    said = terms.ngettext(
        "{names} won the most wards, {count}.",
        "{names} won the most wards, {count} each.",
        len(names),
    )
    return said.format(names=terms.listed(names), count=most)


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
    said = terms.ngettext(
        "{names} lost the most bosses to slander, {count}.",
        "{names} lost the most bosses to slander, {count}.",
        len(names),
    )
    return said.format(names=terms.listed(names), count=most)


def _end(story: Story, terms: Terms) -> str:
    [won] = of_kind(story.outcomes[-1].line, GameWon)
    winners = terms.listed([terms.name(seat) for seat in won.winners])
    best = won.points[won.winners[0] - 1]
    others = [
        (points, seat) for seat, points in enumerate(won.points, 1) if seat not in won.winners
    ]
    points, second = max(others, default=(best, 0))
    how_many, ngettext = len(won.winners), terms.ngettext
    if not second:
        said = ngettext(
            "{names} won with {points} points.",
            "{names} shared the win with {points} points.",
            how_many,
        )
        return said.format(names=winners, points=best)
    said = ngettext(
        "{names} won with {points} points; {second} came next with {fewer}.",
        "{names} shared the win with {points} points; {second} came next with {fewer}.",
        how_many,
    )
    return said.format(names=winners, points=best, second=terms.name(second), fewer=points)


def _most(counted: Mapping[int, int], terms: Terms) -> tuple[list[str], int]:
    """Those with the most, and how many that is."""
    most = max(counted.values())
    return [terms.name(seat) for seat in counted if counted[seat] == most], most
