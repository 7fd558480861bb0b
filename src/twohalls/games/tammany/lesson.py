"""What the lesson of Tammany Hall says, by the names of its steps."""

from __future__ import annotations

from twohalls.kit.i18n import Translate
from twohalls.kit.lesson import OVER, Lesson, Step


def steps(_: Translate) -> dict[str, Step]:
    return {
        "boss": Step(
            _(
                "New York, 1854. Every four years each ward on this map votes, and whoever wins a "
                "ward scores. A boss of yours in a ward is one vote there."
            ),
            _("Put a boss into Ward 14. Tammany Hall stands there, so it is worth two points."),
            ("ward-14",),
            "boss",
        ),
        "cube": Step(
            _(
                "Ships land immigrants at Castle Garden. Whoever settles one gets a favor chip of "
                "that people, and a chip can become a vote wherever that people lives."
            ),
            _("Choose the Irish cube, then settle it in Ward 14 as well."),
            ("pick-cube-irish", "ward-14"),
            "cube",
        ),
        "end": Step(
            _(
                "Your first chip, an Irish one, now stands by your name. A turn is always two "
                "pieces: a boss and a cube, or two bosses."
            ),
            _("End your turn."),
            ("me", "ending"),
            "end",
        ),
        "rival": Step(
            _(
                "{nora} and {teo} have had their turns, as the log tells. {nora} put a boss into "
                "Ward 6 and settled a German there."
            ),
            _("Now put a boss of your own into Ward 6."),
            ("ward-6",),
            "ward",
        ),
        "people": Step(
            _(
                "Germans live in Ward 6 now. So German chips can become votes there, for everyone "
                "who has a boss in the ward."
            ),
            _("Settle the other German in Ward 6: it brings you a German chip."),
            ("pick-cube-german", "ward-6"),
            "cube",
        ),
        "end-again": Step(
            _(
                "You and {nora} are rivals in Ward 6 now. Bosses and chips are open to all; only "
                "the bids of an election are secret."
            ),
            _("End your turn. The lesson then plays on to the first election."),
            ("players", "ending"),
            "end",
        ),
        "bonus": Step(
            _(
                "Year 4 is over, and the wards vote one after the other. You were alone in Ward 4 "
                "and win it without a bid. Some wards also give their winner something."
            ),
            _("Take a German chip: you will need it at once."),
            ("say-favor-german", "ward-4"),
            "bonus",
        ),
        "bid": Step(
            _(
                "Ward 6: you and {nora} have two bosses each. {nora} has two chips that count here "
                "and can reach four votes. Bids are sealed and opened together, and every chip bid "
                "is spent, won or lost."
            ),
            _("Bid your three German chips and seal the bid: five votes cannot be beaten."),
            ("ballot",),
            "bid",
        ),
        "bid-nothing": Step(
            _(
                "Ward 6 is yours. In Ward 14 you have two bosses; {teo} has one, and no chip of "
                "a people living there."
            ),
            _("You win as it is: seal a bid of no chips, and keep them."),
            ("ballot",),
            "bid",
            _(
                "The envelopes are open: Ward 6 is yours. One of your bosses stays; all others "
                "leave."
            ),
        ),
        "appoint": Step(
            _(
                "A ward scores a point, Ward 14 two. You won the most wards, so you are mayor, for"
                " three more. And for each people, whoever has the most of its cubes in the wards "
                "they won takes three chips."
            ),
            _("The mayor gives out the offices: Deputy Mayor to {nora}, Chief of Police to {teo}."),
            ("give", "points"),
            "appoint",
            _("Two bosses against one: Ward 14 is yours, and you kept your chips."),
        ),
        "slander": Step(
            _(
                "A year later. As Chief of Police, {teo} has arrested a German in Ward 6 and has "
                "moved into your wards. From the second term on you may slander, once a term: for "
                "a slander chip and a chip of a people living in the ward, a rival’s boss goes "
                "home."
            ),
            _("Beside “Slander” choose {teo}, then Ward 14. It costs you an Irish chip."),
            ("row-slander", "ward-14"),
            "slander",
        ),
        "spread": Step(
            _(
                "{teo}’s boss has left Ward 14. For two more chips of the same colour, the slander"
                " spreads to an adjacent ward where that people lives too."
            ),
            _("Spread the slander to Ward 6."),
            ("say-spread-6", "ward-6"),
            "spread",
        ),
        OVER: Step(
            _(
                "That is the game: sixteen years, four elections. At the very end the most chips "
                "of a people bring two points, and each slander chip you kept brings one. The most "
                "points win."
            ),
            _(
                "It is still your turn. Play on from here, against opponents who now decide for "
                "themselves, or start a game of your own."
            ),
            (),
            "over",
        ),
    }


class TammanyLesson(Lesson):
    steps = staticmethod(steps)


LESSON = TammanyLesson()
