"""One request and its answer, apart from the sockets they travel over."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit


class Place(StrEnum):
    """Who a request was meant for."""

    HUB = "hub"
    STORAGE = "storage"  # where LFS files lie: another origin, as on the real Hub
    OUTSIDE = "outside"  # any other host; never answered


@dataclass(frozen=True)
class Request:
    """What the tests see of a request: never the token, only whether one was sent."""

    place: Place
    method: str
    path: str
    has_token: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


@dataclass(frozen=True)
class Call:
    """A request in full, as the endpoints need it."""

    request: Request
    target: str
    headers: Mapping[str, str] = field(repr=False)
    """By names in small letters."""
    body: bytes = field(repr=False)

    @property
    def token(self) -> str | None:
        return self.headers.get("authorization")

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.target).query)

    def is_set(self, name: str) -> bool:
        return self.query.get(name, ["false"])[0].lower() in {"1", "true"}

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as error:
            raise Refusal(400, f"Not JSON: {error}") from error


@dataclass(frozen=True)
class Response:
    """An answer; `Content-Length` is added when it is sent."""

    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""

    def head(self) -> bytes:
        fields = {**self.headers, "Content-Length": str(len(self.body))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}\r\n{lines}\r\n".encode()


class Refusal(Exception):  # noqa: N818  it is an answer, not a failure of the Hub
    """The Hub's own "no": status, message and, where the client looks for it, a code."""

    def __init__(
        self, status: int, message: str, code: str | None = None, **headers: str | None
    ) -> None:
        super().__init__(message)
        self.status = status
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.headers = {"X-Error-Message": message, "X-Error-Code": code, **named}

    def response(self) -> Response:
        headers = {
            # HTTP headers are Latin-1.
            name: value.encode("latin-1", "replace").decode("latin-1")
            for name, value in self.headers.items()
            if value is not None
        }
        return as_json({"error": str(self)}, self.status, headers)


def as_json(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """An answer in JSON."""
    fields = {"Content-Type": "application/json; charset=utf-8", **(headers or {})}
    return Response(status, fields, json.dumps(value).encode())


def redirect(status: int, location: str, headers: Mapping[str, str]) -> Response:
    """An answer that says where to look."""
    body = f"{HTTPStatus(status).phrase}. Redirecting to {location}".encode()
    return Response(status, {**headers, "Location": quote(location, safe="/:?=&%")}, body)


def content_response(call: Call, content: bytes, headers: Mapping[str, str]) -> Response:
    """A file, or the range of its bytes that was asked for (RFC 9110, section 14)."""
    fields = {"Accept-Ranges": "bytes", "Content-Type": "application/octet-stream", **headers}
    wanted = re.fullmatch(r"bytes=(\d*)-(\d*)", call.headers.get("range", ""))
    if not wanted or wanted.group(0) == "bytes=-":
        return Response(200, fields, content)
    first, last = wanted.groups()
    start = int(first) if first else max(len(content) - int(last), 0)
    end = min(int(last) + 1, len(content)) if first and last else len(content)
    if start >= end:
        return Response(416, {**fields, "Content-Range": f"bytes */{len(content)}"})
    span = f"bytes {start}-{end - 1}/{len(content)}"
    return Response(206, {**fields, "Content-Range": span}, content[start:end])
