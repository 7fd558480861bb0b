"""How often one client may create and post."""

from __future__ import annotations

import functools
import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.requests import HTTPConnection

from twohalls.kernel.errors import TwoHallsError
from twohalls.server.settings import Rate

MOST_CLIENTS = 10_000
NETWORK = 64
"""Bits of an IPv6 address that name a client: the others are theirs to choose."""


def client_of(connection: HTTPConnection) -> str:
    """Who asks, as far as limits go: an address, or the network of one."""
    return _client_at(connection.client.host if connection.client else "")


@functools.lru_cache(maxsize=MOST_CLIENTS)
def _client_at(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((int(address), NETWORK), strict=False))
    return str(address)


class TooMany(TwoHallsError):
    """Asked too often."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds))
        super().__init__("too much at once: try again in {seconds} s", seconds=self.seconds)


class TooLarge(TwoHallsError):
    """A body that no move needs."""


class Buckets:
    """A bucket of allowances for each client; clients not seen for long are forgotten first."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> None:
        """Use one allowance, or be refused."""
        now = self.clock()
        level, before = self._levels.pop(client, (self.rate.burst, now))
        level = min(self.rate.burst, level + (now - before) * self.rate.per_second)
        enough = level >= 1
        self._levels[client] = (level - enough, now)
        if len(self._levels) > MOST_CLIENTS:
            self._levels.popitem(last=False)
        if not enough:
            raise TooMany((1 - level) / self.rate.per_second)
