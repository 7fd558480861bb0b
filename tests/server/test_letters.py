"""Letters that say whose turn it is: by a real mail server, and by web-hooks."""

from __future__ import annotations

import email
import email.message
import email.policy
import email.utils
import json
import re
import socket
import threading

import pytest
from aiosmtpd.controller import Controller
from tests.listening import listening
from tests.server.conftest import Api
from tests.server.days import DAY, HOUR, Clock, Friend, look, to_sealed
from tests.serving import free_port, until

from twohalls.kernel.errors import Malformed
from twohalls.server import hooks, mail, notify, outbox
from twohalls.server.hooks import NotDelivered
from twohalls.server.notify import EACH_HOST
from twohalls.server.settings import Rate, Settings
from twohalls.server.store import Taken

URL = "https://halls.example.org"
MINUTE = 60


class Mailbox:
    """A mail server that keeps what it is sent, or refuses it."""

    def __init__(self) -> None:
        self.letters: list[email.message.EmailMessage] = []
        self.raw: list[bytes] = []
        self.answer = "250 kept"
        self.port = free_port()

    async def handle_DATA(self, server, session, envelope):
        if self.answer.startswith("250"):
            found = email.message_from_bytes(envelope.content, policy=email.policy.default)
            self.letters.append(found)
            self.raw.append(envelope.content)
        return self.answer


@pytest.fixture
def mailbox():
    kept = Mailbox()
    controller = Controller(kept, hostname="127.0.0.1", port=kept.port)
    controller.start()
    yield kept
    controller.stop()


@pytest.fixture
def receiver():
    with listening() as found:
        yield found


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def how(mailbox, receiver, clock):
    """The settings of a server that sends both kinds of letters."""
    return {
        "clock": clock,
        "look_at_clocks": 1e9,
        "url": URL,
        "smtp_host": "127.0.0.1",
        "smtp_port": str(mailbox.port),
        "smtp_from": "Two Halls <halls@example.org>",
        "smtp_tls": "none",
        "hook_ports": (receiver.server_port,),
        "hook_internal": True,
    }


@pytest.fixture
def client(make_client, how):
    return make_client(**how)


@pytest.fixture
def table(client):
    return Api(client)


@pytest.fixture
def hook(receiver):
    return f"http://127.0.0.1:{receiver.server_port}/hall?a=b"


def leave(friend, kind, address, **more):
    return friend.send("/games/address", kind=kind, address=address, **more)


def link(text, what):
    found = re.search(rf"{URL}(/{what}/[^\s>]+)", text)
    assert found, text
    return found.group(1)


def confirmed(client, friend, mailbox, address="zoe@example.org", **more):
    """Leave an e-mail address and open the link that comes."""
    assert leave(friend, "mail", address, **more).status_code == 303
    look(client)
    question = mailbox.letters.pop()
    friend.post(link(question.get_content(), "yes"))
    return friend


def address_id(friend):
    found = re.search(r"/games/address/(\w+)", friend.get("/games").text)
    assert found
    return found.group(1)


def awaited(client, table, who="Zoe"):
    seat = table.view()["awaited"][0]
    return Friend(client).sit(table, seat, who)


# --- By e-mail ----------------------------------------------------------------------------------


def test_nothing_but_a_question_goes_to_an_address_that_is_not_confirmed(
    client, clock, table, mailbox
):
    friend = awaited(client, table)
    leave(friend, "mail", "zoe@example.org")
    for _ in range(3):
        clock.later(DAY)
        look(client)
    (question,) = mailbox.letters
    assert question["To"] == "zoe@example.org"
    assert table.id not in question.as_string()
    assert "Waiting for you to open the link" in friend.get("/games").text
    page = link(question.get_content(), "yes")
    friend.get(page)
    clock.later(HOUR)
    look(client)
    assert len(mailbox.letters) == 1, "looking at the page confirms nothing"


def test_who_is_awaited_is_told_once(client, clock, table, mailbox):
    confirmed(client, awaited(client, table), mailbox)
    for _ in range(4):
        clock.later(2 * MINUTE)
        look(client)
    (letter,) = mailbox.letters
    assert letter["Subject"] == "Your turn: Tammany Hall"
    assert f"{URL}/t/{table.id}" in letter.get_content()
    assert "Zoe, it is your turn in Tammany Hall, with " in letter.get_content()


def test_who_answers_soon_is_not_told(client, clock, table, mailbox):
    first = table.view()["awaited"][0]
    confirmed(client, awaited(client, table), mailbox)
    while table.view()["awaited"] == [first]:
        table.play()
    clock.later(DAY)
    look(client)
    assert not mailbox.letters


def test_who_is_in_the_middle_of_a_turn_is_told_later(client, clock, table, mailbox):
    first = table.view()["awaited"][0]
    confirmed(client, awaited(client, table), mailbox)
    table.play()
    assert table.view()["awaited"] == [first]
    clock.later(10 * MINUTE)
    look(client)
    assert not mailbox.letters
    clock.later(HOUR)
    look(client)
    assert len(mailbox.letters) == 1


def test_sealed_bids_ask_everybody_at_once(client, clock, table, mailbox):
    seats = to_sealed(table)["awaited"]
    for seat in seats:
        friend = Friend(client).sit(table, seat, f"Person{seat}")
        confirmed(client, friend, mailbox, f"person{seat}@example.org")
    clock.later(HOUR)
    awaited = table.view()["awaited"]
    assert len(awaited) > 1
    look(client)
    told = sorted(letter["To"] for letter in mailbox.letters)
    assert told == [f"person{seat}@example.org" for seat in awaited]


def test_a_letter_tells_nothing_that_is_hidden(client, clock, table, mailbox):
    """Two tables that differ only in a sealed bid send the same letters."""
    said = []
    for bid in (0, -1):
        other = Api(client)
        seats = to_sealed(other)["awaited"]
        friend = Friend(client).sit(other, seats[1], "Zoe")
        confirmed(client, friend, mailbox, f"zoe{bid}@example.org")
        other.play(bid)
        clock.later(HOUR)
        look(client)
        (letter,) = mailbox.letters
        text = letter.get_content().replace(other.id, "TABLE")
        said.append(re.sub(r"/no/\S+", "/no/", text))
        mailbox.letters.clear()
        assert "bid" not in text.lower()
    assert said[0] == said[1]


def test_every_letter_can_be_ended_with_one_click(client, clock, table, mailbox):
    confirmed(client, awaited(client, table), mailbox)
    clock.later(HOUR)
    look(client)
    (letter,) = mailbox.letters
    assert email.utils.parsedate_to_datetime(letter["Date"]).tzinfo is not None
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    end = link(letter["List-Unsubscribe"], "no")
    assert f"\r\nList-Unsubscribe: <{URL}{end}>\r\n".encode() in mailbox.raw[-1]
    assert end == link(letter.get_content(), "no")
    program = Friend(client)
    assert program.get(end).status_code == 200
    for _ in range(2):
        answer = program.post(end, **{"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 200
    assert "forgotten" in answer.text
    seat = table.view()["awaited"][0]
    while table.view()["awaited"] == [seat]:
        table.play()
    while table.view()["awaited"] != [seat]:
        table.play()
    clock.later(HOUR)
    look(client)
    assert len(mailbox.letters) == 1


def test_a_link_that_we_did_not_write_does_nothing(client, table, mailbox):
    friend = confirmed(client, awaited(client, table), mailbox)
    id = address_id(friend)
    for path in (f"/no/{id}.wrong", f"/no/{id}", f"/yes/{id}.é", "/no/.", "/yes/x"):
        assert friend.get(path).status_code == 404
        assert friend.post(path).status_code == 404
    assert "zoe@example.org" in friend.get("/games").text


def test_the_reader_s_language_is_kept(client, clock, table, mailbox):
    friend = awaited(client, table)
    friend.client.headers["accept-language"] = "fr"
    confirmed(client, friend, mailbox)
    clock.later(HOUR)
    look(client)
    assert mailbox.letters[0]["Subject"] != "Your turn: Tammany Hall"


def test_one_letter_a_day_names_all_tables(client, clock, mailbox):
    tables = [Api(client) for _ in range(3)]
    friend = Friend(client)
    for table in tables:
        friend.sit(table, table.view()["awaited"][0], "Zoe")
    confirmed(client, friend, mailbox, daily="1")
    for _ in range(8):
        clock.later(6 * HOUR)
        look(client)
    assert len(mailbox.letters) == 2
    for letter in mailbox.letters:
        assert letter["Subject"] == "3 tables are waiting for you"
        assert all(table.id in letter.get_content() for table in tables)


def test_there_is_no_daily_letter_when_nobody_waits(client, clock, table, mailbox):
    other = table.view()["awaited"][0] % 3 + 1
    friend = Friend(client).sit(table, other, "Zoe")
    confirmed(client, friend, mailbox, daily="1")
    clock.later(3 * DAY)
    look(client)
    assert not mailbox.letters


def test_what_fails_is_tried_again_after_longer_and_longer_and_shown(
    client, clock, table, mailbox, caplog
):
    friend = confirmed(client, awaited(client, table), mailbox)
    mailbox.answer = "451 not now"
    clock.later(HOUR)
    look(client)
    page = friend.get("/games").text
    assert "refused the letter (answer 451)" in page
    assert "Next try in 1 minute" in page
    assert "a letter by mail did not arrive: status 451" in caplog.text
    assert "zoe@example.org" not in caplog.text
    look(client)
    clock.later(MINUTE)
    look(client)
    assert "Next try in 2 minutes" in friend.get("/games").text
    mailbox.answer = "250 kept"
    clock.later(MINUTE)
    look(client)
    assert not mailbox.letters, "it is not time yet"
    clock.later(MINUTE)
    look(client)
    assert len(mailbox.letters) == 1
    assert "refused" not in friend.get("/games").text


def test_what_fails_for_long_is_given_up(make_client, how, clock, mailbox):
    client = make_client(**{**how, "most_tries": 3})
    friend = confirmed(client, awaited(client, Api(client)), mailbox)
    mailbox.answer = "550 never"
    for _ in range(6):
        clock.later(DAY)
        look(client)
    mailbox.answer = "250 kept"
    clock.later(DAY)
    look(client)
    assert not mailbox.letters
    assert "answer 550" in friend.get("/games").text
    assert "Next try" not in friend.get("/games").text


def test_a_letter_waits_for_a_server_that_is_not_there(make_client, how, clock, mailbox):
    client = make_client(**how)
    friend = confirmed(client, awaited(client, Api(client)), mailbox)
    deaf = make_client(**{**how, "smtp_port": str(free_port())})
    clock.later(HOUR)
    look(deaf)
    assert "mail server cannot be reached" in friend.get("/games").text
    clock.later(HOUR)
    look(client)
    assert len(mailbox.letters) == 1


def test_two_workers_send_a_letter_once(make_client, how, clock, mailbox):
    one, two = make_client(**how), make_client(**how)
    confirmed(one, awaited(one, Api(one)), mailbox)
    clock.later(HOUR)
    threads = [threading.Thread(target=look, args=(worker,)) for worker in (one, two) * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(mailbox.letters) == 1


def test_a_letter_that_another_worker_is_writing_too_is_left_to_it(
    make_client, how, clock, mailbox, monkeypatch
):
    """On PostgreSQL both find it missing, and the second to write it is told that it is there."""
    one = make_client(**how)
    confirmed(one, awaited(one, Api(one)), mailbox)
    clock.later(HOUR)

    def there_already(*_written):
        raise Taken

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(outbox, "_write", there_already)
        look(one)
    assert not mailbox.letters
    look(one)
    assert len(mailbox.letters) == 1


def test_a_letter_survives_the_worker_that_took_it(make_client, how, clock, mailbox):
    """Written and taken, then the lights go out."""
    one = make_client(**how)
    confirmed(one, awaited(one, Api(one)), mailbox)
    clock.later(HOUR)
    letters = one.app.state.services.outbox
    one.portal.call(letters.collect, int(clock()), 60, 60)
    assert len(one.portal.call(letters.take, int(clock()))) == 1
    two = make_client(**how)
    look(two)
    assert not mailbox.letters
    clock.later(HOUR)
    look(two)
    assert len(mailbox.letters) == 1


def test_nobody_is_asked_again_and_again(client, clock, mailbox):
    codes = []
    for _ in range(5):
        friend = Friend(client)
        codes.append(leave(friend, "mail", "victim@example.org").status_code)
        look(client)
    assert codes == [303] * 3 + [409] * 2
    assert len(mailbox.letters) == 3


def test_one_mailbox_is_one_mailbox_however_it_is_written(client, mailbox):
    ways = (
        "victim@example.org",
        "Victim@Example.ORG",
        "vic.tim+a@example.org",
        "victim+b@example.org",
    )
    codes = []
    for address in ways:
        codes.append(leave(Friend(client), "mail", address).status_code)
        look(client)
    assert codes == [303] * 3 + [409]
    assert len(mailbox.letters) == 3


def test_a_letter_that_is_sent_twice_by_mishap_keeps_its_name(client, clock, table, mailbox):
    """The worker that sent it did not live to say so."""
    confirmed(client, awaited(client, table), mailbox)
    clock.later(HOUR)
    finish = client.app.state.services.outbox.finish

    async def dies(*_given):
        raise OSError("the lights went out")

    client.app.state.services.outbox.finish = dies
    with pytest.raises(OSError, match="lights"):
        look(client)
    client.app.state.services.outbox.finish = finish
    clock.later(HOUR)
    look(client)
    first, second = mailbox.letters
    assert first["Message-ID"] == second["Message-ID"]


@pytest.mark.parametrize(
    "address",
    [
        *("", "zoe", "zoe@", "@example.org", "zoe@localhost", "a b@example.org", "zoe@ex..org"),
        *("zoe@example.org\nBcc: x@example.org", "zoe@example.org,x@example.org"),
        *('"a"@example.org', "<zoe@example.org>", "zoé@example.org", "z" * 200 + "@example.org"),
    ],
)
def test_what_is_no_address_is_refused(client, address):
    assert leave(Friend(client), "mail", address).status_code == 422


def test_a_server_without_mail_offers_none(make_client):
    client = make_client(url="", smtp_host="")
    page = client.get("/games").text
    assert "By e-mail" not in page
    assert "By web-hook" not in page
    for kind, address in (("mail", "zoe@example.org"), ("hook", "https://example.org/")):
        assert leave(Friend(client), kind, address).status_code == 404


def test_only_ones_own_addresses_can_be_changed(client, table, mailbox):
    friend = confirmed(client, awaited(client, table), mailbox)
    id = address_id(friend)
    assert Friend(client).post(f"/games/address/{id}", do="remove").status_code == 404
    friend.post(f"/games/address/{id}", do="daily")
    assert "at most one letter a day." in friend.get("/games").text
    friend.post(f"/games/address/{id}", do="remove")
    assert "zoe@example.org" not in friend.get("/games").text


# --- By web-hook --------------------------------------------------------------------------------


def test_a_web_hook_is_confirmed_and_then_told(client, clock, table, receiver, hook):
    friend = awaited(client, table)
    leave(friend, "hook", hook)
    clock.later(HOUR)
    look(client)
    [got] = receiver.got
    host = f"127.0.0.1:{receiver.server_port}"
    assert (got.path, got.headers["Host"]) == ("/hall?a=b", host)
    asked = json.loads(got.body)
    assert asked["kind"] == "confirm"
    friend.post(link(asked["text"], "yes"))
    seat = table.view()["awaited"][0]
    while table.view()["awaited"] == [seat]:
        table.play()
    while table.view()["awaited"] != [seat]:
        table.play()
    clock.later(HOUR)
    look(client)
    told = json.loads(receiver.got[-1].body)
    assert told["link"] == f"{URL}/t/{table.id}"
    assert told["text"] == told["content"]
    assert "Zoe, it is your turn in Tammany Hall, with " in told["text"]


@pytest.mark.parametrize(
    ("answer", "said", "again"),
    [
        ((500, {}), "answer 500", True),
        ((302, {"Location": "http://127.0.0.1:9/"}), "redirects to another", False),
        ((308, {"Location": "/elsewhere"}), "redirects to another", False),
    ],
)
def test_a_web_hook_that_fails_is_shown_and_never_followed(
    client, clock, table, receiver, hook, answer, said, again
):
    receiver.answer = answer
    friend = awaited(client, table)
    leave(friend, "hook", hook)
    look(client)
    page = friend.get("/games").text
    assert said in page
    assert ("Next try" in page) is again
    assert len(receiver.got) == 1
    receiver.answer = (200, {})
    clock.later(HOUR)
    look(client)
    assert len(receiver.got) == 1 + again


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "10.0.0.1", "172.16.5.5", "192.168.1.1", "169.254.169.254"),
        *("0.0.0.0", "100.64.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1"),
        *("[::1]", "[::]", "[fe80::1]", "[fd00::1]", "[ff02::1]", "[2001:db8::1]"),
        *("[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]"),
        *("[2001:0:7f00:1::]", "[::127.0.0.1]", "[::ffff:8.8.8.8]"),
        *("[fec0::1]", "[feff::1]", "[3fff::1]", "[3fff:fff::1]", "192.88.99.1"),
        *("2130706433", "0x7f000001", "0177.0.0.1", "127.1"),
    ],
)
def test_a_web_hook_can_never_be_pointed_inside(make_client, how, host):
    client = make_client(**{**how, "hook_internal": False, "hook_ports": (80, 443)})
    friend = Friend(client)
    answer = leave(friend, "hook", f"http://{host}/")
    assert answer.status_code in (409, 422)
    assert host not in friend.get("/games").text


def test_a_name_that_leads_inside_is_refused_also_later(
    make_client, how, clock, receiver, hook, monkeypatch
):
    """One that was public when it was left, and is asked for again before each letter."""
    client = make_client(**{**how, "hook_internal": False})
    public, inside = "93.184.215.14", "127.0.0.1"
    answers = {"hosts": [public]}

    def resolve(host, port, **_how):
        kind = socket.AF_INET, socket.SOCK_STREAM, 6, ""
        return [(*kind, (found, port)) for found in answers["hosts"]]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    friend = Friend(client)
    address = f"http://hook.example.org:{receiver.server_port}/"
    assert leave(friend, "hook", address).status_code == 303
    for hosts in ([inside], [public, inside]):
        answers["hosts"] = hosts
        look(client)
        assert "not on the public network" in friend.get("/games").text
    assert not receiver.got
    assert leave(Friend(client), "hook", address).status_code == 409


def test_a_name_is_asked_for_once_and_its_address_used(receiver, monkeypatch):
    """Whatever the name server says the second time, nobody asks it."""
    asked = []
    real = socket.getaddrinfo

    def resolve(host, port, *more, **how):
        asked.append(host)
        return real("127.0.0.1" if host == "hook.example.org" else host, port, *more, **how)

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    settings = Settings(
        database="sqlite://", hook_internal=True, hook_ports=(receiver.server_port,)
    )
    hooks.post(f"http://hook.example.org:{receiver.server_port}/", {"text": "x"}, settings)
    assert asked == ["hook.example.org", "127.0.0.1"]
    assert receiver.got[0].headers["Host"] == f"hook.example.org:{receiver.server_port}"


def test_a_receiver_that_dawdles_is_left(monkeypatch):
    monkeypatch.setattr(hooks, "SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        settings = Settings(database="sqlite://", hook_internal=True, hook_ports=(port,))
        stop = threading.Event()

        def drip():
            found, _ = listening.accept()
            with found:
                while not stop.wait(0.05):
                    try:
                        found.sendall(b"H")
                    except OSError:
                        return

        thread = threading.Thread(target=drip)
        thread.start()
        with pytest.raises(NotDelivered, match="silent"):
            hooks.post(f"http://127.0.0.1:{port}/", {}, settings)
        stop.set()
        thread.join()


@pytest.mark.parametrize(
    "address",
    [
        *("ftp://example.org/", "file:///etc/passwd", "example.org", "//example.org", "http://"),
        *("https://user:word@example.org/", "https://example.org:22/", "http://example.org:99999/"),
        *("https://example.org/ a", "https://exämple.org/", "http://[::1", "https://a\nb/"),
        "https://example.org/" + "x" * 500,
    ],
)
def test_what_is_no_web_hook_is_refused_in_words(address):
    with pytest.raises(Malformed):
        hooks.parsed(address, Settings(database="sqlite://"))


@pytest.mark.parametrize("host", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_public_addresses_are_public(host):
    assert hooks.is_public(host)


def test_an_address_is_cleaned():
    assert mail.neat_address(" zoe@example.org ") == "zoe@example.org"


# --- Slow and busy others -----------------------------------------------------------------------


@pytest.fixture
def stuck(monkeypatch):
    """Web-hooks at `slow.example.org` take until the test says so; others are told at once."""
    told, going_on = [], threading.Event()

    def post(address, *_given):
        if "slow" in address:
            going_on.wait(30)
        told.append(address)

    monkeypatch.setattr(hooks, "post", post)
    monkeypatch.setattr(hooks, "resolved", lambda *_given: None)
    yield told, going_on
    going_on.set()


def begin(client):
    """Begin to send, without waiting for what is slow."""
    client.portal.call(client.app.state.services.notify.once)


def test_slow_web_hooks_hold_up_nobody(make_client, how, stuck):
    client = make_client(**{**how, "hook_ports": (80, 443)})
    told, going_on = stuck
    for number in range(15):
        leave(Friend(client), "hook", f"https://slow.example.org/{number}")
    begin(client)
    for _ in range(40):
        assert client.get("/games").status_code == 200
    leave(Friend(client), "hook", "https://quick.example.org/")
    begin(client)
    until(lambda: told == ["https://quick.example.org/"])
    notify = client.app.state.services.notify
    assert notify._busy["slow.example.org"] == EACH_HOST
    going_on.set()
    client.portal.call(notify.settled)
    assert len(told) == 1 + EACH_HOST


def test_what_was_put_off_is_sent_when_its_host_is_free(make_client, how, clock, stuck):
    client = make_client(**{**how, "hook_ports": (80, 443)})
    told, going_on = stuck
    going_on.set()
    for number in range(9):
        leave(Friend(client), "hook", f"https://slow.example.org/{number}")
    for _ in range(9):
        look(client)
        clock.later(MINUTE)
    assert len(set(told)) == len(told) == 9


def test_one_host_is_sent_only_so_many_letters(make_client, how, clock, stuck):
    client = make_client(**{**how, "hook_ports": (80, 443), "hook_rate": Rate(4, 1e-9)})
    told, going_on = stuck
    going_on.set()
    for number in range(9):
        leave(Friend(client), "hook", f"https://slow.example.org/{number}")
    for _ in range(9):
        look(client)
        clock.later(MINUTE)
    assert len(told) == 4


def test_one_host_is_asked_for_only_so_many_web_hooks_a_day(make_client, how, stuck):
    client = make_client(**{**how, "hook_ports": (80, 443)})
    codes = [
        leave(Friend(client), "hook", f"https://victim.example.org/{number}").status_code
        for number in range(22)
    ]
    assert codes == [303] * 20 + [409] * 2


def test_a_name_that_is_looked_up_for_long_is_not_known(make_client, how, monkeypatch):
    client = make_client(**{**how, "hook_ports": (80, 443)})
    going_on = threading.Event()
    monkeypatch.setattr(hooks, "resolved", lambda *_given: going_on.wait(30))
    monkeypatch.setattr(notify, "LOOKED_UP_IN", 0.05)
    answers = []
    ask = lambda: answers.append(leave(Friend(client), "hook", "https://slow.example.org/"))  # noqa: E731
    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert client.get("/games").status_code == 200
    for thread in threads:
        thread.join()
    going_on.set()
    assert [answer.status_code for answer in answers] == [409] * 8
