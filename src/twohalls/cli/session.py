"""A game at the terminal: asks the people, lets the opponents answer, tells what happened."""

from __future__ import annotations

import os
import random
import sys
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from twohalls.cli import rules
from twohalls.cli.face import Face
from twohalls.cli.files import write_text
from twohalls.cli.manners import Refused, printable, sentence, wrapped
from twohalls.cli.moves import Moves
from twohalls.cli.seats import PERSON, Seating, advice, choose, level
from twohalls.cli.show import outcome
from twohalls.cli.story import by_seat, story
from twohalls.kernel.errors import Illegal, TwoHallsError, Unknown
from twohalls.kernel.table import Table, View
from twohalls.kit.canvas import after_colon, seat_style
from twohalls.kit.i18n import Translate
from twohalls.kit.you import with_you

SEATS_REMARK = "# seats "
LOG_LINES = 20
CURTAIN_ROWS = 60
NAMES = ("moves", "board", "hint", "undo", "log", "help", "rules", "save", "quit")


def commands(_: Translate) -> list[tuple[str, str]]:
    """What can be typed besides a move, and what it does; the first word is the command."""
    return [
        (_("moves, moves VERB, moves VERB PAGE"), _("what you may do now")),
        (_("board, board list"), _("the table as it stands, drawn or line by line")),
        (_("hint"), _("what an opponent would do in your place, and why")),
        (_("Undo").lower(), _("take back your last move, until somebody else has decided")),
        (_("log, log N"), _("what happened: the last 20 lines of it, or N")),
        (_("help"), _("this page")),
        (_("rules, rules NUMBER, rules WORD"), _("the rules of the game, or a part of them")),
        (_("save FILE"), _("write the game down; twohalls play --load FILE resumes it")),
        (_("quit"), _("leave the game")),
    ]


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
        self.face = Face(table.game)
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
            _ = self.face.gettext
            self.console.print("\n" + _("The game ends here."))

    def _greet(self) -> None:
        _ = self.face.gettext
        title = Text(after_colon(self.table.game.title, "", _), "bold")
        for seat, name in enumerate(self.table.names, 1):
            kind = self.seated.kinds[seat - 1]
            title.append(", " if seat > 1 else "", "not bold")
            title.append(f"{seat} {name}", seat_style(seat))
            title.append("" if kind == PERSON else f" ({level(kind, _)})", "not bold")
        self.console.print(title)
        if self.seated.persons:
            self.console.print(_("Type the number of a move to make it, or help."))

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
        is_news = seat in self.seated.persons or seat not in self.table.awaited
        if is_news or self._more_followed(lines):
            self._tell_lines()

    def _more_followed(self, since: int) -> bool:
        """Whether the rules made something of the lines since then, as everybody may know it."""
        view = self.table.view(None)
        return any(self.face.followed(line, view.names) for line in view.happened[since:])

    def _tell_lines(self) -> None:
        """The lines since the last time."""
        reader = self._reader
        view, since = self.table.view(reader), self.told[reader]
        for text in story(self.face, view.happened[since:], self._names(view)):
            self.console.print(text)
        alone = len(self.seated.persons) > 1 and self.face.hides_hands(view)
        for other in [reader] if alone else self.told:
            self.told[other] = len(view.lines)

    @property
    def _reader(self) -> int | None:
        """Who looks at the screen: a person among opponents always does."""
        persons = self.seated.persons
        return persons[0] if len(persons) == 1 else self.at_screen

    def _names(self, view: View) -> Sequence[str]:
        """Everybody's name; who sits alone among opponents is “you”."""
        alone = len(self.seated.persons) == 1
        return with_you(view, self.face.gettext) if alone else view.names

    # --- Asking a person -------------------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Until the seat has made a move."""
        view = self.table.view(seat)
        sealed = len(self.table.game.awaited(view.known)) > 1
        if sealed and len(view.legal) == 1:
            self._submit(seat, view.legal[0])
            return
        if self._is_secret(view) and self.at_screen != seat:
            self._hand_over(seat)
        self.at_screen = seat
        self._tell_lines()
        scene = self.face.scene(view)
        if scene != self.drawn:
            self.drawn = scene
            self._draw(view)
        moves = self._prompt(seat, view)
        while not self._answer(seat, moves):
            pass
        if sealed:
            self.at_screen = None

    def _is_secret(self, view: View) -> bool:
        """Whether another person must not see what this one sees or says."""
        persons = self.seated.persons
        sealed = [seat for seat in persons if seat - 1 in self.table.game.awaited(view.known)]
        return len(persons) > 1 and (len(sealed) > 1 or self.face.hides_hands(view))

    def _hand_over(self, seat: int) -> None:
        """A curtain falls between two people."""
        self._curtain()
        self.drawn = None
        _, name = self.face.gettext, self.table.names[seat - 1]
        told = _("What {name} sees is secret. Everybody else looks away.").format(name=name)
        self.console.print(by_seat(told, seat, name))
        self._read(_("Press Enter when you are ready:") + " ")

    def _curtain(self) -> None:
        self.forget()
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        elif self.interactive:
            self.console.print("\n" * CURTAIN_ROWS)
        else:
            self.console.rule()

    def _draw(self, view: View) -> None:
        self.console.print()
        self.console.print(self.face.board(view, self.console.width))

    def _prompt(self, seat: int, view: View) -> Moves:
        """Say what is to be done, and how."""
        moves = Moves(self.face, view.names, view.legal)
        self.console.print()
        self.console.print(self._title(seat).append(self.face.task(view)))
        for row in moves.summary(self.console.width):
            self.console.print(row)
        return moves

    def _title(self, seat: int) -> Text:
        who = f"{seat} {self.table.names[seat - 1]}"
        return Text(after_colon(who, "", self.face.gettext), seat_style(seat))

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
            command = self._commands().get(plain(word))
            if command is not None:
                return bool(command(rest.strip()))
            self._move(seat, moves, text)
            return True
        except TwoHallsError as problem:
            self.console.print(Text(sentence(problem, self.table.game), "red"))
            return False

    def _move(self, seat: int, moves: Moves, text: str) -> None:
        if text == "" and len(moves.lines) == 1:
            text = "1"
        if text == "":
            raise Refused("Choose a number, type a move, or ask for help")
        if text.isascii() and text.isdigit():
            line = moves.number(int(text[:9]))
            if line is None and len(moves.lines) == 1:
                raise Refused("There is only one move now: just press Enter")
            if line is None:
                raise Refused("The moves are numbered 1 to {last}", last=len(moves.lines))
        else:
            own = text.removeprefix(f"{seat} ")
            if own[0].isdigit():
                raise Refused(
                    "You are seat {seat}: a move is typed without a number before it", seat=seat
                )
            line = moves.typed(own) or " ".join(own.split())
        self._submit(seat, line)

    # --- What a person may ask besides ----------------------------------------------------------

    def _commands(self) -> dict[str, Callable[[str], object]]:
        """By their English names everywhere, and by those of the language that is spoken."""
        known: dict[str, Callable[[str], object]] = {
            "moves": self._moves,
            "board": self._board,
            "hint": self._hint,
            "undo": self._undo,
            "log": self._log,
            "help": self._help,
            "rules": self._rules,
            "save": self._save,
            "quit": self._quit,
        }
        spoken = {plain(word): known[name] for name, word in self._spoken.items()}
        replacing = [f"{word}!" for word in ("save", plain(self._spoken["save"]))]
        return {
            **spoken,
            **known,
            **dict.fromkeys(replacing, lambda file: self._save(file, replace=True)),
            "?": self._help,
            "exit": self._quit,
            "q": self._quit,
        }

    @property
    def _spoken(self) -> dict[str, str]:
        """Each command by its English name, and how this language calls it."""
        forms = [form for form, _does in commands(self.face.gettext)]
        words = [form.replace(",", " ").split()[0] for form in forms]
        return dict(zip(NAMES, words, strict=True))

    @property
    def _seat(self) -> int:
        assert self.at_screen is not None
        return self.at_screen

    def _moves(self, rest: str) -> None:
        view = self.table.view(self._seat)
        moves = Moves(self.face, view.names, view.legal)
        verb, _space, page = rest.lower().partition(" ")
        if not verb:
            rows = list(moves.summary(self.console.width))
        else:
            group = moves.verb(verb)
            if group is None:
                verbs = ", ".join(group.verb for group in moves.groups)
                raise Refused(
                    "You cannot “{verb}” now; choose from {verbs}", verb=verb, verbs=verbs
                )
            number = int(page[:6]) if page.isascii() and page.isdigit() else 1
            rows, pages = moves.page(group, number, self.console.width)
            if not rows:
                raise Refused("The last page is {pages}", pages=pages)
            rows.insert(0, moves.heading(group))
            if number < pages:
                more = self.face.gettext("page {number} of {pages}; next: moves {verb} {next}")
                told = more.format(number=number, pages=pages, verb=verb, next=number + 1)
                rows.append(Text(told, "dim"))
        for row in rows:
            self.console.print(row)

    def _board(self, rest: str) -> None:
        view, _ = self.table.view(self._seat), self.face.gettext
        if plain(rest) in ("list", plain(_("list"))):
            self.console.print(self.face.listed(view))
        else:
            self._draw(view)

    def _hint(self, rest: str) -> None:
        """A line, what it does to the chances of winning, and whom it costs most."""
        view, _ = self.table.view(self._seat), self.face.gettext
        self.console.print(Text(_("One moment …"), "dim"))
        found = advice(view, self.rng)
        if found is None:
            raise Refused("Nobody here can give hints")
        # The page says it in the same sentences; what it needs is loaded for who asks.
        from twohalls.web.thinking import reasons

        self.console.print(self._said(found.line, view))
        for reason in reasons(found, view, _, self.face.ngettext):
            self.console.print(reason)

    def _said(self, line: str, view: View) -> Text:
        """A move in words, and as it is typed."""
        return Text(self.face.choice(line, view.names), "bold").append(f" ({line})", "not bold dim")

    def _undo(self, rest: str) -> bool:
        """One's own last move, or at a shared screen that of whoever has just moved."""
        _ = self.face.gettext
        for seat in [self._seat, *self.seated.persons]:
            if self.table.can_undo(seat):
                self.table.undo(seat)
                lines = len(self.table.lines)
                self.told = {seat: min(told, lines) for seat, told in self.told.items()}
                self.drawn = None
                name = self.table.names[seat - 1]
                told = _("{name} takes a move back.").format(name=name)
                self.console.print(by_seat(told, seat, name))
                return True
        raise Illegal("you have nothing to undo")

    def _log(self, rest: str) -> None:
        count = int(rest[:6]) if rest.isascii() and rest.isdigit() else LOG_LINES
        view = self.table.view(self._seat)
        lines = view.happened[-count:] if count else ()
        for text in story(self.face, lines, self._names(view)):
            self.console.print(text)

    def _help(self, rest: str) -> None:
        _ = self.face.gettext
        chosen = _("a number, or a move as written")
        does = _("make that move; just Enter if it is the only one")
        self._explain([(chosen, does), *commands(_)])
        moves = self.face.moves()
        if moves:
            self.console.print("\n" + _("The moves of this game, as a record writes them:"))
            self._explain(list(moves.values()))

    def _explain(self, forms: Sequence[tuple[str, str]]) -> None:
        """What can be typed in one column, what it does in another."""
        left = max(len(form) for form, _meaning in forms) + 2
        for form, meaning in forms:
            rows = wrapped(meaning, self.console, max(20, self.console.width - left))
            beside = Text("\n" + " " * left, no_wrap=True).join(rows)
            self.console.print(Text(form.ljust(left), "bold", no_wrap=True).append_text(beside))

    def _rules(self, rest: str) -> None:
        """The beginning and what else there is, or the part that was asked for."""
        _ = self.face.gettext
        book = rules.sections(self.table.game)
        if not book:
            raise Unknown("the rules of this game are not written down here")
        shown = rules.looked_up(book, rest) if rest else book[:2]
        if not shown:
            raise Refused("The rules have no part “{part}”", part=rest)
        for section in shown:
            self.console.print(section.shown)
        if not rest:
            self.console.print("\n" + _("Read on with rules and a number, or a word of a title:"))
            for number, section in enumerate(rules.chapters(book), 1):
                self.console.print(Text(f"  {number:>2} ", "bold cyan").append(section.title, ""))

    # --- Leaving --------------------------------------------------------------------------------

    def _save(self, name: str, replace: bool = False) -> None:
        path = Path(os.path.expanduser(name)) if name else self.saved_as
        if path is None:
            raise Refused("Save needs the name of a file")
        if os.path.exists(path) and path != self.saved_as and not replace:
            raise Refused(
                "There is already a file {file}; to replace it, type {command}",
                file=str(path),
                command=f"{self._spoken['save']}! {path}",
            )
        remark = f"{SEATS_REMARK}{','.join(self.seated.kinds)}\n"
        write_text(path, self.table.record() + remark)
        self.saved_as = path
        saved = self.face.gettext("Saved in {file}.")
        self.console.print(saved.format(file=printable(str(path))))

    def _quit(self, rest: str) -> None:
        _ = self.face.gettext
        self._offer_to_save(_("Save the game first?"))
        raise Leave

    def _finish(self) -> None:
        _, view = self.face.gettext, self.table.view(None)
        self._draw(view)
        self.console.print()
        self.console.print(outcome(self.face, view))
        for sentence_ in self.face.tale(view):
            self.console.print(sentence_)
        if self.seated.persons:
            self._offer_to_save(_("Keep the record of this game?"))

    def _offer_to_save(self, question: str) -> None:
        """Only to somebody who is there to answer."""
        how = self.face.gettext("A file name, or just Enter for no:")
        while self.interactive:
            name = self._read(f"{question} {how} ").strip()
            if not name:
                return
            try:
                return self._save(name)
            except Refused as problem:
                self.console.print(Text(sentence(problem), "red"))


def plain(word: str) -> str:
    """A word whatever its capitals and accents."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _line_editing() -> Callable[[], object]:
    """Let lines be edited where that can be; returns how to forget those typed before."""
    try:
        import readline
    except ImportError:
        return lambda: None
    return readline.clear_history
