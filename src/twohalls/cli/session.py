"""A game at the terminal: asks the people, lets the opponents answer, tells what happened."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.text import Text

from twohalls.cli.files import write_text
from twohalls.cli.manners import Refused, printable, sentence
from twohalls.cli.moves import Moves
from twohalls.cli.seats import PERSON, Seating, advice, choose
from twohalls.cli.show import outcome
from twohalls.cli.story import by_seat, story
from twohalls.kernel.errors import Illegal, TwoHallsError
from twohalls.kernel.table import Table, View
from twohalls.kit.canvas import seat_style
from twohalls.kit.parts import terminal
from twohalls.kit.terminal import Seen

SEATS_REMARK = "# seats "
LOG_LINES = 20
CURTAIN_ROWS = 60

COMMANDS = (
    ("a number, or a move as written", "make that move; just Enter if it is the only one"),
    ("moves, moves VERB, moves VERB PAGE", "what you may do now"),
    ("board, board list", "the table as it stands, as a map or line by line"),
    ("hint", "what an opponent would do in your place, and why"),
    ("undo", "take back your last move, until somebody else has decided"),
    ("log, log N", "what happened, the last 20 or N lines of it"),
    ("help, rules", "this, and the game in short"),
    ("save FILE", "write the game down; twohalls play --load FILE goes on with it"),
    ("quit", "leave"),
)


class Leave(Exception):
    """A person wants to leave."""


class Session:
    """One table, the people and opponents around it, one screen."""

    def __init__(
        self,
        table: Table,
        seated: Seating,
        rng: random.Random,
        console: Console,
        saved_as: Path | None = None,
    ) -> None:
        self.table = table
        self.seated = seated
        self.rng = rng
        self.console = console
        self.saved_as = saved_as
        self.interactive = sys.stdin.isatty()
        self.forget = _line_editing() if self.interactive else lambda: None
        self.face = terminal(table.game)
        self.told = dict.fromkeys([None, *seated.persons], len(table.lines))
        self.drawn: tuple[object, ...] | None = None
        self.at_screen: int | None = None

    def run(self) -> None:
        """To the end of the game, or until somebody leaves."""
        try:
            self._greet()
            while not self.table.over:
                self._next()
            self._finish()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print("\nThe game ends here.")

    def _greet(self) -> None:
        game = self.table.game
        title = Text(game.title, "bold")
        for seat, name in enumerate(self.table.names, 1):
            kind = self.seated.kinds[seat - 1]
            title.append(", " if seat > 1 else ": ", "not bold")
            title.append(f"{seat} {name}", seat_style(seat))
            title.append("" if kind == PERSON else f" ({kind})", "not bold")
        self.console.print(title)
        if self.seated.persons:
            self.console.print("Type help for help, or just the number of a move to make it.")

    def _next(self) -> None:
        """One answer; of several awaited seats the opponents give theirs first."""
        awaited = sorted(self.table.awaited, key=lambda seat: seat in self.seated.persons)
        seat = awaited[0]
        if seat in self.seated.persons:
            self._ask(seat)
        else:
            view = self.table.view(seat)
            self._submit(seat, choose(self.seated.kinds[seat - 1], view, self.rng))

    def _submit(self, seat: int, line: str) -> None:
        """Let the seat say it, and tell what the rules made of it; opponents' turns as a whole."""
        lines = len(self.table.lines)
        self.table.submit(seat, line)
        if len(self.table.lines) == lines:
            return
        news = self._outcomes(lines)
        if news or seat in self.seated.persons or seat not in self.table.awaited:
            self._tell_lines()
        for text in news:
            self.console.print(Text(text, "italic"))

    def _outcomes(self, since: int) -> list[str]:
        """What the rules made of the lines since then, as everybody may know it."""
        view = self.table.view(None)
        return [
            text
            for happened in view.happened[since:]
            for text in self.face.outcome(happened, view.names)
        ]

    def _tell_lines(self) -> None:
        """The lines since the last time."""
        view = self.table.view(self.at_screen)
        since = self.told[self.at_screen]
        for text in story(self.face, view.happened[since:], view.names):
            self.console.print(text)
        alone = len(self.seated.persons) > 1 and self.face.hides_hands(view.to_json())
        for reader in [self.at_screen] if alone else self.told:
            self.told[reader] = len(view.lines)

    # --- Asking a person -------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Until the seat has made a move."""
        view = self.table.view(seat)
        seen = view.to_json()
        sealed = len(self.table.game.awaited(view.known)) > 1
        if sealed and len(view.legal) == 1:
            self._submit(seat, view.legal[0])
            return
        if self._is_secret(view, seen) and self.at_screen != seat:
            self._hand_over(seat)
        self.at_screen = seat
        self._tell_lines()
        scene = self.face.scene(seen)
        if scene != self.drawn:
            self.drawn = scene
            self._draw(seen)
        moves = self._prompt(seat, view, seen)
        while not self._answer(seat, moves):
            pass
        if sealed:
            self.at_screen = None

    def _is_secret(self, view: View, seen: Seen) -> bool:
        """Whether another person must not see what this one sees or says."""
        persons = self.seated.persons
        sealed = [seat for seat in persons if seat - 1 in self.table.game.awaited(view.known)]
        return len(persons) > 1 and (len(sealed) > 1 or self.face.hides_hands(seen))

    def _hand_over(self, seat: int) -> None:
        """A curtain falls between two people."""
        self._curtain()
        self.drawn = None
        who = by_seat(seat, self.table.names)
        self.console.print(who.append(" decides now. The others look away.", "not bold"))
        self._read("Enter when ready: ")

    def _curtain(self) -> None:
        self.forget()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        elif self.interactive:
            self.console.print("\n" * CURTAIN_ROWS)
        else:
            self.console.rule()

    def _draw(self, seen: Seen) -> None:
        self.console.print()
        self.console.print(self.face.board_text(seen, self.console.width, self.table.game.rules))

    def _prompt(self, seat: int, view: View, seen: Seen) -> Moves:
        """Say what is to be done, and how."""
        moves = Moves(self.face, view.legal)
        self.console.print()
        self.console.print(self._title(seat).append(self.face.task(seen, seat, view.legal)))
        for row in moves.summary(self.console.width):
            self.console.print(row)
        return moves

    def _title(self, seat: int) -> Text:
        return Text(f"{seat} {self.table.names[seat - 1]}: ", seat_style(seat))

    def _read(self, prompt: str) -> str:
        self.console.file.flush()
        return input(prompt)

    def _answer(self, seat: int, moves: Moves) -> bool:
        """Take one line of input; says whether the table changed."""
        try:
            text = self._read(f"{self.table.names[seat - 1]} ({seat}) > ").strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self._quit("")
        word, _, rest = text.partition(" ")
        try:
            command = self._commands().get(word.lower())
            if command is not None:
                return bool(command(rest.strip()))
            self._move(seat, moves, text)
            return True
        except (TwoHallsError, Refused) as problem:
            self.console.print(Text(sentence(problem), "red"))
            return False

    def _move(self, seat: int, moves: Moves, text: str) -> None:
        if text == "" and len(moves.lines) == 1:
            text = "1"
        if text == "":
            raise Refused("Choose a number, type a move, or ask for help")
        if text.isascii() and text.isdigit():
            line = moves.number(int(text[:9]))
            if line is None:
                raise Refused(f"The moves are numbered 1 to {len(moves.lines)}")
        else:
            own = text.removeprefix(f"{seat} ")
            if own[0].isdigit():
                raise Refused(f"You are seat {seat}: a move is typed without a number before it")
            line = moves.typed(own) or " ".join(own.split())
        self._submit(seat, line)

    # --- What a person may ask besides ----------------------------------------------------------

    def _commands(self) -> dict[str, Callable[[str], object]]:
        return {
            "moves": self._moves,
            "board": self._board,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._log,
            "help": self._help,
            "?": self._help,
            "rules": self._rules,
            "save": self._save,
            "save!": lambda name: self._save(name, replace=True),
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    @property
    def _seat(self) -> int:
        assert self.at_screen is not None
        return self.at_screen

    def _moves(self, rest: str) -> None:
        moves = Moves(self.face, self.table.view(self._seat).legal)
        verb, _, page = rest.lower().partition(" ")
        if not verb:
            rows = list(moves.summary(self.console.width))
        else:
            group = moves.verb(verb)
            if group is None:
                verbs = ", ".join(group.verb for group in moves.groups)
                raise Refused(f"You cannot “{verb}” now; what you can: {verbs}")
            number = int(page[:6]) if page.isascii() and page.isdigit() else 1
            rows, pages = moves.page(group, number, self.console.width)
            if not rows:
                raise Refused(f"The last page is {pages}")
            rows.insert(0, moves.heading(group))
            if number < pages:
                more = f"page {number} of {pages}; next: moves {verb} {number + 1}"
                rows.append(Text(more, "dim"))
        for row in rows:
            self.console.print(row)

    def _board(self, rest: str) -> None:
        seen, rules = self.table.view(self._seat).to_json(), self.table.game.rules
        if rest.lower() == "list":
            self.console.print(self.face.list_text(seen, rules))
        else:
            self._draw(seen)

    def _hint(self, _: str) -> None:
        """A line, what it does to the chances of winning, and whom it costs most."""
        view = self.table.view(self._seat)
        self.console.print(Text("One moment …", "dim"))
        found = advice(view, self.rng)
        if found is None:
            raise Refused("Nobody here can give hints")
        me = self._seat - 1
        self.console.print(Text(found.line, "bold"))
        told = f"Your chance of winning: {found.now[me]:.0%} now, {found.after[me]:.0%} after it."
        if found.threatens is not None:
            other = found.threatens - 1
            told += (
                f" It costs {view.names[other]} most: from {found.now[other]:.0%}"
                f" to {found.after[other]:.0%}."
            )
        self.console.print(told)
        if found.instead != found.line:
            self.console.print(f"The move that looks best at a glance: {found.instead}.")

    def _undo(self, _: str) -> bool:
        """One's own last move, or at a shared screen that of whoever has just moved."""
        for seat in [self._seat, *self.seated.persons]:
            if self.table.can_undo(seat):
                self.table.undo(seat)
                lines = len(self.table.lines)
                self.told = {seat: min(told, lines) for seat, told in self.told.items()}
                self.drawn = None
                self.console.print(by_seat(seat, self.table.names).append(" undoes a move."))
                return True
        raise Illegal("you have nothing to undo")

    def _log(self, rest: str) -> None:
        count = int(rest[:6]) if rest.isascii() and rest.isdigit() else LOG_LINES
        view = self.table.view(self._seat)
        for text in story(self.face, view.happened[-count:] if count else (), view.names):
            self.console.print(text)

    def _help(self, _: str) -> None:
        for form, meaning in COMMANDS:
            self.console.print(Text(form, "bold").append(f"  {meaning}", "not bold"))
        if self.face.MOVES:
            self.console.print("\nMoves of this game, as in a record:")
        for form, meaning in self.face.MOVES.values():
            self.console.print(Text(f"  {form}", "bold").append(f"  {meaning}", "not bold"))

    def _rules(self, _: str) -> None:
        self.console.print(self.face.RULES)

    # --- Leaving --------------------------------------------------------------------------------

    def _save(self, name: str, replace: bool = False) -> None:
        path = Path(os.path.expanduser(name)) if name else self.saved_as
        if path is None:
            raise Refused("Save needs the name of a file")
        if os.path.exists(path) and path != self.saved_as and not replace:
            raise Refused(f"There is already a file {path}; save! {path} replaces it")
        remark = f"{SEATS_REMARK}{','.join(self.seated.kinds)}\n"
        write_text(path, self.table.record() + remark)
        self.saved_as = path
        self.console.print(f"Saved in {printable(str(path))}.")

    def _quit(self, _: str) -> None:
        self._offer_to_save("Save the game first? ")
        raise Leave

    def _finish(self) -> None:
        view = self.table.view(None)
        self._draw(view.to_json())
        self.console.print()
        self.console.print(outcome(view))
        if self.seated.persons:
            self._offer_to_save("Keep the record of this game? ")

    def _offer_to_save(self, question: str) -> None:
        """Only to somebody who is there to answer."""
        while self.interactive:
            name = self._read(f"{question}A file name, or just Enter for no: ").strip()
            if not name:
                return
            try:
                return self._save(name)
            except Refused as problem:
                self.console.print(Text(sentence(problem), "red"))


def _line_editing() -> Callable[[], object]:
    """Let lines be edited where that can be; returns how to forget those typed before."""
    try:
        import readline
    except ImportError:
        return lambda: None
    return readline.clear_history
