"""The terminal speaks English, French and Italian: as it is told, or as its surroundings do."""

import random
import re
import shutil

import pytest
from tests.cli.test_play import script
from tests.tables import new_table
from tests.web.test_languages import NAMES as PEOPLE
from tests.web.test_languages import is_foreign

import twohalls
from twohalls.cli import language, rules
from twohalls.cli.face import Face
from twohalls.cli.manners import terminal
from twohalls.cli.seats import PERSON, Seating
from twohalls.cli.session import NAMES, Session, commands, plain
from twohalls.cli.story import story
from twohalls.games import find_game
from twohalls.kernel.errors import TwoHallsError
from twohalls.kit import i18n, refusals
from twohalls.kit.i18n import LANGUAGES
from twohalls.kit.page import Plain as PlainPage
from twohalls.kit.terminal import Plain

TYPED = re.compile(r"\bnone\b|\bbid [A-Z]+ 0")
"""What is typed alike in every language."""
OTHERS = sorted(set(LANGUAGES) - {i18n.DEFAULT})
ME = ("--seats", "me:Nora,random:Teo,random:Pia", "--seed", "3")


@pytest.fixture
def speaking():
    """Speak a language."""
    return language.speak


# --- Which language ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("surroundings", "spoken"),
    [
        ({}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_CH.UTF-8@euro"}, "it"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "it_IT"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "it_IT", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "es:it:fr"}, "it"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "es"}, "fr"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": ""}, "fr"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "nonsense!"}, "en"),
    ],
)
def test_the_surroundings_say_it_in_the_usual_order(speaking, surroundings, spoken):
    speaking(None, surroundings)
    assert language.spoken.get() == spoken
    speaking("it", surroundings)
    assert language.spoken.get() == "it"


def test_a_language_there_is_not_is_refused(refused):
    said = refused("play", "tammany", *ME, "--language", "tlh")
    assert said == "--language is one of en, fr, it, not “tlh”."


def test_the_environment_is_heard_and_what_was_asked_for_comes_first(run, monkeypatch):
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "La partie s’arrête ici." in run("play", *ME, input="").stdout
    assert "La partita finisce qui." in run("play", *ME, "--language", "it", input="").stdout
    assert "The game ends here." in run("play", *ME, "--language", "en", input="").stdout


def test_what_is_wrong_with_a_command_is_said_in_the_language_asked_for(refused):
    said = refused("play", "chess", "--language", "fr")
    assert said.startswith("Il n’y a pas de jeu «\u202fchess\u202f»\u202f: au choix tammany, ")
    assert refused("play", "tammany", "--names", "A,,B", "--language", "it").endswith("è vuoto.")


def test_why_a_file_cannot_be_read_is_said_in_the_language_asked_for(refused, tmp_path):
    assert refused("show", "lost", "--language", "fr").endswith("\u202f: ce fichier n’existe pas.")
    assert refused("show", tmp_path, "--language", "it").endswith(": è una cartella.")


def test_what_somebody_typed_is_quoted_as_it_was_typed_in_every_language(refused):
    """Whether a word of the records, too, or not."""
    tammany = find_game("tammany")
    table = new_table("tammany", 3)
    with pytest.raises(TwoHallsError) as said:
        table.submit(table.awaited[0], "boss english")
    for tongue in LANGUAGES:
        assert "nothing" in refused("play", "nothing", "--language", tongue)
        assert "nothing" in refused("show", "nothing", "--language", tongue)
        _, _ngettext = i18n.translators(tongue, tammany)
        assert "english" in refusals.told(said.value, tammany, _), tongue
    assert "quartier " in refusals.told(said.value, tammany, i18n.translators("fr", tammany)[0])


# --- What is said -----------------------------------------------------------------------------

TURNS = {
    "fr": (
        "Vous avez placé un patron dans le quartier 14.",
        "Inconnu ici\u202f: quartier «\u202f99\u202f».",
        "Les coups vont de 1 à",
        "reprendre votre dernier coup",
        "Nora reprend un coup.",
        "Pendant les mandats 2, 3 et 4, vous pouvez calomnier un adversaire.",
        "Vos chances de gagner\u202f:",
        "Teo a placé un patron",
    ),
    "it": (
        "Hai piazzato un capoquartiere nel quartiere 14.",
        "Qui non c’è: quartiere “99”.",
        "Le mosse vanno da 1 a",
        "riprendi la tua ultima mossa",
        "Nora riprende una mossa.",
        "Nei mandati 2, 3 e 4 puoi calunniare un avversario.",
        "La tua probabilità di vincere:",
        "Teo ha piazzato un capoquartiere",
    ),
}
WORDS = {
    "fr": ("aide", "annuler", "regles calomnie", "conseil"),
    "it": ("aiuto", "annulla", "regole calunnia", "suggerimento"),
}


@pytest.mark.parametrize("spoken", OTHERS)
def test_a_few_turns_with_everything_that_can_be_asked(run, spoken):
    helping, undo, asked, hint = WORDS[spoken]
    typed = ("boss 14", "boss 99", "999", helping, undo, asked, hint, "boss 14", "boss 14", "end")
    shown = run("play", *ME, "--language", spoken, input=script(*typed)).stdout
    unbroken = re.sub(r" *\n", " ", shown)
    for said in TURNS[spoken]:
        assert said in unbroken
    assert max(map(len, shown.replace("Nora (1) > ", "\n").splitlines())) <= 80


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_the_help_of_a_language_names_the_commands_it_understands(speaking, spoken):
    speaking(spoken)
    table = new_table("pushcart", 2)
    seated = Seating((PERSON, "random"), table.names)
    session = Session(table, seated, random.Random(1), terminal())
    known = session._commands()
    for name, (form, _does) in zip(NAMES, commands(session.face.gettext), strict=True):
        assert known[name] == known[plain(form.replace(",", " ").split()[0])]


def _told(name: str, players: int, spoken: str) -> list[str]:
    """All that one person reads of a game but for the drawing of the board."""
    language.speak(spoken)
    face = Face(twohalls.find_game(name))
    rng = random.Random(players)
    table = twohalls.new_table(name, PEOPLE[:players], seed=players)
    said = [text for form in face.moves().values() for text in form[1:]]
    while not table.over:
        seat = rng.choice(table.awaited)
        view = table.view(seat)
        said.append(face.task(view))
        said += [face.choice(line, view.names) for line in view.legal[:3]]
        table.submit(seat, rng.choice(view.legal))
    view = table.view(None)
    said += [text.plain for text in story(face, view.happened, view.names)]
    return [*said, *face.tale(view)]


@pytest.mark.parametrize("spoken", OTHERS)
@pytest.mark.parametrize(("name", "players"), [("tammany", 3), ("cityhall", 2)])
def test_a_whole_game_has_no_word_of_english(speaking, name, players, spoken):
    english, other = _told(name, players, i18n.DEFAULT), _told(name, players, spoken)
    for same, text in zip(english, other, strict=True):
        assert is_foreign(TYPED.sub("", text), same), (same, text)


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in twohalls.GAMES if name != "pushcart"])
def test_the_rules_can_be_read_part_by_part(speaking, name, spoken):
    speaking(spoken)
    book = rules.sections(twohalls.find_game(name))
    tops = rules.chapters(book)
    assert len(tops) > 5
    for number, section in enumerate(tops, 1):
        assert rules.looked_up(book, str(number))[0] == section
        assert rules.looked_up(book, section.title)[0].title == section.title
    text = "".join(section.text for section in book)
    assert "```" not in text
    assert not re.search(r"\[[A-Z]\d+\]|\]\(", text)


# --- Games that say less ----------------------------------------------------------------------


def test_a_game_without_a_catalogue_speaks_english(run, monkeypatch, tmp_path):
    game = twohalls.find_game("pushcart")
    folder = tmp_path / "pushcart"
    shutil.copytree(game.folder, folder, ignore=shutil.ignore_patterns("locale", "rulebook"))
    monkeypatch.setitem(vars(game), "folder", folder)
    i18n.translators.cache_clear()
    seats = ("--seats", "me:Nora,random:Teo", "--seed", "1")
    shown = run("play", "pushcart", *seats, "--language", "fr", input=script("1", "2", "règles"))
    i18n.translators.cache_clear()
    assert "You save 1." in shown.stdout
    assert "Bid for crate" in shown.stdout
    assert "Les règles de ce jeu ne sont pas écrites ici." in shown.stdout


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_game_without_a_terminal_is_played_in_the_words_of_its_page(run, monkeypatch, spoken):
    monkeypatch.setattr("twohalls.cli.face.terminal", lambda game: Plain())
    seats = ("--seats", "me:Nora,random:Teo", "--seed", "1")
    shown = run("play", "pushcart", *seats, "--language", spoken, input=script("1") * 6)
    street = {"en": "The street", "fr": "La rue", "it": "La strada"}[spoken]
    assert street in shown.stdout
    assert re.search(r"Nora \d+, Teo \d+\.", shown.stdout)


def test_a_game_of_rules_alone_is_played_line_by_line(run, monkeypatch):
    monkeypatch.setattr("twohalls.cli.face.terminal", lambda game: Plain())
    monkeypatch.setattr("twohalls.cli.face.page", lambda game: PlainPage())
    seats = ("--seats", "me:Nora,random:Teo", "--seed", "1")
    shown = run("play", "pushcart", *seats, "--language", "it", input=script("1") * 6).stdout
    assert "Tocca a te." in shown
    assert "Tu: save 1" in shown
    assert re.search(r"Nora \d+, Teo \d+\.", shown)


def test_letters_that_cannot_be_shown_become_the_nearest():
    text = "« Règles »\u202f: 5\xa0$ à l’été"
    assert text.encode("ascii", "twohalls").decode() == '" Regles " : 5 $ a l\'ete'


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_no_row_ends_before_the_sign_that_belongs_to_it(speaking, spoken, capsys):
    speaking(spoken)
    for width in range(20, 40):
        screen = terminal()
        screen.width = width
        screen.print("Achetez ce terrain pour 100\xa0$\u202f; puis payez 20\xa0$\u202f!")
        rows = capsys.readouterr().out.splitlines()
        assert not any(row.startswith(("$", ";", "!")) for row in rows)
