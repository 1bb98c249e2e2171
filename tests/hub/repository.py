"""A dataset repository in memory: commits, branches, tags and pull requests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hub.exchange import Refusal
from hub.objects import Blob, Commit
from hub.operations import GITATTRIBUTES, CommitRequest, apply_operations, upload_mode


@dataclass
class PullRequest:
    """A proposed change; its commits are at refs/pr/<number>."""

    number: int
    title: str
    description: str
    base: str
    """The full name of the branch it is to be merged into."""
    status: str = "open"
    merged_as: str | None = None

    @property
    def ref(self) -> str:
        return f"refs/pr/{self.number}"


@dataclass
class Repository:
    """One repository. Every change is whole or refused: the references move last."""

    name: str
    is_private: bool = False
    commits: dict[str, Commit] = field(default_factory=dict)
    refs: dict[str, str] = field(default_factory=dict)
    """Full name of each branch, tag and pull request, and the commit it stands at."""
    uploads: dict[str, bytes] = field(default_factory=dict)
    """LFS objects by SHA-256, committed or not."""
    pull_requests: list[PullRequest] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.commits:
            first = Commit({".gitattributes": Blob(GITATTRIBUTES)}, "initial commit")
            self._add("refs/heads/main", first)

    def files(self, revision: str = "main") -> dict[str, bytes]:
        """The content of every file, as a reader gets it."""
        return {path: blob.content for path, blob in self.at(revision).files.items()}

    @property
    def tags(self) -> dict[str, str]:
        """The commit of every tag."""
        start = "refs/tags/"
        return {
            ref.removeprefix(start): oid for ref, oid in self.refs.items() if ref.startswith(start)
        }

    def resolve(self, revision: str) -> str:
        """The commit that a branch, tag, full reference or (short) commit id names."""
        for ref in (revision, f"refs/heads/{revision}", f"refs/tags/{revision}"):
            if ref in self.refs:
                return self.refs[ref]
        if re.fullmatch(r"[0-9a-f]{7,40}", revision):
            for oid in self.commits:
                if oid.startswith(revision):
                    return oid
        raise Refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")

    def at(self, revision: str) -> Commit:
        """The commit that a revision names."""
        return self.commits[self.resolve(revision)]

    def history(self, revision: str) -> list[Commit]:
        """The commits up to a revision, the newest first."""
        commits = [self.at(revision)]
        while parent := commits[-1].parent:
            commits.append(self.commits[parent])
        return commits

    def commit(
        self, revision: str, wanted: CommitRequest, *, as_pull_request: bool = False
    ) -> tuple[Commit, PullRequest | None]:
        """Apply a commit to a branch or to an open pull request, or open a new one with it."""
        ref = self._branch(revision)
        base = self.refs[ref]
        if wanted.parent and as_pull_request:
            base = self.resolve(wanted.parent)
        elif wanted.parent and not base.startswith(wanted.parent):
            raise Refusal(412, "A commit has happened since. Please refresh and try again.")
        files = apply_operations(self.commits[base].files, wanted.operations, self.uploads)
        number = len(self.commits)
        commit = Commit(files, wanted.title, wanted.description, base, number)
        if not as_pull_request:
            self._add(ref, commit)
            return commit, None
        number = len(self.pull_requests) + 1
        request = PullRequest(number, wanted.title, wanted.description, ref)
        self.pull_requests.append(request)
        self._add(request.ref, commit)
        return commit, request

    def edit(
        self, changes: Mapping[str, bytes | None], title: str = "Edit on the website"
    ) -> Commit:
        """Commit to main without a request, as somebody else would; None deletes a file."""
        base = self.at("main")
        files = dict(base.files)
        for path, content in changes.items():
            if content is None:
                del files[path]
                continue
            mode = upload_mode(files, path, content[:512], len(content))
            files[path] = Blob(content, is_lfs=mode == "lfs")
            if files[path].is_lfs:
                self.uploads[files[path].sha256] = content
        return self._add("refs/heads/main", Commit(files, title, "", base.oid, len(self.commits)))

    def merge(self, number: int) -> None:
        """Merge a pull request; refused if its branch has moved on since."""
        request = self.pull_request(number)
        head = self.refs[request.ref]
        moved = self.refs[request.base] not in {one.oid for one in self.history(head)}
        if request.status != "open" or moved:
            raise Refusal(409, "This pull request cannot be merged")
        self.refs[request.base] = request.merged_as = head
        request.status = "merged"

    def pull_request(self, number: int) -> PullRequest:
        if not 0 < number <= len(self.pull_requests):
            raise Refusal(404, "Discussion not found")
        return self.pull_requests[number - 1]

    def point(self, ref: str, revision: str) -> None:
        """Add a tag or a branch; refused if it is there."""
        if ref in self.refs:
            raise Refusal(409, f"Reference {ref} exists already")
        self.refs[ref] = self.resolve(revision)

    def drop(self, ref: str) -> None:
        """Take a tag or a branch away."""
        if ref not in self.refs:
            raise Refusal(404, f"Invalid rev id: {ref}", "RevisionNotFound")
        if ref == "refs/heads/main":
            raise Refusal(403, "The main branch cannot be deleted")
        del self.refs[ref]

    def _branch(self, revision: str) -> str:
        for ref in (revision, f"refs/heads/{revision}"):
            if ref in self.refs and not ref.startswith("refs/tags/"):
                return ref
        raise Refusal(404, f"Invalid rev id: {revision}", "RevisionNotFound")

    def _add(self, ref: str, commit: Commit) -> Commit:
        self.commits[commit.oid] = commit
        self.refs[ref] = commit.oid
        return commit
