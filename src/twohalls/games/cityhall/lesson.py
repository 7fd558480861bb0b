"""What the lesson of City Hall says, by the names of its steps."""

from __future__ import annotations

from twohalls.kit.i18n import Translate
from twohalls.kit.lesson import OVER, Lesson, Step


def steps(_: Translate) -> dict[str, Step]:
    return {
        "draft": Step(
            _(
                "You want to be mayor: your votes will be your approval rating times your people. "
                "It begins with land: three are on offer."
            ),
            _("Take M2: in Manhattan every building has one star more."),
            ("lot-M2", "ctl"),
            "draft",
        ),
        "money": Step(
            _(
                "Whenever land was left over, $5 went on it. $15 lies on M3 by now, and goes to "
                "whoever takes it."
            ),
            _("Take M3, which lies beside M2."),
            ("lot-M3", "ctl"),
            "draft",
        ),
        "build": Step(
            _(
                "You hold three permits. A Factory brings the most taxes; Housing can have the "
                "most stars, but loses one beside a Factory; a Tower is a bit of both."
            ),
            _("Choose the Factory in your hand, then M3."),
            ("hand", "lot-M3"),
            "first_build",
        ),
        "return": Step(
            _(
                "One of the other two goes back under the deck. Nobody else sees which, nor what "
                "you keep."
            ),
            _("Return the Housing, and keep the Tower."),
            ("permits",),
            "return",
        ),
        "activate": Step(
            _(
                "Now the rounds begin. In turn, everyone activates one of the seven offices and so "
                "opens an auction for it."
            ),
            _("Activate the Tax Assessor: your Factory will pay."),
            ("office-tax",),
            "activate",
        ),
        "keep": Step(
            _(
                "{nora} bids 1 influence, {teo} passes. Keep the office and pay the highest bid "
                "to the bank; or give it away to whoever bid that, and be paid."
            ),
            _("Keep the Tax Assessor for 1 influence."),
            ("bids", "ctl"),
            "keep",
        ),
        "tax": Step(
            _(
                "$1 for each of your people, $3 for a Tower, $7 for a Factory: that is $8. On "
                "the first approval space you may double it for nothing. Higher up you may triple "
                "it, and go down a space."
            ),
            _("Collect double."),
            ("ctl",),
            "tax",
        ),
        "raise": Step(
            _(
                "{nora} activated the Zoning Board: three permits lie open. {teo} bids 1. You may "
                "pass, match that, or bid more, as far as your influence goes."
            ),
            _("Bid 2."),
            ("bids", "ctl"),
            "bid",
        ),
        "take": Step(
            _(
                "{nora} would rather have your 2 influence: the Zoning Board is yours. Take two "
                "permits, or take one and build one, or build two."
            ),
            _("Take the Park."),
            ("permits",),
            "take",
        ),
        "lot": Step(
            _(
                "Now build. On M2 a Tower has two stars: one for Manhattan, and one for {teo}’s "
                "Tower on Q5, at the other end of the bridge. Each permit built also moves the "
                "star up the approval track."
            ),
            _("Build the Tower from your hand: M2 is the only land you have left."),
            ("hand", "lot-M2"),
            "stars",
        ),
        "pass": Step(
            _(
                "{teo} activated the Surveyor, who sells land. You have no influence left. A bid "
                "of 0 would be allowed, but you need no land now."
            ),
            _("Pass."),
            ("ctl",),
            "pass",
        ),
        "influence": Step(
            _(
                "A new round. Everyone took 1 influence, and 1 was put on each office that nobody "
                "had activated. It is for whoever activates it now."
            ),
            _("Activate the Lobbyist, and take what lies there."),
            ("office-lobbyist",),
            "round",
        ),
        "accept": Step(
            _("{nora} bids 2 for the Lobbyist. To you, influence is worth more than the office."),
            _("Give it to {nora}, and be paid 2."),
            ("bids", "ctl"),
            "accept",
        ),
        "match": Step(
            _(
                "{nora} activated the Campaign Manager, and {teo} bids 1. To match is often "
                "enough: among equal bids, whoever activated the office chooses."
            ),
            _("Match it: bid 1."),
            ("bids", "ctl"),
            "bid",
        ),
        "campaign": Step(
            _(
                "The office is yours. The skyscraper shows everyone’s approval: the higher you "
                "stand, the more votes each of your people is worth."
            ),
            _("Pay $10 and climb two spaces."),
            ("approval", "ctl"),
            "campaign",
        ),
        "people": Step(
            _(
                "{teo} activated the Health Commissioner. With this office stars become people: "
                "whoever has the most stars gains the most."
            ),
            _("Bid 2."),
            ("office-health", "ctl"),
            "health",
        ),
        "health": Step(
            _(
                "It is yours. Whoever controls it adds 3 to their own stars, or doubles them. You "
                "have three, so it is six either way, and the first rank gains four people."
            ),
            _("Add 3."),
            ("ctl", "population"),
            "health",
        ),
        "top": Step(
            _(
                "Round 10 already: the lesson played on for you. You stand one space below the top "
                "and control the Campaign Manager again. Once somebody, or the star, reaches the "
                "top space, the next round is the last."
            ),
            _("Climb one space, for $0."),
            ("approval", "ctl"),
            "final",
        ),
        "final": Step(
            _(
                "The final round goes on until all seven offices have been activated. Then the "
                "city votes, and a tie goes to whoever comes first in the turn order."
            ),
            _("Activate the Deputy Mayor, who puts you first, and take what lies there."),
            ("office-deputy", "order"),
            "final",
        ),
        "last": Step(
            _(
                "The last office. Endorsements are worth ten votes each: for the most money, the "
                "most influence, the most buildings of a kind, the most land in a borough. In a "
                "tie nobody gets it."
            ),
            _("{teo} bids 2 for the Tax Assessor. Match it."),
            ("bids", "ctl"),
            "endorsements",
        ),
        OVER: Step(
            _(
                "You are elected mayor. The table shows how the votes were made up: rating times "
                "people, and ten for each endorsement."
            ),
            _("That was the lesson. Now start a game of your own."),
            ("stage",),
            "over",
        ),
    }


class CityHallLesson(Lesson):
    steps = staticmethod(steps)


LESSON = CityHallLesson()
