"""What the Zoning Board is asked: what to take, what to build, what goes under the deck."""

from __future__ import annotations

from twohalls.games.cityhall.events import PermitBuilt, PermitTaken, StarMoved
from twohalls.games.cityhall.page.asking import Asking, Choice, Prompt, building
from twohalls.games.cityhall.page.picks import verb_of, words_of
from twohalls.games.cityhall.page.sentences import climbed
from twohalls.kit.you import said_of, with_you


def zoning(ask: Asking) -> Prompt:
    verb, *words = words_of(ask.pick) or ("",)
    verbs = frozenset(verb_of(line) for line in ask.legal)
    confirm = ""
    then = ""
    if verbs != {"bottom"}:
        then = ask._("What is not taken goes under the deck, in the order you choose.")
    if verb == "take":
        confirm = ask._("Take {permit}").format(permit=ask.permits[words[0]])
    elif verb == "bottom":
        confirm = ask._("Put under the deck")
        then = ask._("They come up again in this order, once the deck runs out.")
    elif verb == "build":
        confirm = building(ask, (verb, *words))
        if len(words) == 2:
            then = _after_building(ask)
    return Prompt(
        ask.part,
        _title(ask, verbs),
        _lead(ask, verbs),
        tuple(_order(ask, line) for line in ask.legal if verb_of(line) == "bottom"),
        then=then,
        confirm=confirm,
    )


def _order(ask: Asking, line: str) -> Choice:
    permits = words_of(line)[1:]
    label = ", ".join(ask.permits[permit] for permit in permits)
    return ask.choice(line, label, permits=permits)


def _title(ask: Asking, verbs: frozenset[str]) -> str:
    match words_of(ask.pick):
        case ("build", _permit):
            return ask.where_to_build
    titles = {
        frozenset({"take", "build"}): ask._("Take a permit, or build one"),
        frozenset({"take"}): ask._("Take a permit"),
        frozenset({"build"}): ask._("Build from your hand"),
        frozenset({"bottom"}): ask._("They go under the deck")
        if ask.is_forced
        else ask._("In which order do they go under the deck?"),
    }
    return titles.get(verbs, ask._("Take one more, or stop"))


def _lead(ask: Asking, verbs: frozenset[str]) -> str:
    if verbs == {"bottom"}:
        return ask._("The first one comes up first.") * (not ask.is_forced)
    if "bottom" in verbs:
        return ask._("You have taken one and have no room to build: take another, or stop.")
    match ask.view.happened[-1].events[0]:
        case PermitTaken():
            return ask._("You have taken one: take another, or build one from your hand.")
        case PermitBuilt():
            return ask._("You have built one: build a second on another land of yours.")
    return ask._("Take two; or take one and build one; or build two from your hand.")


def _after_building(ask: Asking) -> str:
    """The star, and everyone whom a park lifts."""
    events = ask.tried(ask.pick).events
    moved = [ask._("The star will climb one space.")] * any(
        isinstance(e, StarMoved) for e in events
    )
    return " ".join([*moved, *(_climb(ask, *climb) for climb in climbed(events).items())])


def _climb(ask: Asking, seat: int, count: int) -> str:
    them = ask.ngettext(
        "{name} will climb {count} approval space.",
        "{name} will climb {count} approval spaces.",
        count,
    )
    you = ask.ngettext(
        "You will climb {count} approval space.", "You will climb {count} approval spaces.", count
    )
    name = with_you(ask.view, ask._)[seat - 1]
    return said_of(name, them, you).format(name=name, count=count)
