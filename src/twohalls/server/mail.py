"""Letters by e-mail, over the SMTP server that the host names."""

from __future__ import annotations

import smtplib
import ssl
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import localtime

from twohalls.kernel.errors import Malformed
from twohalls.server.hooks import NotDelivered
from twohalls.server.settings import Settings

SECONDS = 20.0
LONGEST = 200
PLAIN = SMTP.clone(max_line_length=998)
"""Addresses in headers are longer than a line ought to be, and useless when they are encoded."""


def neat_address(text: str) -> str:
    """An e-mail address, or a refusal in words."""
    text = text.strip()
    name, _, host = text.rpartition("@")
    try:
        Address(addr_spec=text)
    except (ValueError, MessageError, IndexError):
        host = ""
    plain = text.isascii() and text.isprintable() and not set(text) & set(' ,;:<>()[]"\\')
    if not name or "." not in host.strip(".") or not plain or len(text) > LONGEST:
        raise Malformed("this is not an e-mail address")
    return text


def send(to: str, letter: dict[str, str], name: str, settings: Settings) -> None:
    """Hand a letter to the mail server; to be called in a thread."""
    message = EmailMessage(PLAIN)
    message["From"] = settings.smtp_from
    message["To"] = to
    message["Subject"] = letter["subject"]
    message["Date"] = localtime()
    # The same letter keeps its name, so that one sent twice by mishap is seen to be one.
    host = settings.smtp_from.rpartition("@")[2].strip("> ")
    message["Message-ID"] = f"<{name}.twohalls@{host}>"
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter['stop']}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter["body"])
    try:
        with _connected(settings) as server:
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)
    except smtplib.SMTPResponseException as refused:
        raise NotDelivered(f"status {refused.smtp_code}") from None
    except smtplib.SMTPRecipientsRefused as refused:
        code = next(iter(refused.recipients.values()))[0]
        raise NotDelivered(f"status {code}") from None
    except (OSError, smtplib.SMTPException) as reason:
        raise NotDelivered("mail") from reason


def _connected(settings: Settings) -> smtplib.SMTP:
    where = settings.smtp_host, int(settings.smtp_port)
    if settings.smtp_tls == "tls":
        return smtplib.SMTP_SSL(*where, timeout=SECONDS, context=ssl.create_default_context())
    server = smtplib.SMTP(*where, timeout=SECONDS)
    if settings.smtp_tls == "starttls":
        server.starttls(context=ssl.create_default_context())
    return server
