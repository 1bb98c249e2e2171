"""Faults on demand: what goes wrong, with which request, how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from hub.exchange import Refusal, Request, Response


class FaultKind(StrEnum):
    """What goes wrong. A status is answered instead of doing the work."""

    UNAUTHORIZED = "401"
    FORBIDDEN = "403"
    NOT_FOUND = "404"
    CONFLICT = "409"
    MOVED_ON = "412"
    TOO_MANY_REQUESTS = "429"
    SERVER_ERROR = "500"
    UNAVAILABLE = "503"
    DROPPED = "dropped"  # the connection ends before the work is done
    ANSWER_LOST = "answer lost"  # the work is done, then the connection ends
    TRUNCATED = "truncated"  # the work is done, half the answer arrives
    SLOW = "slow"  # the answer pauses half way, and is then complete


MESSAGES = {
    FaultKind.UNAUTHORIZED: "Invalid credentials in Authorization header",
    FaultKind.FORBIDDEN: "You don't have the required permissions to perform this action",
    FaultKind.NOT_FOUND: "Repository not found",
    FaultKind.CONFLICT: "Another conflicting operation is in progress",
    FaultKind.MOVED_ON: "A commit has happened since. Please refresh and try again.",
    FaultKind.TOO_MANY_REQUESTS: "We had to rate limit you",
    FaultKind.SERVER_ERROR: "Internal Error - We're working hard to fix this as soon as possible!",
    FaultKind.UNAVAILABLE: "Service Unavailable",
}
NO_WORK_DONE = frozenset({*MESSAGES, FaultKind.DROPPED})
"""The kinds after which the Hub is as it was before the request."""


@dataclass
class Fault:
    """A fault that waits for its requests. `struck` counts how often it has come."""

    kind: FaultKind
    concerns: Callable[[Request], bool]
    passes: int = 0
    """How many of the requests it concerns it still lets through."""
    times: int | None = 1
    """How many it then strikes, one after the other; None: all of them."""
    retry_after: int = 1
    """Seconds a 429 or 503 asks the client to wait."""
    struck: int = 0

    def strikes(self, request: Request) -> bool:
        """Whether this request is struck; counts it."""
        if self.struck == self.times or not self.concerns(request):
            return False
        if self.passes:
            self.passes -= 1
            return False
        self.struck += 1
        return True

    def response(self) -> Response | None:
        """What is answered instead of doing the work, if anything."""
        if self.kind not in MESSAGES:
            return None
        code = "RepoNotFound" if self.kind is FaultKind.NOT_FOUND else None
        waits = self.kind in {FaultKind.TOO_MANY_REQUESTS, FaultKind.UNAVAILABLE}
        retry_after = str(self.retry_after) if waits else None
        return Refusal(
            int(self.kind), MESSAGES[self.kind], code, Retry_After=retry_after
        ).response()
