"""A game's state, made from its `FIELDS`: over lists for people, as a NumPy dtype for machines."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    import numpy as np

    from twohalls.kernel.events import Event

Fields = Mapping[str, tuple[tuple[int, ...], str]]


class State:
    """Attributes named by `FIELDS`, whole numbers or nested lists of them.

    `told` takes what the rules tell while somebody listens; it is no part of the state.
    """

    FIELDS: ClassVar[Fields] = {}
    OF_DEPTH: ClassVar[tuple[tuple[str, ...], ...]] = ((), (), ())
    """The names of the fields that are numbers, rows of them, and tables of rows or deeper."""
    __slots__ = ("told",)
    told: list[Event] | None

    def __init__(self) -> None:
        self.told = None
        for name, (shape, _) in self.FIELDS.items():
            setattr(self, name, _zeros(shape))

    @classmethod
    def of(cls, values: tuple[Any, ...]) -> State:
        """The state with these values, in the order of the fields."""
        state = cls()
        for name, value in zip(cls.FIELDS, values, strict=True):
            setattr(state, name, value)
        return state.copy()

    def copy(self) -> State:
        other = object.__new__(type(self))
        other.told = None
        numbers, rows, tables = self.OF_DEPTH
        for name in numbers:
            setattr(other, name, getattr(self, name))
        for name in rows:
            setattr(other, name, getattr(self, name)[:])
        for name in tables:
            setattr(other, name, _copied(getattr(self, name)))
        return other

    def values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.FIELDS)

    def key(self) -> tuple[Any, ...]:
        """The same for equal states, as a key of those that are at hand together."""
        numbers, rows, tables = self.OF_DEPTH
        return (
            *(getattr(self, name) for name in numbers),
            *(tuple(getattr(self, name)) for name in rows),
            *(_fixed(getattr(self, name)) for name in tables),
        )

    def fingerprint(self) -> str:
        """The same for equal states, and for no others."""
        return hashlib.sha256(repr(self.values()).encode()).hexdigest()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.values() == other.values()

    __hash__ = None  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def __repr__(self) -> str:
        return "\n".join(f"{name} = {getattr(self, name)}" for name in self.FIELDS)


def state_class(fields: Fields) -> type[State]:
    """A class of its own for one game's states, so that a misspelt field is an error."""
    depths = {name: min(2, len(shape)) for name, (shape, _) in fields.items()}
    of_depth = tuple(tuple(name for name in fields if depths[name] == depth) for depth in range(3))
    body = {"FIELDS": fields, "OF_DEPTH": of_depth, "__slots__": tuple(fields)}
    return type("State", (State,), body)


def dtype(fields: Fields) -> np.dtype[Any]:
    """The compact form: one record of NumPy numbers a state.

    The same fields always give the same object: compiled functions know that one at once, and
    would compare any other field by field at each call.
    """
    return _record_of(tuple(fields.items()))


@functools.cache
def _record_of(fields: tuple[tuple[str, tuple[tuple[int, ...], str]], ...]) -> np.dtype[Any]:
    import numpy as np

    return np.dtype([(name, width, shape) for name, (shape, width) in fields])


def copy_states(states: np.ndarray[Any, Any], kind: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The same states again, of that very kind, byte by byte; NumPy goes field by field."""
    import numpy as np

    return np.ndarray(len(states), kind, bytearray(states.view("u1")))


def to_array(state: State) -> np.ndarray[Any, Any]:
    """The state as an array of shape (1,), for the compiled functions."""
    import numpy as np

    array = np.zeros(1, dtype(state.FIELDS))
    for name, value in zip(state.FIELDS, state.values(), strict=True):
        array[name][0] = value
    return array


def from_array(record: Any, kind: type[State]) -> State:
    """The list-backed state of one record of an array."""
    state = kind()
    for name, (shape, _) in kind.FIELDS.items():
        setattr(state, name, record[name].tolist() if shape else int(record[name]))
    return state


def _zeros(shape: tuple[int, ...]) -> Any:
    if not shape:
        return 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _copied(table: list[Any]) -> list[Any]:
    if isinstance(table[0][0], list):
        return [_copied(part) for part in table]
    return [row[:] for row in table]


def _fixed(table: list[Any]) -> tuple[Any, ...]:
    if isinstance(table[0][0], list):
        return tuple(_fixed(part) for part in table)
    return tuple(map(tuple, table))
