"""Hooks of the documentation site: the page on the JSON API is written from its own description."""

from __future__ import annotations

from typing import Any

PLACE = "<!-- endpoints -->"
ASKED = ("NewTable", "NewSeat", "Join", "Move", "Post")
ANSWERED = ("TableOut", "SeatOut", "Done", "ViewOut", "Refusal")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Put every endpoint, its parameters and its answers where the page asks for them."""
    return markdown.replace(PLACE, endpoints()) if PLACE in markdown else markdown


def endpoints() -> str:
    from twohalls.server.settings import Settings
    from twohalls.web.app import create_app

    description = create_app(Settings(database="sqlite://", warm=False)).openapi()
    schemas = description["components"]["schemas"]
    parts = [
        _endpoint(method.upper(), path, about)
        for path, methods in description["paths"].items()
        for method, about in methods.items()
    ]
    parts.append("## What is sent and answered\n")
    parts += [_schema(name, schemas[name]) for name in ASKED + ANSWERED]
    return "\n".join(parts)


def _endpoint(method: str, path: str, about: dict[str, Any]) -> str:
    lines = [f"### {about['summary']}\n", f"`{method} {path}`\n"]
    if about.get("description"):
        lines.append(about["description"] + "\n")
    for parameter in about.get("parameters", []):
        told = parameter.get("description", "")
        if parameter["in"] == "query":
            lines.append(f"- `?{parameter['name']}=` {told}")
    body = about.get("requestBody", {}).get("content", {}).get("application/json", {})
    if body:
        lines.append(f"- sent: {_kind(body['schema'])}")
    for code, answer in about["responses"].items():
        if code.startswith("2"):
            for media, content in answer.get("content", {}).items():
                lines.append(f"- answer {code}: {_kind(content.get('schema', {}))} ({media})")
    return "\n".join(lines) + "\n"


def _schema(name: str, schema: dict[str, Any]) -> str:
    lines = [f"### {name}\n"]
    if schema.get("description"):
        lines.append(schema["description"] + "\n")
    lines += ["| field | kind | |", "|---|---|---|"]
    for field, about in schema.get("properties", {}).items():
        told = " ".join(about.get("description", "").split()).replace("|", "\\|")
        lines.append(f"| `{field}` | {_kind(about)} | {told} |")
    return "\n".join(lines) + "\n"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(_kind(one) for one in schema["anyOf"])
    if schema.get("type") == "array":
        return f"list of {_kind(schema['items'])}"
    return str(schema.get("type", "anything"))
