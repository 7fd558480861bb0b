"""The command explains itself."""

import pytest

import twohalls

COMMANDS = ("serve", "play", "simulate", "check", "show", "bench")


def test_the_help_names_every_command(run):
    result = run("--help")
    assert result.exit_code == 0
    for command in COMMANDS:
        assert command in result.stdout


def test_alone_it_serves_the_page_on_a_free_port(run, monkeypatch):
    served: list[dict[str, int]] = []
    monkeypatch.setattr("twohalls.cli.serve.serve", lambda **how: served.append(how))
    assert run().exit_code == 0
    assert served == [{"port": 0}]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(run, command):
    result = run(command, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: twohalls {command}") or command in result.stdout


def test_the_version_is_said(run):
    assert run("--version").stdout == f"twohalls {twohalls.__version__}\n"
