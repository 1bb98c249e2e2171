"""The endpoints that tell about a repository and hand out its files."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

import yaml
from hub.exchange import Call, Refusal, Response, as_json, content_response, redirect
from hub.objects import Blob, Commit
from hub.repository import PullRequest, Repository
from hub.state import Hub


def info(hub: Hub, call: Call, name: str, revision: str = "main") -> Response:
    repository = hub.readable(name, call)
    commit = repository.at(revision)
    with_blobs = call.is_set("blobs")
    created = repository.history("main")[-1].date
    value = {
        "id": name,
        "author": name.split("/", maxsplit=1)[0],
        "sha": commit.oid,
        "createdAt": timestamp(created),
        "lastModified": timestamp(repository.at("main").date),
        "private": repository.is_private,
        "gated": False,
        "disabled": False,
        "downloads": 0,
        "likes": 0,
        "tags": [],
        "cardData": card_data(commit.files.get("README.md", Blob(b""))),
        "siblings": [
            {"rfilename": path, **(blob_fields(blob) if with_blobs else {})}
            for path, blob in sorted(commit.files.items())
        ],
        "usedStorage": sum(len(blob.content) for blob in commit.files.values()),
    }
    return as_json(value)


def tree(hub: Hub, call: Call, name: str, revision: str, folder: str = "") -> Response:
    repository = hub.readable(name, call)
    commit = repository.at(revision)
    if folder not in commit.folders:
        raise Refusal(404, f'{folder} does not exist on "{revision}"', "EntryNotFound")
    start = f"{folder}/" if folder else ""
    paths = [path for path in [*commit.folders, *commit.files] if path and path.startswith(start)]
    if not call.is_set("recursive"):
        paths = [path for path in paths if "/" not in path.removeprefix(start)]
    expand = call.is_set("expand")
    size = min(hub.page_size, 50) if expand else hub.page_size
    first = int(call.query.get("cursor", ["0"])[0])
    page = sorted(paths)[first : first + size]
    value = [entry(repository, commit, path, expand=expand) for path in page]
    if first + size >= len(paths):
        return as_json(value)
    query = {key: values[0] for key, values in call.query.items()}
    address = f"{hub.url}{call.path}?{urlencode({**query, 'cursor': first + size})}"
    return as_json(value, headers={"Link": f'<{address}>; rel="next"'})


def paths_info(hub: Hub, call: Call, name: str, revision: str) -> Response:
    repository = hub.readable(name, call)
    commit = repository.at(revision)
    form = parse_qs(call.body.decode())
    known = [path for path in form.get("paths", []) if path in {**commit.files, **commit.folders}]
    expand = form.get("expand", ["false"])[0].lower() == "true"
    return as_json([entry(repository, commit, path, expand=expand) for path in known])


def refs(hub: Hub, call: Call, name: str) -> Response:
    def listed(start: str) -> list[dict[str, str]]:
        return [
            {"name": ref.removeprefix(start), "ref": ref, "targetCommit": oid}
            for ref, oid in sorted(repository.refs.items())
            if ref.startswith(start)
        ]

    repository = hub.readable(name, call)
    value = {"branches": listed("refs/heads/"), "tags": listed("refs/tags/"), "converts": []}
    if call.is_set("include_prs"):
        value["pullRequests"] = listed("refs/pr/")
    return as_json(value)


def commits(hub: Hub, call: Call, name: str, revision: str) -> Response:
    return as_json(
        [
            {
                "id": commit.oid,
                "title": commit.title,
                "message": commit.description,
                "date": timestamp(commit.date),
                "authors": [{"user": hub.user}],
            }
            for commit in hub.readable(name, call).history(revision)
        ]
    )


def discussions(hub: Hub, call: Call, name: str) -> Response:
    wanted = call.query.get("status", ["all"])[0]
    found = [
        discussion(hub, name, request)
        for request in reversed(hub.readable(name, call).pull_requests)
        if wanted in {"all", request.status} or (wanted == "closed" and request.merged_as)
    ]
    return as_json({"discussions": found, "count": len(found), "start": 0})


def discussion_details(hub: Hub, call: Call, name: str, number: str) -> Response:
    request = hub.readable(name, call).pull_request(int(number))
    changes = {"base": request.base, "mergeCommitId": request.merged_as}
    details = {"changes": changes, "filesWithConflicts": [], "events": [], "diff": ""}
    return as_json({**discussion(hub, name, request), **details})


def discussion(hub: Hub, name: str, request: PullRequest) -> dict[str, Any]:
    commit = hub.repository(name).at(request.ref)
    return {
        "num": request.number,
        "title": request.title,
        "author": {"name": hub.user},
        "createdAt": timestamp(commit.date),
        "status": request.status,
        "repo": {"name": name, "type": "dataset"},
        "isPullRequest": True,
    }


def resolve(hub: Hub, call: Call, name: str, revision: str, path: str) -> Response:
    """Say where a file's content is: an LFS file in the storage, another in the Hub's cache."""
    repository = hub.readable(name, call)
    commit = repository.at(revision)
    blob = file_at(commit, path)
    headers = {"X-Repo-Commit": commit.oid, "Accept-Ranges": "bytes"}
    if not blob.is_lfs:
        place = f"/api/resolve-cache/datasets/{name}/{commit.oid}/{quote(path, safe='')}"
        return redirect(307, place, headers)
    linked = {"X-Linked-Size": str(len(blob.content)), "X-Linked-ETag": f'"{blob.sha256}"'}
    place = f"{hub.storage_url}/{name}/{blob.sha256}?signature={hub.signature}"
    return redirect(302, place, {**headers, **linked})


def resolve_cache(hub: Hub, call: Call, name: str, oid: str, path: str) -> Response:
    commit = hub.readable(name, call).at(oid)
    blob = file_at(commit, path)
    return content_response(
        call, blob.content, {"ETag": f'"{blob.etag}"', "X-Repo-Commit": commit.oid}
    )


def file_at(commit: Commit, path: str) -> Blob:
    if path not in commit.files:
        raise Refusal(404, "Entry not found", "EntryNotFound", X_Repo_Commit=commit.oid)
    return commit.files[path]


def entry(repository: Repository, commit: Commit, path: str, *, expand: bool) -> dict[str, Any]:
    """What the listings say of one file or folder."""
    extra = {"lastCommit": last_change(repository, commit, path)} if expand else {}
    if path in commit.folders:
        return {
            "type": "directory",
            "path": path,
            "oid": commit.folders[path],
            "size": 0,
            **extra,
        }
    fields = blob_fields(commit.files[path])
    oid = fields.pop("blobId")
    if "lfs" in fields:
        fields["lfs"]["oid"] = fields["lfs"].pop("sha256")
    return {"type": "file", "path": path, "oid": oid, **fields, **extra}


def blob_fields(blob: Blob) -> dict[str, Any]:
    size = len(blob.content)
    lfs = {"sha256": blob.sha256, "size": size, "pointerSize": len(blob.pointer)}
    return {"blobId": blob.blob_id, "size": size, **({"lfs": lfs} if blob.is_lfs else {})}


def last_change(repository: Repository, commit: Commit, path: str) -> dict[str, str]:
    def version(one: Commit) -> str | None:
        return one.files[path].blob_id if path in one.files else one.folders.get(path)

    last = commit
    for older in repository.history(commit.oid):
        if version(older) != version(commit):
            break
        last = older
    return {"id": last.oid, "title": last.title, "date": timestamp(last.date)}


def card_data(card: Blob) -> dict[str, Any] | None:
    """The YAML between the first two lines of dashes, if it can be read."""
    parts = card.content.decode(errors="replace").split("---\n", maxsplit=2)
    if len(parts) < 3 or parts[0]:
        return None
    try:
        value = yaml.safe_load(parts[1])
    except yaml.YAMLError:
        return None
    return value if isinstance(value, dict) else None


def timestamp(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")
