"""Half requests, idle connections and crowds of them: newcomers are served."""

from __future__ import annotations

import contextlib
import resource
import socket

import httpx2
import pytest
from tests.serving import quick, until

from twohalls.server.protocol import LONGEST_HEAD, MOST_HALF
from twohalls.web.app import create_app
from twohalls.web.serve import Server

NGINX_KEEPS = 60
"""Seconds for which nginx keeps a connection to a server behind it, if nobody says otherwise."""
HEAD = b"POST /play HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n"


def connected(server):
    found = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    found.settimeout(30)
    return found


def is_over(connection):
    """Whether the other side closed it, whatever it said before."""
    with contextlib.suppress(ConnectionResetError):
        while connection.recv(4096):
            pass
    return True


@pytest.mark.parametrize(
    "said",
    [b"", b"GET / HT", HEAD, HEAD + b"\r\n", HEAD + b"\r\nname=Ada"],
    ids=["nothing", "half a line", "half a head", "no body", "half a body"],
)
def test_who_says_nothing_whole_in_time_is_let_go(serve, said):
    server = serve(head_within=0.3, body_within=0.3)
    with connected(server) as connection:
        connection.sendall(said)
        assert is_over(connection)
    assert "a request failed" not in server.log.read_text()


def test_the_second_request_of_a_connection_has_a_deadline_too(serve):
    server = serve(head_within=0.5)
    with connected(server) as connection:
        connection.sendall(b"GET /static/icon.svg HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET / HT")
        assert is_over(connection)


def test_a_connection_is_kept_for_longer_than_a_proxy_keeps_it():
    """Or the proxy would send a request into one that was just closed."""
    config = Server(create_app(quick("sqlite://"))).config
    assert config.timeout_keep_alive > NGINX_KEEPS


def test_a_head_without_end_is_not_read(serve):
    with connected(serve(head_within=600.0)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with contextlib.suppress(OSError):  # given up while it was being sent
            for _ in range(LONGEST_HEAD // 1000 * 40):
                connection.sendall(b"X: " + b"y" * 1000 + b"\r\n")
        assert is_over(connection)


def test_newcomers_are_served_however_many_say_nothing(serve):
    server = serve(head_within=600.0)
    with contextlib.ExitStack() as crowd:
        idle = [crowd.enter_context(connected(server)) for _ in range(MOST_HALF + 50)]
        for connection in idle[-20:]:
            connection.sendall(b"GET / HTTP/1.1\r\n")
        assert httpx2.get(f"{server.url}/", timeout=30).status_code == 200
        assert is_over(idle[0]), "the oldest made room"


def test_a_stream_may_stay_open_for_long(serve):
    table = serve(head_within=0.2, body_within=0.2, keep_alive=0.1).new_table()
    with table.api().stream(accept_encoding="identity") as stream:
        lines = stream.iter_lines()
        alive = [line for line, _ in zip(lines, range(40), strict=False) if line == ":"]
        assert len(alive) > 10


def test_a_server_may_open_as_many_files_as_the_system_allows(serve):
    server = serve()
    until(lambda: server.process.poll() is None)
    allowed, most = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
    assert allowed == most


def test_no_answer_says_what_it_was_made_by(serve):
    headers = httpx2.get(f"{serve().url}/", timeout=60).headers
    assert "server" not in headers
    assert "x-powered-by" not in headers
