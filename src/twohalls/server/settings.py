"""What a host can set: each by an environment variable, `TWOHALLS_` and its name in capitals."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import Field, SkipValidation, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from twohalls.kernel.errors import Malformed


@dataclass(frozen=True)
class Rate:
    """So many at once, and so many more a second."""

    burst: float
    per_second: float


def default_database() -> str:
    """A file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("twohalls", appauthor=False))
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


class Settings(BaseSettings):
    """How one server runs; everything has a default that suits one person at home."""

    model_config = SettingsConfigDict(
        env_prefix="TWOHALLS_",
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
    )

    database: str = Field(default_factory=default_database)
    """Where everything is kept: a database URL; without it a file in the user's data folder."""
    create_rate: Rate = Rate(20, 0.2)
    """How often a client may open a table: `{"burst": 20, "per_second": 0.2}`."""
    post_rate: Rate = Rate(60, 10)
    """How often a client may post anything."""
    look_rate: Rate = Rate(240, 12)
    """How often a client may ask for what takes a while: replays, pictures, analyses."""
    most_streams: int = 1000
    """How many streams may be open in all."""
    streams_each: int = 60
    """How many of one client."""
    largest_body: int = 16_384
    """Bytes of anything that is posted."""
    largest_record: int = 131_072
    """Bytes of a record that is handed in; a long game has a tenth of that."""
    levels: tuple[str, ...] = ("heeler", "captain", "boss", "sachem")
    """The opponents offered on the page; one that plays at random is nobody's."""
    opponent_processes: int = 1
    """In how many processes opponents think."""
    opponent_budget: float = 1.0
    """Seconds an opponent may think about one line, where a table does not say."""
    limits: tuple[float, ...] = (1.0, 3.0, 10.0, 30.0)
    """The seconds from which a table chooses."""
    longest_thinking: float = 30.0
    """The most seconds for a move that any table may choose."""
    unwatched_share: float = 0.1
    """Of each second, how much opponents may think at tables that nobody looks at, together."""
    unwatched_most: float = 30.0
    """The seconds they may save up for that."""
    grace: float = 2.0
    """Seconds beyond its limit after which a process that thinks is thought to hang."""
    hint_rate: Rate = Rate(12, 0.1)
    """How often a client may ask for a hint."""
    warm: bool = True
    """Whether opponents are made ready at once, not when the first of them is needed."""
    pace: float = 0.7
    """Seconds before an opponent's or a forced move, so that people can follow."""
    looking: float = 8.0
    """Seconds for which opponents wait at most until somebody has gone on from what was opened."""
    keep_alive: float = 20.0
    """Seconds between signs of life on a stream on which nothing happens."""
    head_within: float = 15.0
    """Seconds within which the head of a request must have come."""
    body_within: float = 60.0
    """The same for its body."""
    slow_client: float = 30.0
    """Seconds after which a stream that takes nothing is closed."""
    look_around: float = 0.25
    """Seconds between looks at what other workers stored in the same database."""
    lease: int = 5
    """Seconds beyond what a move may take for which one worker plays for the opponents of a table
    before others look after them."""
    look_anyway: float = 5.0
    """The same where the database tells, lest something it told was lost."""
    tables_in_memory: int = 500
    """How many tables are kept ready, beside those that are watched."""
    clock: SkipValidation[Callable[[], float]] = time.time
    """What time it is, for everything that may take days."""
    steady: float = 3600.0
    """Seconds for which a clock that jumped must go on before anybody is moved for by it."""
    look_at_clocks: float = 2.0
    """Seconds between looks at who is to be told something, and whose time is up."""
    same_visit: float = 600.0
    """Seconds after which somebody who comes back is told what happened meanwhile."""
    url: str = ""
    """Where others reach this server, as `https://halls.example.org`; letters need it."""
    tell_after: float = 60.0
    """Seconds a person is awaited before a letter says so; whoever answers sooner gets none."""
    tell_later: float = 1800.0
    """The same for a person who decided something last, and so was here."""
    retry_after: float = 60.0
    """Seconds before a letter that failed is tried again; twice as long each time."""
    most_tries: int = 8
    """How often a letter is tried."""
    letter_rate: Rate = Rate(20, 1 / 60)
    """How often one address is written to."""
    hook_rate: Rate = Rate(60, 0.5)
    """The same for one host of web-hooks."""
    smtp_host: str = ""
    """The mail server; without it there is no e-mail."""
    smtp_port: int = Field(default=587, ge=1, le=65535)
    """Its port."""
    smtp_user: str = ""
    """Who sends, if the mail server asks for it."""
    smtp_password: str = Field(default="", repr=False)
    """And the password."""
    smtp_from: str = ""
    """The sender, as `Two Halls <halls@example.org>`."""
    smtp_tls: Literal["starttls", "tls", "none"] = "starttls"
    """`starttls`, `tls` from the first byte, or `none`, for a server on this machine."""
    hook_ports: tuple[int, ...] = (80, 443)
    """The ports to which web-hooks may go."""
    hook_internal: bool = False
    """Whether web-hooks may reach this machine and its network; only tests want that."""
    hall: Literal["off", "open", "club"] = "off"
    """Who may come into the hall: `open` to all, `club` for members, `off`: nobody."""
    debug: bool = False
    """Whether templates are read anew for each page, for whoever writes them."""

    @classmethod
    def of_host(cls, **given: Any) -> Settings:
        """What the host says, here and by the environment; what cannot be is refused."""
        try:
            return cls(**{name: value for name, value in given.items() if value})
        except ValidationError as wrong:
            first = wrong.errors()[0]
            name = f"TWOHALLS_{'_'.join(map(str, first['loc'])).upper()}"
            raise Malformed("{name}: {reason}", name=name, reason=first["msg"]) from None

    @property
    def sends_mail(self) -> bool:
        return bool(self.url and self.smtp_host and self.smtp_from)

    @property
    def sends_hooks(self) -> bool:
        return bool(self.url)
