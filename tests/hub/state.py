"""The Hub's memory: repositories, the requests that came, and the faults that wait."""

from __future__ import annotations

import copy
import secrets
import threading
from collections.abc import Callable

from hub.exchange import Call, Place, Refusal, Request
from hub.faults import Fault, FaultKind
from hub.repository import Repository

TOKEN = "hf_loopback_only"
USER = "ada"

Memory = dict[str, Repository]


class Hub:
    """A Hub on loopback. `serving.serve` gives it its addresses and answers requests."""

    token = TOKEN
    user = USER

    def __init__(self) -> None:
        self.url = ""
        self.storage_url = ""
        self.signature = secrets.token_hex(8)
        """Opens the storage without a token, like the signed addresses of the real one."""
        self.page_size = 1000
        self.pause = 0.05
        """Seconds that a slow answer pauses."""
        self.repositories: Memory = {}
        self.requests: list[Request] = []
        """Requests to the Hub and its storage, in order, since the last `forget`."""
        self.outside: list[Request] = []
        """Requests that a client sent to other hosts; all were refused."""
        self.bugs: list[str] = []
        """Tracebacks of the Hub's own errors, which are no faults on demand."""
        self.lock = threading.RLock()
        self._faults: list[Fault] = []

    def create(self, name: str, *, is_private: bool = False) -> Repository:
        """A new repository, with its first commit as the Hub makes it."""
        self.repositories[name] = Repository(name, is_private)
        return self.repositories[name]

    def repository(self, name: str) -> Repository:
        """The repository `owner/name`; KeyError if there is none."""
        return self.repositories[name]

    def readable(self, name: str, call: Call) -> Repository:
        """The same for a client, who may not see it; raises Refusal."""
        repository = self.repositories.get(name)
        if repository is None or (repository.is_private and not call.token):
            if call.token:
                raise Refusal(404, "Repository not found", "RepoNotFound")
            raise Refusal(401, "Invalid username or password.", "RepoNotFound")
        return repository

    def fail(
        self,
        which: int | Callable[[Request], bool],
        kind: FaultKind | str,
        *,
        times: int | None = 1,
        retry_after: int = 1,
    ) -> Fault:
        """Let something go wrong with requests to come.

        `which` is the number of the request, 1 being the next one, or says which requests are
        meant. `times` requests are struck in a row; None strikes all from then on.
        """
        concerns = (lambda _: True) if isinstance(which, int) else which
        passes = which - 1 if isinstance(which, int) else 0
        fault = Fault(FaultKind(kind), concerns, passes, times, retry_after)
        with self.lock:
            self._faults.append(fault)
        return fault

    def record(self, request: Request) -> Fault | None:
        """Note a request, and say which fault strikes it."""
        with self.lock:
            if request.place is Place.OUTSIDE:
                self.outside.append(request)
                return None
            self.requests.append(request)
            struck = [fault for fault in self._faults if fault.strikes(request)]
            return struck[0] if struck else None

    def forget(self) -> None:
        """Forget the requests that came and the faults that wait."""
        with self.lock:
            self.requests.clear()
            self._faults.clear()

    def save(self) -> Memory:
        """The repositories as they are now, for `restore`."""
        with self.lock:
            return copy.deepcopy(self.repositories)

    def restore(self, memory: Memory) -> None:
        """Bring the repositories back to a saved state, and forget requests and faults."""
        with self.lock:
            self.repositories = copy.deepcopy(memory)
            self.forget()
