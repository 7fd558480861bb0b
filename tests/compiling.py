"""Compiles what the tests play with, while other checks run: `python -m tests.compiling`."""

from tests.installing import install


def main() -> None:
    install()
    import twohalls
    from twohalls.bots.levels import prepare

    for name in twohalls.GAMES:
        prepare(name)
        _ = twohalls.fast(name).code


if __name__ == "__main__":
    main()
