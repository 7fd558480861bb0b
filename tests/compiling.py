"""Compiles what the tests play with, while other checks run: `python -m tests.compiling`."""

from tests.games import HERE

import twohalls
from twohalls.bots.levels import prepare


def main() -> None:
    for name in HERE:
        prepare(name)
        _ = twohalls.fast(name).code


if __name__ == "__main__":
    main()
