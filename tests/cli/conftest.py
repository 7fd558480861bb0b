"""The command as its users call it."""

import pytest
from tests.tables import events, finished
from typer.testing import CliRunner, Result

from twohalls.cli import app, language
from twohalls.kit.i18n import DEFAULT

CLOSING = 2


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    """Whatever language is spoken where the tests run, and was in the test before."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    language.spoken.set(DEFAULT)


@pytest.fixture
def run(monkeypatch):
    """`run("check", file)`: the exit code and what was printed; a bug shows its traceback."""
    monkeypatch.setenv("TWOHALLS_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "80")

    def call(*arguments: object, input: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=input)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def refused(run):
    """One sentence on the error stream, exit code 1."""

    def call(*arguments: object, input: str | bytes | None = None) -> str:
        result = run(*arguments, input=input)
        assert result.exit_code == 1, result.output
        assert "Traceback" not in result.output
        [sentence] = result.stderr.splitlines()
        assert sentence.startswith("twohalls: ")
        assert sentence.endswith((".", "?"))
        return str(sentence).removeprefix("twohalls: ")

    return call


@pytest.fixture
def record(tmp_path):
    """A file with a whole game."""

    def write(name: str = "tammany", players: int = 3, lines: int | None = None):
        text = finished(name, players)
        if lines is not None:
            dropped = len(events(text)) - lines + CLOSING
            text = "\n".join(text.splitlines()[:-dropped]) + "\n"
        path = tmp_path / f"{name}-{players}p.txt"
        path.write_text(text, "utf-8")
        return path

    return write
