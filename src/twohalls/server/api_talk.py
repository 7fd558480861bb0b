"""The JSON API of what is said at a table."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from twohalls.kernel.errors import Unknown
from twohalls.server import talk
from twohalls.server.api import REFUSALS, Bearer, Id, Me, Who, tokens
from twohalls.server.names import neat_name

router = APIRouter(prefix="/api/v1", responses=REFUSALS)
Sign = Literal["bravo", "thanks", "sorry", "really", "laugh", "wait"]


class Message(BaseModel):
    id: int
    channel: Literal["table", "watch"]
    seat: int | None = Field(description="The seat that speaks; none of those who look on.")
    name: str
    sign: str | None = Field(description="A reaction, said in each reader's language.")
    text: str
    time: int = Field(description="Seconds since 1970.")


class NewMessage(BaseModel):
    text: Annotated[str, Field(default="", max_length=2000, examples=["Ward 8 is mine."])]
    sign: Annotated[Sign | None, Field(default=None)]
    name: Annotated[
        str, Field(default="", max_length=24, description="Your name, if you only look on.")
    ]
    seat: Annotated[int | None, Field(default=None, ge=1, le=9)]
    key: Annotated[
        str,
        Field(
            min_length=1,
            max_length=60,
            pattern=r"^[A-Za-z0-9._-]+$",
            description="Names this attempt: repeated, it is said once.",
            examples=["3f1c"],
        ),
    ]


@router.get("/tables/{id}/talk", summary="What was said at the table")
async def said(request: Request, id: Id, me: Me, given: Bearer) -> list[Message]:
    """As far as you may read it: those who look on are read by players when the game is over."""
    refuse_lesson(me)
    reader = await me.services.talk.reader(tokens(request, given)[0], id)
    hall = await me.services.talk.at(me.live)
    read = talk.readable(hall.said, talk.channels(me.live, me.rights), reader)
    return [Message.model_validate(vars(one)) for one in read]


@router.post("/tables/{id}/talk", status_code=201, summary="Say something at the table")
async def say(request: Request, id: Id, new: NewMessage, me: Me, given: Bearer) -> None:
    refuse_lesson(me)
    reader = await me.services.talk.reader(tokens(request, given)[0], id)
    name = neat_name(new.name) if new.name else ""
    voice = talk.voice_of(me.live, me.rights, reader.main, name, new.seat)
    await me.services.talk.say(me.live, voice, new.text, new.sign, new.key)


def refuse_lesson(me: Who) -> None:
    if me.live.is_lesson:
        raise Unknown("there is no table talk in a lesson")
