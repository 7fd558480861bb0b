"""The tables of the database, as the code reads and writes them; migrations make them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()


def whose(name: str, **given: Any) -> Column[str]:
    """A column that says whose something is, by the first of their browsers."""
    return Column(name, String(64), info={"whose": True}, **given)


games = Table(
    "games",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(24), nullable=False),
    Column("options", Text, nullable=False),
    Column("created", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changes", Integer, nullable=False),
    Column("again", String(24), nullable=True),
    Column("clock", Integer, nullable=True),
    Column("stand_in", String(24), nullable=True),
    Column("ended", Integer, nullable=True),
    Column("thinking", Float, nullable=True),
    Column("hints", String(8), nullable=True),
    Column("board", Text, nullable=True),
    Column("talked", Integer, nullable=False, server_default="0"),
    Column("gone_on", Integer, nullable=False, server_default="0"),
    Column("listed", Integer, nullable=True),
    Column("rated", Integer, nullable=False, server_default="0"),
    Column("language", String(8), nullable=True),
    Column("leaving", String(8), nullable=True),
    Column("finished", Integer, nullable=True),
    Column("settled", Integer, nullable=True),
    Index("games_in_hall", "listed"),
    Index("games_finished", "finished"),
)
"""`version` counts entries, `changes` who sits down or leaves, `talked` what is said here or not
to be heard any more; `again` is the rematch; `gone_on` is the version up to which somebody who sits
here has seen all, so that opponents play on.

`clock` is the seconds a person has for a move, after which an opponent of the level `stand_in`
makes it; `ended` is when the owner ended the table. `thinking` is the seconds an opponent has for
a move, `hints` who may ask for one: `alone`, `all` or `none`. `board` is the board file, where it
is not the one that comes with the game.

`listed` is since when the table is open to the hall, in which `language`; a `rated` game counts
for who left it as `leaving` says. `finished` is when such a game was over, `settled` when that
was written down in `played`.
"""

seats = Table(
    "seats",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(200), nullable=False),
    Column("kind", String(24), nullable=False),
    Column("round", Integer, nullable=False, server_default="0"),
    Column("was", String(24), nullable=True),
)
"""`kind` is `person`, `open` (a person who has not come yet) or the level of an opponent.

`round` counts how often the seat went to a new person, so that old links end; `was` is the kind
to which a seat lent to an opponent can go back.
"""

rights = Table(
    "rights",
    metadata,
    whose("holder", primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("role", String(8), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("seen", Integer, nullable=True),
    Column("here", Integer, nullable=True),
    Index("rights_by_game", "game"),
)
"""Who may do what: `holder` is the hash of a link's or a browser's token.

`role` is `owner`, `watch`, `seat`, or `spent` for the link of a seat that was taken by it.
`seen` is the version of the table this holder saw last, and `here` when that was.
"""

entries = Table(
    "entries",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("text", Text, nullable=False),
    Column("key", String(200), nullable=True),
    Column("time", Integer, nullable=True),
    UniqueConstraint("game", "number", name="one_entry_a_number"),
)
"""What happened, in order; that no number comes twice decides every race."""

waits = Table(
    "waits",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("since", Integer, nullable=False, index=True),
    Column("told", Integer, nullable=False),
)
"""The people who are awaited, since when, and whether they know it (`Told` in `store.py`)."""

notices = Table(
    "notices",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False, index=True),
    Column("time", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", String(200), nullable=False),
    Column("level", String(24), nullable=True),
)
"""What happened at a table that is no move: a seat changed hands, a clock ran out."""

leases = Table(
    "leases",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("worker", String(8), nullable=False),
    Column("until", Integer, nullable=False, index=True),
)
"""Tables at which an opponent is to move: which worker plays for it, and until when nobody else
does."""

devices = Table(
    "devices",
    metadata,
    Column("device", String(64), primary_key=True),
    whose("main", nullable=False, index=True),
    Column("renews", String(64), nullable=True),
    Column("since", Integer, nullable=True),
    Index("renewed_once", "renews", unique=True),
)
"""Browsers (`device`) that came by a personal link and act for the one that made it (`main`).

With `renews` the device is a new token, offered at `since`, that takes the place of an old one as
soon as the browser comes with it.
"""

worn = Table(
    "worn",
    metadata,
    Column("holder", String(64), primary_key=True),
    Column("game", String(24), primary_key=True),
    Column("role", String(8), primary_key=True),
    Column("seat", Integer, primary_key=True),
    whose("now", nullable=False, index=True),
    Column("until", Integer, nullable=False),
)
"""What a token allowed that another took the place of, for requests that were under way: it does
so `until` then, as far as who has it `now` still may. Nothing that was gained since is here; a row
of no game is always there."""

links = Table(
    "links",
    metadata,
    whose("main", primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
)
"""The personal link of a browser, hashed."""

addresses = Table(
    "addresses",
    metadata,
    Column("id", String(24), primary_key=True),
    whose("holder", nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("address", Text, nullable=False),
    Column("language", String(8), nullable=False),
    Column("daily", Integer, nullable=False),
    Column("created", Integer, nullable=False),
    Column("confirmed", Integer, nullable=True),
    Column("digested", Integer, nullable=True),
    Column("trouble", String(40), nullable=True),
    Column("form", String(8), nullable=True),
)
"""Where a person wants to be told: `kind` is `mail`, `hook` or `push`; `trouble` is what failed
last, `form` how a web-hook reads its letters (`hooks.FORMS`)."""

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("address", String(24), ForeignKey("addresses.id"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("game", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("since", Integer, nullable=False),
    Column("due", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("taken", Integer, nullable=True),
    Column("state", String(8), nullable=False),
    UniqueConstraint("address", "kind", "game", "seat", "since", name="one_letter_a_reason"),
    Index("letters_due", "state", "due"),
)
"""Letters, stored before they are sent. `kind` is `confirm`, `turn`, `daily` or `talk`; `taken` is
when a worker began to send it, and `state` is `waits`, `sent`, `failed` or `needless`."""

keys = Table(
    "keys",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("value", String(64), nullable=False),
)
"""Secrets of this server, from which the links in its letters follow."""

records = Table(
    "records",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("created", Integer, nullable=False),
    Column("text", Text, nullable=False),
)
"""Games that were handed in as text, to be watched; `id` follows from the text."""

hints = Table(
    "hints",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("moment", String(24), primary_key=True),
    Column("since", Integer, nullable=False),
    Column("text", Text, nullable=True),
)
"""Hints, each for one seat at one moment; the thinking began at `since` and came to `text`."""

analyses = Table(
    "analyses",
    metadata,
    Column("game", String(24), primary_key=True),
    Column("since", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("part", Text, nullable=True),
    Column("text", Text, nullable=True),
)
"""What decided a finished game, of a table or a record: `done` lines are judged, with what came of
it in `part`, and `since` is when a worker last said so; `text` is the outcome."""

talk = Table(
    "talk",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("game", String(24), ForeignKey("games.id"), nullable=False),
    Column("channel", String(8), nullable=False),
    whose("holder", nullable=False),
    Column("voice", String(24), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("name", String(200), nullable=False),
    Column("sign", String(16), nullable=True),
    Column("text", Text, nullable=False),
    Column("time", Integer, nullable=False),
    Column("key", String(80), nullable=False),
    UniqueConstraint("game", "holder", "key", name="said_once"),
    Index("talk_by_game", "game", "id"),
    Index("talk_by_holder", "holder"),
)
"""What people say at a table: `channel` is `table`, or `watch` for those who only look on.

`voice` names who speaks without saying whose browser it is; `sign` is a reaction, said in each
reader's language, and `key` names the attempt, so that the same is said once.
"""

silences = Table(
    "silences",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("voice", String(24), primary_key=True),
)
"""Voices that the owner of a table silenced there."""

hides = Table(
    "hides",
    metadata,
    whose("holder", primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("voice", String(24), primary_key=True),
)
"""Voices that a reader does not want to hear at a table."""

listeners = Table(
    "listeners",
    metadata,
    whose("holder", primary_key=True),
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("heard", Integer, nullable=False),
    Column("told", Integer, nullable=False, server_default="0"),
    Column("links", Integer, nullable=False, server_default="0"),
)
"""Up to which message somebody has read the talk of a table, whether they want to be told of more
while they are away, and whether links in it can be followed."""

persons = Table(
    "persons",
    metadata,
    Column("id", String(24), primary_key=True),
    whose("holder", nullable=False, unique=True),
    Column("name", String(200), nullable=False),
    Column("plain", String(200), nullable=False, unique=True),
    Column("unlisted", Integer, nullable=False),
    Column("created", Integer, nullable=False),
)
"""People with a name in the hall, each by the first of their browsers; `plain` is the name as it
is compared, so that nobody else has it."""

played = Table(
    "played",
    metadata,
    Column("game", String(24), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(24), nullable=True),
    Column("kind", String(24), nullable=False),
    Column("of", String(24), nullable=False),
    Column("players", Integer, nullable=False),
    Column("time", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("mu", Float, nullable=True),
    Column("sigma", Float, nullable=True),
    Column("deeds", Text, nullable=False),
    Index("played_by_person", "person", "time"),
)
"""How each seat of a finished game of the hall ended: `of` is the game, `mu` and `sigma` the rating
that a rated one left."""

HELD = tuple(
    column
    for table in metadata.sorted_tables
    for column in table.columns
    if column.info.get("whose")
)
"""All that somebody holds: it goes along to a new token, is taken along, and is forgotten."""
