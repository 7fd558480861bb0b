"""Pushcart in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from pushcart.events import CoinBid, CoinSaved, CoinShown, CrateBought, CrateSet, CrateSpoiled
from twohalls.kernel.events import Happened
from twohalls.kernel.rules import Rules
from twohalls.kit.canvas import seat_style
from twohalls.kit.terminal import Seen, Terminal


class PushcartTerminal(Terminal):
    """The street in a few lines."""

    RULES = (
        "Everybody has coins from 1 to 6 and saves one of them unseen. On each of five mornings a "
        "crate is set on the street and everybody bids a coin, sealed. The highest coin that "
        "nobody else bids buys the crate; all coins bid are spent. Crates and the saved coin "
        "count; the most wins."
    )
    MOVES: Mapping[str, tuple[str, str]] = {
        "save": ("save COIN", "put a coin aside for the end, unseen"),
        "bid": ("bid COIN", "your sealed bid for the crate"),
    }

    def list_text(self, seen: Seen, rules: Rules) -> Text:
        street = f"crate {seen['crate']}" if seen["crate"] else "no crate"
        rows = [Text(f"Morning {seen['morning']}: {street}", "bold")]
        for player in seen["players"]:
            row = Text(f"{player['name']:12}", seat_style(player["seat"]))
            row.append(f" earned {player['earned']:2}", "not bold default")
            row.append(f"  spent {' '.join(map(str, player['spent'])) or '-'}")
            if player["coins"] is not None:
                row.append(f"  holds {' '.join(map(str, player['coins'])) or '-'}")
                row.append(f"  saved {player['saved'] or '-'}")
            rows.append(row)
        return Text("\n").join(rows)

    def task(self, seen: Seen, seat: int, legal: Sequence[str]) -> str:
        if seen["phase"] == "save":
            return "save a coin for the end."
        return f"bid for crate {seen['crate']}."

    def predicate(self, happened: Happened, names: Sequence[str]) -> str:
        match happened.events[0]:
            case CoinSaved(coin=None):
                return "saves a coin"
            case CoinSaved(coin=coin):
                return f"saves the {coin}"
            case CoinBid(coin=coin):
                return f"bids {coin}"
            case CrateSet(crate=crate):
                return f"Crate {crate} is set on the street."
        return ""

    def outcome(self, happened: Happened, names: Sequence[str]) -> Sequence[str]:
        told = []
        for event in happened.events:
            match event:
                case CrateBought():
                    told.append(f"{names[event.seat - 1]} buys crate {event.crate}.")
                case CrateSpoiled():
                    told.append(f"Nobody buys crate {event.crate}.")
                case CoinShown():
                    told.append(
                        f"{names[event.seat - 1]} saved {event.coin}: {event.points} points."
                    )
        return told


TERMINAL = PushcartTerminal()
