"""Who sits where: tables are made, people come and go, and the owner ends what nobody plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from twohalls.games import find_game
from twohalls.kernel.errors import Illegal
from twohalls.kernel.table import Table
from twohalls.server import identity
from twohalls.server.boards import Board, on_board
from twohalls.server.lessons import LESSON, script_of
from twohalls.server.live import ALONE, Live
from twohalls.server.names import distinct, neat_name
from twohalls.server.store import Notice, Right, Seat, Stored, Taken, Wait
from twohalls.server.tables import Tables


class Seating:
    """Makes tables and says who sits at them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.settings = tables.settings
        self.secret = self.store.secret("tables")
        """From which the names and the links of tables follow."""

    async def create(
        self,
        game: str,
        seats: Sequence[tuple[str, str]],
        options: Mapping[str, str],
        token: str,
        key: str,
        mine: Sequence[int] = (),
        again_of: str | None = None,
        clock: int | None = None,
        stand_in: str | None = None,
        thinking: float | None = None,
        hints: str = ALONE,
        board: Board | None = None,
    ) -> Live:
        """A table for seats of (name, kind); the same key makes it once, and only one can follow
        the table `again_of`, whoever makes it.

        `token` is of who makes it, and holds the seats `mine` from the start;
        `clock` the seconds for a move, after which an opponent of level `stand_in` makes it;
        `thinking` the seconds opponents have, and `hints` who may ask for one; `board` is a board
        file that takes the place of the game's own.
        """
        id = self.id_of(key)
        owner = self.owner_of(id)
        names = distinct([neat_name(name) for name, _ in seats])
        chosen = on_board(find_game(game), board)
        table = Table(chosen, names, options)
        if any(kind == LESSON for _, kind in seats):
            table.script = script_of(game)
        _ = table.awaited  # lets chance play what comes before the first decision
        sitting = tuple(
            Seat(number, name, kind)
            for number, (name, (_, kind)) in enumerate(zip(names, seats, strict=True), 1)
        )
        awaited = {
            number: Wait(self.tables.now)
            for number in table.awaited
            if table.script is None and not sitting[number - 1].is_opponent
        }
        stored = Stored(
            id,
            game,
            table.options,
            self.tables.now,
            0,
            None,
            sitting,
            tuple(table.log),
            waits=awaited,
            clock=clock,
            stand_in=stand_in,
            thinking=thinking or self.settings.opponent_budget,
            hints=hints,
            board=chosen.board_file,
        )
        held = [Right(id, "owner", None), *(Right(id, "seat", seat) for seat in mine)]
        holders = [(identity.hashed(token), right) for right in held]
        holders += [(identity.hashed(owner), Right(id, "owner", None))]
        holders += [(identity.hashed(identity.watch_token(owner)), Right(id, "watch", None))]
        holders += [
            (
                identity.hashed(identity.seat_token(owner, seat.number)),
                Right(id, "seat", seat.number),
            )
            for seat in sitting
            if seat.kind == "open"
        ]
        with suppress(Taken):
            await self.store.create(stored, holders, again_of)
        if again_of is not None:
            self.tables.hear(again_of)
            id = (await self.tables.find(again_of)).again or id
        return await self.tables.find(id)

    def id_of(self, key: str) -> str:
        """The name of the table that is made with a key."""
        return identity.table_id(self.secret, key)

    def owner_of(self, id: str) -> str:
        """The token from which all links of a table follow."""
        return identity.owner_token(self.secret, id)

    async def sit_down(
        self, live: Live, number: int, name: str, holder: str, link: str | None = None
    ) -> None:
        """A person comes to an open seat, by its link or from the game before, and holds it by
        their own token; the link is spent."""
        async with live.lock:
            await self.tables.refresh(live)
            live.refuse_over()
            taken = [other.name for other in live.seats if other.number != number]
            name = distinct([*taken, neat_name(name)])[-1]
            hashes = identity.hashed(holder), link and identity.hashed(link)
            try:
                await self.store.sit_down(live.id, number, name, *hashes)
            except Taken:
                await self.tables.refresh(live)
                live.refuse_over()
                raise not_open(live.seat(number)) from None
        await self.tables.find(live.id)

    async def lend_seat(self, live: Live, number: int, level: str) -> None:
        """An opponent plays on for whoever sits there, who can come back to it."""

        def lent(seat: Seat) -> Seat:
            return replace(seat, kind=level, was=seat.was if seat.is_opponent else seat.kind)

        await self._set_seat(live, number, lent, "opponent", level)

    async def rename_seat(self, live: Live, number: int, name: str) -> None:
        """Who sits there says what they are called."""
        taken = [seat.name for seat in live.seats if seat.number != number]
        called = distinct([*taken, neat_name(name)])[-1]
        await self._set_seat(live, number, lambda seat: replace(seat, name=called))

    async def return_seat(self, live: Live, number: int) -> None:
        """A lent seat goes back to the person who held it."""

        def back(seat: Seat) -> Seat:
            if seat.was is None:
                raise Illegal("nobody held this seat before")
            return replace(seat, kind=seat.was, was=None)

        await self._set_seat(live, number, back, "back")

    async def give_seat(self, live: Live, number: int) -> None:
        """A seat waits for a new person, who comes by a new link; who held it may only watch."""

        def fresh(seat: Seat) -> Seat:
            return replace(seat, kind="open", was=None, round=seat.round + 1)

        await self._set_seat(live, number, fresh, "new", owner=self.owner_of(live.id))

    async def _set_seat(
        self,
        live: Live,
        number: int,
        change: Callable[[Seat], Seat],
        what: str | None = None,
        level: str | None = None,
        owner: str | None = None,
    ) -> None:
        async with live.lock:
            await self.tables.refresh(live)
            live.refuse_over()
            seat = change(live.seat(number))
            live.seats = tuple(seat if s.number == number else s for s in live.seats)
            link = None
            if owner is not None:
                live.waits.pop(number, None)
                link = identity.hashed(identity.seat_token(owner, number, seat.round))
            notice = Notice(self.tables.now, what, number, seat.name, level) if what else None
            awaited = live.waits_after([], self.tables.now)
            live.doubtful = True
            try:
                await self.store.set_seat(live.id, seat, awaited, notice, link)
            except Taken:
                await self.tables.refresh(live)
                live.refuse_over()
                raise
        await self.tables.find(live.id)

    async def end(self, live: Live) -> None:
        """The owner ends the table: nobody can play on."""
        async with live.lock:
            await self.tables.refresh(live)
            live.refuse_over()
            if live.rated and not any(seat.kind == "open" for seat in live.seats):
                raise Illegal("a rated game is played to its end: lend seats to opponents instead")
            await self.store.end(live.id, Notice(self.tables.now, "ended", None, ""))
        await self.tables.find(live.id)


def not_open(seat: Seat) -> Illegal:
    """Why nobody can sit down at a seat by its link."""
    if seat.is_opponent:
        return Illegal(
            "an opponent is playing this seat: whoever opened the table can give it back"
        )
    return Illegal(
        "somebody sits here already, and the link has been used: to bring your seat to "
        "another device, open your personal link there"
    )
