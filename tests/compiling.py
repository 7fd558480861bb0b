"""Compiles what the tests play with, while other checks run: `python -m tests.compiling`."""

import twohalls
from twohalls.bots.levels import prepare


def main() -> None:
    for name in twohalls.GAMES:
        prepare(name)
        _ = twohalls.fast(name).code


if __name__ == "__main__":
    main()
