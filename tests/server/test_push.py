"""Being told by push, by web-hooks in the form that others read, and by mail under TLS."""

from __future__ import annotations

import datetime
import email
import email.policy
import json
import ssl
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02
from scripts import icons
from tests.listening import Device, listening
from tests.server.conftest import Api
from tests.server.days import HOUR, Clock, Friend, look
from tests.serving import free_port

from twohalls.kernel.errors import Malformed
from twohalls.server import hooks, mail, push
from twohalls.server.hooks import NotDelivered
from twohalls.server.settings import Settings

URL = "https://halls.example.org"


@pytest.fixture
def service():
    with listening() as found:
        yield found


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def client(make_client, service, clock):
    ports = (service.server_port,)
    return make_client(
        clock=clock, look_at_clocks=1e9, url=URL, hook_ports=ports, hook_internal=True
    )


@pytest.fixture
def awaited(client):
    """Somebody whose turn it is at a table."""
    table = Api(client)
    seat = table.view()["awaited"][0]
    return Friend(client).sit(table, seat, "Ada"), table


def test_a_closed_browser_is_told_in_a_message_that_only_it_can_read(
    client, service, clock, awaited
):
    ada, table = awaited
    phone, desk = Device(service, "phone"), Device(service, "desk")
    for device in (phone, desk, phone):
        assert ada.post("/games/push", device=device.subscription).status_code == 200
    assert ada.get("/games").text.count("A device") == 2
    clock.later(HOUR)
    look(client)
    assert sorted(got.path for got in service.got) == ["/push/desk", "/push/phone"]
    for got in service.got:
        device = phone if got.path == phone.path else desk
        told = device.read(got.body)
        assert told == {
            "title": "Your turn: Tammany Hall",
            "body": "It is your turn to play.",
            "link": f"{URL}/t/{table.id}",
        }
        assert got.headers["Content-Encoding"] == "aes128gcm"
        assert Vapid02.verify(got.headers["Authorization"])
        assert (
            push.public_key(push.private_key(client.app.state.services.store))
            in (got.headers["Authorization"])
        )


def test_a_push_that_fails_is_tried_again_and_one_that_is_refused_for_good_is_forgotten(
    client, service, clock, awaited
):
    ada, _table = awaited
    device = Device(service, "phone")
    ada.post("/games/push", device=device.subscription)
    service.answer = (503, {})
    clock.later(HOUR)
    look(client)
    assert len(service.got) == 1
    service.answer = (410, {})
    clock.later(HOUR)
    look(client)
    assert len(service.got) == 2
    assert "A device" not in ada.get("/games").text


@pytest.mark.parametrize(
    "device",
    ["", "{}", '{"endpoint": "x", "keys": {"p256dh": "x", "auth": "x"}}', "[1]", "x" * 3000],
)
def test_what_is_no_device_is_refused(client, device):
    assert Friend(client).post("/games/push", device=device).status_code == 422


def test_a_push_goes_to_public_addresses_alone(service):
    outside = Settings(database="sqlite://", hook_ports=(service.server_port,))
    with pytest.raises(Malformed):
        push.neat_subscription(Device(service, "x").subscription, outside)
    with pytest.raises(NotDelivered, match="internal"):
        hooks.deliver("https://127.0.0.1/", b"", {}, Settings(database="sqlite://"))


def test_the_page_can_be_installed(client):
    if not icons.FOLDER.exists():
        icons.make()
    page = client.get("/").text
    assert 'rel="manifest"' in page
    manifest = client.get("/manifest.webmanifest").json()
    assert manifest["display"] == "standalone"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(icon["type"])
    worker = client.get("/worker.js")
    assert "push" in worker.text
    assert worker.headers["content-type"].startswith("text/javascript")


def test_who_wishes_it_is_told_once_of_talk_while_away_and_not_what_was_said(
    client, service, clock, awaited
):
    ada, table = awaited
    other = Friend(client).sit(table, 1 + table.view()["awaited"][0] % 3, "Bert")
    device = Device(service, "phone")
    ada.post("/games/push", device=device.subscription)
    other.post(f"/t/{table.id}/talk", text="Before anybody wished.")
    ada.get(f"/t/{table.id}/talk")
    ada.post(f"/t/{table.id}/talk/away", do="tell")
    clock.later(HOUR)
    look(client)
    service.got.clear()
    for text in ("I have a plan.", "A secret one."):
        other.post(f"/t/{table.id}/talk", text=text)
    ada.post(f"/t/{table.id}/talk", text="I talk to myself.")
    for _ in range(2):
        clock.later(HOUR)
        look(client)
    [got] = service.got
    assert device.read(got.body) == {
        "title": "Talk at your table: Tammany Hall",
        "body": "There is talk at your table.",
        "link": f"{URL}/t/{table.id}/talk",
    }
    ada.get(f"/t/{table.id}/talk")
    ada.post(f"/t/{table.id}/talk/away", do="stop")
    other.post(f"/t/{table.id}/talk", text="Gone?")
    clock.later(HOUR)
    look(client)
    assert len(service.got) == 1


# --- Web-hooks in the form that others read -------------------------------------------------------

LETTER = {"kind": "turn", "subject": "À vous : <Tammany>", "text": "@everyone & co.", "link": URL}
LETTER |= {"body": "", "content": "@everyone & co.", "stop": f"{URL}/no/x"}


def sent(service, form):
    settings = Settings(database="", hook_ports=(service.server_port,), hook_internal=True)
    hooks.post(f"http://127.0.0.1:{service.server_port}/hook", LETTER, settings, form)
    got = service.got[-1]
    headers, body = got.headers, got.body
    return headers, body


def test_discord_reads_content_and_calls_nobody(service):
    body = json.loads(sent(service, "discord")[1])
    assert body["content"] == "À vous : <Tammany>\n@everyone & co."
    assert body["allowed_mentions"] == {"parse": []}


def test_slack_reads_text_with_its_three_signs_written_out(service):
    body = json.loads(sent(service, "slack")[1])
    assert body == {"text": "À vous : &lt;Tammany&gt;\n@everyone &amp; co."}


def test_matrix_reads_text_and_a_name(service):
    body = json.loads(sent(service, "matrix")[1])
    assert body == {"text": "À vous : <Tammany>\n@everyone & co.", "username": "Two Halls"}


def test_ntfy_reads_plain_text_with_a_title_and_where_a_click_leads(service):
    headers, body = sent(service, "ntfy")
    assert body.decode() == "@everyone & co."
    assert headers["Click"] == URL
    title = email.header.make_header(email.header.decode_header(headers["Title"]))
    assert str(title) == "À vous : <Tammany>"


def test_others_get_everything_as_json(service):
    assert json.loads(sent(service, "")[1]) == LETTER


def test_the_form_is_chosen_with_the_address_and_its_question_comes_in_it(client, service, awaited):
    ada, _table = awaited
    address = f"http://127.0.0.1:{service.server_port}/topic"
    ada.post("/games/address", kind="hook", address=address, form="ntfy")
    look(client)
    assert b"{" not in service.got[0].body
    assert "Click" in service.got[0].headers
    answer = ada.post("/games/address", kind="hook", address=address, form="telex")
    assert answer.status_code == 422


# --- E-mail under TLS, with a login ---------------------------------------------------------------


class Mailbox:
    def __init__(self) -> None:
        self.letters: list[email.message.EmailMessage] = []

    async def handle_DATA(self, _server, session, envelope):
        if not session.authenticated:
            return "530 who are you"
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.letters.append(letter)
        return "250 kept"


def knows(_server, _session, _envelope, _mechanism, given):
    right = (given.login, given.password) == (b"halls", b"sesame")
    return AuthResult(success=right, handled=False)


@pytest.fixture
def certified(tmp_path, monkeypatch):
    """A certificate of this test's own, trusted in this test alone."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
        .sign(key, hashes.SHA256())
    )
    pem, secret = tmp_path / "cert.pem", tmp_path / "key.pem"
    pem.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    form = serialization.PrivateFormat.PKCS8
    plain = serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, plain))
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem, secret)
    return context


@pytest.fixture(params=["starttls", "tls"])
def post_office(request, certified):
    """A mail server that takes letters under TLS alone, from who is known."""
    kept, port = Mailbox(), free_port()
    asks = request.param == "starttls"
    how: dict[str, Any] = {"tls_context" if asks else "ssl_context": certified}
    how |= {"require_starttls": True} if asks else {"auth_require_tls": False}
    controller = Controller(kept, hostname="localhost", port=port, authenticator=knows, **how)
    controller.start()
    settings = Settings(
        database="", url=URL, smtp_host="localhost", smtp_port=port, smtp_user="halls",
        smtp_password="sesame", smtp_from="Two Halls <halls@example.org>", smtp_tls=request.param,
    )  # fmt: skip
    yield kept, settings
    controller.stop()


def test_a_letter_goes_under_tls_after_a_login_and_keeps_its_name_when_it_is_sent_again(
    post_office,
):
    kept, settings = post_office
    letter = {"subject": "Votre tour", "body": "Éh bien.", "stop": f"{URL}/no/x"}
    for _ in range(2):
        mail.send("ada@example.org", letter, "7.abc.1", settings)
    first, again = kept.letters
    assert first["Message-ID"] == again["Message-ID"] == "<7.abc.1.twohalls@example.org>"
    assert first.get_content().strip() == "Éh bien."


def test_a_wrong_login_or_an_unknown_certificate_sends_nothing(post_office, monkeypatch):
    kept, settings = post_office
    letter = {"subject": "x", "body": "x", "stop": URL}
    wrong = settings.model_copy(update={"smtp_password": "wrong"})
    with pytest.raises(NotDelivered, match="535"):
        mail.send("a@example.org", letter, "1", wrong)
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(NotDelivered, match="mail"):
        mail.send("a@example.org", letter, "1", settings)
    assert kept.letters == []
