"""A dataset repository on the Hub, with errors in one line and retries for what passes by itself."""

from __future__ import annotations

import hashlib
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, get_token
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError, RevisionNotFoundError
from huggingface_hub.hf_api import RepoFile
from huggingface_hub.utils.tqdm import disable_progress_bars

from paperclaims_curation.problem import PaperclaimsError

# What the library's own HTTP client raises has no name that all its versions share.
_ERRORS: tuple[type[BaseException], ...] = (
    OSError,
    RuntimeError,
    ValueError,
    HfHubHTTPError,
    HfHubHTTPError.__mro__[1],
)
Given = ParamSpec("Given")
Result = TypeVar("Result")

MAIN = "main"
_TRIES = 4
_LONGEST_WAIT = 60.0
"""Seconds; a server that asks for a longer pause is told to the user instead."""
_NAME = re.compile(r"[\w.-]{1,96}/[\w.-]{1,96}", re.ASCII)
_STATUS = {
    401: "the token is missing or not valid; set HF_TOKEN, or run `hf auth login`",
    403: "the token may not do this; use one that may write to the repository",
    404: "there is no such dataset repository, or the token may not see it",
    409: "somebody else changed the repository at the same time; look at it, and run this again",
    412: "somebody else changed the repository at the same time; look at it, and run this again",
    429: "the Hub asks for a pause; run this again later",
}


class HubError(PaperclaimsError):
    """The Hub did not do what it was asked to."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file on the Hub."""

    size: int
    digest: str
    """SHA-256 of a large file, else git's SHA-1 of the blob."""


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit on the Hub."""

    revision: str
    """Its hash, or the reference of a pull request."""
    url: str


def file_digest(path: Path, *, is_large: bool) -> str:
    """The digest by which the Hub knows a file."""
    content = path.read_bytes()
    if is_large:
        return hashlib.sha256(content).hexdigest()
    # Git's own name for a blob; nothing depends on it being hard to forge.
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()  # noqa: S324


def is_same_file(path: Path, remote: RemoteFile) -> bool:
    """Whether a file has the content of one on the Hub."""
    return path.stat().st_size == remote.size and remote.digest in {
        file_digest(path, is_large=True),
        file_digest(path, is_large=False),
    }


class Hub:
    """One dataset repository.

    `pause` waits between tries; the token is never part of a message.
    """

    def __init__(
        self,
        repository: str,
        api: HfApi | None = None,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        if not _NAME.fullmatch(repository):
            raise PaperclaimsError(f"{repository}: a repository is named OWNER/NAME")
        if os.environ.get("HF_HUB_OFFLINE", "").upper() in {"1", "ON", "YES", "TRUE"}:
            raise PaperclaimsError("HF_HUB_OFFLINE is set: unset it to reach the Hub")
        if not sys.stderr.isatty():
            disable_progress_bars()
        self.repository = repository
        self._api = api or HfApi()
        self._pause = pause
        self._where: dict[str, Any] = {"repo_id": repository, "repo_type": "dataset"}

    def check_token(self) -> None:
        """Refuse to go on without a token.

        Raises:
            HubError: there is none.
        """
        if not (self._api.token or get_token()):
            raise HubError("there is no token for the Hub: set HF_TOKEN, or run `hf auth login`")

    def _describe(self, what: str, error: BaseException) -> HubError:
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status in _STATUS:
            reason = _STATUS[status]
        elif status is not None:
            reason = f"the Hub answered with status {status}; try again later"
        else:
            said = " ".join(str(error).split())[:200] or type(error).__name__
            token = self._api.token if isinstance(self._api.token, str) else get_token()
            said = said.replace(token, "<token>") if token else said
            reason = f"no answer from the Hub ({said}); check the connection, and try again"
        return HubError(f"{self.repository}: {what} failed: {reason}", status)

    def _wait_for(self, error: BaseException, attempt: int) -> float | None:
        """How long to wait before the next try, in seconds; null if it would not help."""
        response = getattr(error, "response", None)
        status = getattr(response, "status_code", None)
        if status is not None and status != 429 and status < 500:
            return None
        if isinstance(error, (RepositoryNotFoundError, RevisionNotFoundError, ValueError)):
            return None
        asked = response.headers.get("retry-after", "") if response is not None else ""
        wait = float(asked) if asked.isdecimal() else 2.0**attempt
        return wait if wait <= _LONGEST_WAIT else None

    def _call(
        self, what: str, call: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs
    ) -> Result:
        """Ask the Hub, again if it is worth it.

        Raises:
            HubError: it does not answer, or refuses.
        """
        for attempt in range(_TRIES):
            try:
                return call(*args, **kwargs)
            except _ERRORS as error:
                wait = self._wait_for(error, attempt)
                if wait is None or attempt == _TRIES - 1:
                    raise self._describe(what, error) from error
                self._pause(wait)
        raise AssertionError("the last try returns or raises")

    def head(self) -> str | None:
        """The newest commit of the main branch; null if there is no such repository."""
        try:
            info = self._call("reading", self._api.repo_info, **self._where)
        except HubError as error:
            if isinstance(error.__cause__, RepositoryNotFoundError):
                return None
            raise
        return info.sha

    def files(self, revision: str) -> Mapping[str, RemoteFile]:
        """The files of a revision by path."""

        def list_files() -> dict[str, RemoteFile]:
            tree = self._api.list_repo_tree(**self._where, recursive=True, revision=revision)
            return {
                item.path: RemoteFile(item.size, item.lfs.sha256 if item.lfs else item.blob_id)
                for item in tree
                if isinstance(item, RepoFile)
            }

        return self._call("listing the files", list_files)

    def tags(self) -> Mapping[str, str]:
        """The commits of the tags by name."""
        refs = self._call("listing the tags", self._api.list_repo_refs, **self._where)
        return {tag.name: tag.target_commit for tag in refs.tags}

    def download(self, revision: str, folder: Path, paths: Iterable[str]) -> None:
        """Copy files of a revision into a folder, past any cache."""
        patterns = [_escape(path) for path in paths]

        def copy() -> None:
            self._api.snapshot_download(
                **self._where,
                revision=revision,
                local_dir=folder,
                allow_patterns=patterns,
                force_download=True,
            )

        self._call("reading back", copy)

    def create(self, *, private: bool) -> None:
        """Make the repository."""
        self._call(
            "making the repository",
            self._api.create_repo,
            **self._where,
            private=private,
            exist_ok=True,
        )

    def commit(
        self,
        files: Mapping[str, Path],
        stale: Sequence[str],
        message: str,
        parent: str,
        *,
        pull_request: bool,
    ) -> Commit:
        """Add, replace and remove files in one commit on top of `parent`, or in a pull request.

        It is tried once: whether a commit without an answer has landed is for the caller to see.

        Raises:
            HubError: the Hub refused, or did not answer.
        """
        try:
            info = self._api.create_commit(
                **self._where,
                operations=[
                    *(CommitOperationAdd(path, file) for path, file in sorted(files.items())),
                    *(CommitOperationDelete(path) for path in stale),
                ],
                commit_message=message,
                parent_commit=parent,
                create_pr=pull_request,
            )
        except _ERRORS as error:
            raise self._describe("the commit", error) from error
        return Commit(info.pr_revision or info.oid, info.pr_url or info.commit_url)

    def tag(self, name: str, revision: str, message: str) -> None:
        """Name a revision; a tag that names it already is left as it is."""

        def create() -> None:
            try:
                self._api.create_tag(
                    **self._where, tag=name, tag_message=message, revision=revision
                )
            except HfHubHTTPError as error:
                # An answer that was lost may have been a success.
                if error.response.status_code == 409 and self.tags().get(name) == revision:
                    return
                raise

        self._call(f"the tag {name}", create)


def _escape(path: str) -> str:
    """The pattern that only the path itself fits."""
    return re.sub(r"([*?\[])", r"[\1]", path)
