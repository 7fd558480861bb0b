"""The JSON API for programs: `/api/v1`, described by `/api/v1/openapi.json`.

A token, as of a seat's link, is sent as `Authorization: Bearer …`; a browser's cookie works too.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import PlainTextResponse, Response

from twohalls import bots
from twohalls.kernel.errors import Malformed, Unknown
from twohalls.server import identity, shortway
from twohalls.server.limits import client_of
from twohalls.server.live import Live
from twohalls.server.services import Services, browser_of, services
from twohalls.server.store import Right
from twohalls.server.stream import EventStream, Over, written

MOST_THINKING = 60
bearer = HTTPBearer(auto_error=False, description="The token of a seat, an owner or a spectator.")


class Refusal(BaseModel):
    """Why something was refused."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "error": "Illegal",
                    "message": "ward 14 is locked",
                    "template": "ward {ward} is locked",
                    "values": {"ward": 14},
                }
            ]
        }
    )
    error: str = Field(
        description="Malformed, Illegal, NotYourTurn, Stale, Unknown, TooMany, TooLarge, "
        "CrossSite, WrongLetters"
    )
    message: str = Field(description="The sentence in English.")
    template: str = Field(description="The sentence before its values are put in.")
    values: dict[str, Any]


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal, "description": text}
    for code, text in {
        400: "the request cannot be read",
        403: "sent by another site's page",
        404: "no such table, seat or game, or no right to it",
        409: "refused by the rules, or the table has moved on",
        413: "too long",
        415: "not in UTF-8",
        422: "not of the right form",
        429: "too often",
    }.items()
}
router = APIRouter(prefix="/api/v1", responses=REFUSALS)

Id = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{12}$", examples=["k3Xw91vQbRt0"])]
Wanted = Annotated[
    int | None,
    Query(ge=1, le=9, description="Which of your seats, where a token holds several."),
]


class NewSeat(BaseModel):
    name: Annotated[str, Field(min_length=1, max_length=24, examples=["Ada"])]
    kind: Annotated[
        str,
        Field(
            default="open",
            max_length=24,
            description="`open` for a person who comes by the seat's token, "
            "or the level of an opponent.",
            examples=["open"],
        ),
    ]


class NewTable(BaseModel):
    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "game": "tammany",
                    "seats": [
                        {"name": "Ada", "kind": "open"},
                        {"name": "Nora", "kind": "random"},
                        {"name": "Teo", "kind": "random"},
                    ],
                    "options": {},
                }
            ]
        }
    )
    game: Annotated[str, Field(max_length=24, examples=["tammany"])]
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=9)]
    options: dict[str, str] = {}
    board: Annotated[
        dict[str, Any] | None,
        Field(
            default=None,
            description="Another board than the game's own, in the form of its board file.",
        ),
    ]
    thinking: Annotated[
        float | None,
        Field(
            default=None,
            ge=0.01,
            le=MOST_THINKING,
            description="Seconds an opponent may think about a move; if left out, as this server "
            "has it.",
            examples=[3],
        ),
    ]
    hints: Annotated[
        Literal["alone", "all", "none"],
        Field(
            default="alone",
            description="Who may ask for hints on the page: one person alone among opponents, "
            "everybody, or nobody.",
        ),
    ]
    clock: Annotated[
        int | None,
        Field(
            default=None,
            ge=60,
            le=60 * 24 * 3600,
            description="Seconds a person has for a move, after which an opponent makes it.",
            examples=[172800],
        ),
    ]
    stand_in: Annotated[
        str, Field(default="captain", max_length=24, description="The level of that opponent.")
    ]
    key: Annotated[
        str | None,
        Field(
            default=None,
            min_length=22,
            max_length=100,
            pattern=r"^[A-Za-z0-9_-]+$",
            description="Names this attempt: repeated, it makes no second table. The rights of the "
            "table follow from it, so choose it at random and keep it to yourself.",
        ),
    ]


class SeatOut(BaseModel):
    seat: int
    name: str
    kind: str
    token: str | None = Field(default=None, description="Only in the answer to its creation.")


class TableOut(BaseModel):
    id: str
    game: str
    version: int
    seats: list[SeatOut]
    thinking: float = Field(description="Seconds an opponent may think about a move.")
    owner: str = Field(description="The owner's token.")
    watch: str = Field(description="The spectators' token.")


class Post(BaseModel):
    seat: Annotated[int, Field(ge=1, le=9, examples=[1])]
    version: Annotated[int, Field(ge=0, lt=2**31, description="The version you saw.", examples=[4])]
    key: Annotated[
        str,
        Field(
            min_length=1,
            max_length=60,
            pattern=r"^[A-Za-z0-9._-]+$",
            description="Names this attempt: repeated, it is done once.",
            examples=["3f1c"],
        ),
    ]


class Move(Post):
    line: Annotated[
        str,
        Field(min_length=1, max_length=1000, description="One of `legal`.", examples=["boss 1"]),
    ]


class Join(BaseModel):
    name: Annotated[str, Field(min_length=1, max_length=24, examples=["Ada"])]


class Done(BaseModel):
    version: int = Field(description="The version of the table afterwards.")


class Joined(Done):
    token: str = Field(description="Your own token of this seat; the one you came by is used up.")


class ViewOut(BaseModel):
    """What a seat knows; the game's own fields follow those named here."""

    model_config = ConfigDict(extra="allow")
    id: str
    game: str
    seat: int | None
    version: int
    awaited: list[int] = Field(description="The seats that may answer now.")
    over: bool
    legal: list[str] = Field(description="The lines this seat may say now.")
    can_undo: bool
    lines: list[str] = Field(description="What happened, as this seat may read it.")
    events: list[dict[str, Any]] = Field(
        description="The same as events: for each line its moment, its seat, and what it brought."
    )


class Who:
    """What the sender may do at one table."""

    def __init__(self, live: Live, rights: list[Right], found: Services) -> None:
        self.live = live
        self.services = found
        self.rights = rights
        held = {right.seat for right in rights if right.seat}
        self.seats = sorted(seat for seat in held if not live.seat(seat).is_opponent)

    def seat(self, wanted: int | None) -> int | None:
        """The seat asked for, one's only seat, or the spectator's place."""
        if wanted is None:
            return self.seats[0] if len(self.seats) == 1 else None
        if wanted not in self.seats:
            raise Unknown("this seat is not yours")
        return wanted


Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]


def tokens(request: Request, given: HTTPAuthorizationCredentials | None) -> list[str]:
    bearer = given.credentials if given else ""
    found = [bearer if len(bearer) <= identity.LONGEST else "", browser_of(request)]
    return [identity.hashed(token) for token in found if token]


async def who(request: Request, id: Id, given: Bearer) -> Who:
    found = services(request)
    rights = await found.store.rights_of(tokens(request, given), id)
    if not rights:
        raise Unknown("there is no such table, or it is not open to you: ask for a link to it")
    live = await found.tables.find(id)
    live.visit(client_of(request))
    return Who(live, rights, found)


Me = Annotated[Who, Depends(who)]


@router.post("/tables", status_code=201, summary="Open a table")
async def create(request: Request, new: NewTable) -> TableOut:
    """Returns the tokens of all seats; they are shown this once."""
    for seat in new.seats:
        if seat.kind != "open" and seat.kind not in bots.LEVELS:
            raise Unknown(
                "“{kind}” is not a kind of player: choose from open, {levels}",
                kind=seat.kind,
                levels=", ".join(bots.LEVELS),
            )
    longest = services(request).settings.longest_thinking
    if new.thinking is not None and new.thinking > longest:
        raise Malformed("opponents may think for {longest} s at most", longest=longest)
    if new.stand_in not in bots.LEVELS:
        raise Unknown(
            ("there is no such opponent: choose from {levels}"), levels=", ".join(bots.LEVELS)
        )
    token = new.key or identity.new_token()
    seats = [(seat.name, seat.kind) for seat in new.seats]
    live = await services(request).seating.create(
        new.game,
        seats,
        new.options,
        token,
        f"api {token}",
        clock=new.clock,
        stand_in=new.stand_in,
        thinking=new.thinking,
        hints=new.hints,
        board=new.board,
    )
    owner = services(request).seating.owner_of(live.id)
    return TableOut(
        id=live.id,
        game=live.game,
        version=live.table.version,
        seats=[
            SeatOut(
                seat=seat.number,
                name=seat.name,
                kind=seat.kind,
                token=None if seat.is_opponent else identity.seat_token(owner, seat.number),
            )
            for seat in live.seats
        ],
        thinking=live.thinking or services(request).settings.opponent_budget,
        owner=owner,
        watch=identity.watch_token(owner),
    )


@router.post("/tables/{id}/join", summary="Sit down")
async def join(body: Join, me: Me, given: Bearer) -> Joined:
    """With a seat's token: the person is here, under this name, and gets a token that nobody else
    knows. Whoever opened the table knows the first one until then."""
    if len(me.seats) != 1 or given is None:
        raise Unknown("the token of one seat is needed to sit down")
    token = identity.new_token()
    link = given.credentials
    await me.services.seating.sit_down(me.live, me.seats[0], body.name, token, link)
    return Joined(version=me.live.table.version, token=token)


@router.get("/tables/{id}", summary="What your seat knows")
async def view(me: Me, seat: Wanted = None) -> ViewOut:
    async with me.live.lock:
        return ViewOut(**seen(me.live, me.seat(seat)))


@router.get("/tables/{id}/legal", summary="What your seat may say now")
async def legal(me: Me, seat: Wanted = None) -> list[str]:
    async with me.live.lock:
        return me.live.view(me.seat(seat)).legal


@router.post("/tables/{id}/moves", summary="Say a line")
async def submit(id: Id, move: Move, me: Me) -> Done:
    """It is on the disk when this answers."""
    seat = me.seat(move.seat)
    assert seat is not None
    version = await me.services.tables.submit(id, seat, move.line, move.version, move.key)
    return Done(version=version)


async def submitted(request: Request, id: str) -> Response:
    """The same without the framework around it."""
    said = await shortway.read(request)
    me = await who(request, id, await bearer(request))
    done = await submit(id, shortway.as_body(Move, said), me)
    return Response(done.model_dump_json(), media_type="application/json")


MOVING = shortway.ShortWay(
    f"{router.prefix}/tables/{{id}}/moves", b"application/json", submitted, "[A-Za-z0-9]{12}"
)


@router.post("/tables/{id}/undo", summary="Take your last line back")
async def undo(id: Id, post: Post, me: Me) -> Done:
    seat = me.seat(post.seat)
    assert seat is not None
    version = await me.services.tables.undo(id, seat, post.version, post.key)
    return Done(version=version)


@router.get(
    "/tables/{id}/record",
    summary="The game so far as a text record",
    response_class=Response,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def record(me: Me, seat: Wanted = None) -> PlainTextResponse:
    async with me.live.lock:
        return PlainTextResponse(me.live.view(me.seat(seat)).record())


@router.get(
    "/tables/{id}/stream",
    summary="What your seat knows, again whenever it changes",
    response_class=Response,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
)
async def stream(request: Request, id: Id, me: Me, given: Bearer, seat: Wanted = None) -> Response:
    """Server-sent events; `data` is the view as JSON, `id` numbers it. A reader that was away sends
    `Last-Event-ID` and gets the present view if it changed; steps between may be left out."""
    shown = me.seat(seat)
    sent = request.headers.get("last-event-id", "")
    held, changes = tokens(request, given), me.live.changes

    async def update() -> bytes | None:
        nonlocal sent, shown, changes
        try:
            live = await me.services.tables.find(id)
        except Unknown:
            raise Over from None
        if live.stamp == sent:
            return None
        while live.changes != changes:
            changes = live.changes
            rights = await me.services.store.rights_of(held, id, grace=False)
            if not rights:
                raise Over
            now = Who(live, rights, me.services)
            shown = shown if shown in now.seats else None
        sent = live.stamp
        return told(live, shown)

    accepts = request.headers.get("accept-encoding", "")
    return EventStream(me.services.streams, [me.live], update, accepts)


def told(live: Live, seat: int | None) -> bytes:
    """The event that says what a seat knows, made once for all who know the same."""
    event: bytes | None = live.made.get(("json", seat))
    if event is None:
        text = json.dumps(seen(live, seat), separators=(",", ":"))
        event = live.made["json", seat] = written(live.stamp, text)
    return event


def seen(live: Live, seat: int | None) -> dict[str, Any]:
    """Everything a seat may know, through the one door."""
    view = live.view(seat)
    return {
        "id": live.id,
        **view.to_json(),
        "legal": view.legal,
        "can_undo": view.can_undo,
        "lines": list(view.lines),
        "events": [line.to_json() for line in view.happened],
    }
