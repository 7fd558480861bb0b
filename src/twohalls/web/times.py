"""Stretches of time in words."""

from __future__ import annotations

from babel.dates import format_timedelta

from twohalls.kit.i18n import Translate

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
CLOCKS = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
"""The times for a move that are offered."""


def lasting(seconds: float, language: str) -> str:
    """“2 days”, to the nearest unit that says something."""
    return format_timedelta(max(MINUTE, int(seconds)), granularity="minute", locale=language)


def used(seconds: int, language: str, _: Translate) -> str:
    """“2 days” that somebody took."""
    return lasting(seconds, language) if seconds >= MINUTE else _("under a minute")


def ago(since: int, now: int, language: str, _: Translate) -> str:
    """“for 2 days”."""
    if now - since < MINUTE:
        return _("just now")
    return _("for {time}").format(time=lasting(now - since, language))


def left(until: int, now: int, language: str, _: Translate) -> str:
    """“2 days left”."""
    if until <= now:
        return _("time is up")
    return _("{time} left").format(time=lasting(until - now, language))
