"""The endpoints that change a repository."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

from hub.exchange import Call, Refusal, Response, as_json, content_response
from hub.objects import Blob
from hub.operations import read_commit, upload_mode
from hub.reading import card_data
from hub.state import Hub


def create_repository(hub: Hub, call: Call) -> Response:
    wanted = call.json()
    if wanted.get("type") != "dataset":
        raise Refusal(400, "This Hub keeps datasets only")
    name = f"{wanted.get('organization') or hub.user}/{wanted['name']}"
    value = {"url": f"{hub.url}/datasets/{name}", "name": name}
    if name in hub.repositories:
        return as_json({**value, "error": "You already created this dataset repo"}, 409)
    is_private = wanted.get("visibility") == "private" or wanted.get("private") is True
    hub.create(name, is_private=is_private)
    return as_json(value)


def validate_card(hub: Hub, call: Call) -> Response:
    content = call.json()["content"]
    problems: dict[str, list[dict[str, str]]] = {"errors": [], "warnings": []}
    if not content.startswith("---\n"):
        problems["warnings"].append({"message": "empty or missing yaml metadata in repo card"})
    elif card_data(Blob(content.encode())) is None:
        problems["errors"].append({"message": "the metadata is no YAML mapping"})
    return as_json(problems, 400 if problems["errors"] else 200)


def preupload(hub: Hub, call: Call, name: str, revision: str) -> Response:
    commit = hub.readable(name, call).at(revision)
    answers: list[dict[str, Any]] = []
    for wanted in call.json()["files"]:
        path = wanted["path"]
        mode = upload_mode(
            commit.files, path, base64.b64decode(wanted["sample"]), int(wanted["size"])
        )
        known = commit.files.get(path)
        oid = {"oid": known.etag} if known else {}
        answers.append({"path": path, "uploadMode": mode, "shouldIgnore": False, **oid})
    return as_json({"files": answers, "commitOid": commit.oid})


def lfs_batch(hub: Hub, call: Call, name: str) -> Response:
    """Say where to put which LFS object (git-lfs, docs/api/batch.md)."""
    repository = hub.readable(name, call)
    wanted = call.json()
    if wanted["operation"] != "upload" or "basic" not in wanted["transfers"]:
        raise Refusal(422, "Only uploads by the basic transfer are offered")
    answers: list[dict[str, Any]] = []
    for item in wanted["objects"]:
        place = f"{hub.storage_url}/{name}/{item['oid']}?signature={hub.signature}"
        actions = {
            "upload": {"href": place},
            "verify": {"href": f"{hub.url}/datasets/{name}.git/info/lfs/verify"},
        }
        is_known = item["oid"] in repository.uploads
        answers.append({**item, **({} if is_known else {"actions": actions})})
    return as_json({"transfer": "basic", "objects": answers})


def lfs_verify(hub: Hub, call: Call, name: str) -> Response:
    wanted = call.json()
    content = hub.readable(name, call).uploads.get(wanted["oid"])
    if content is None or len(content) != wanted["size"]:
        raise Refusal(404, "The object was not uploaded")
    return Response()


def store(hub: Hub, call: Call, name: str, oid: str) -> Response:
    if call.query.get("signature") != [hub.signature] or name not in hub.repositories:
        raise Refusal(403, "The address is not signed")
    if hashlib.sha256(call.body).hexdigest() != oid:
        raise Refusal(400, "The content is not what was announced")
    hub.repository(name).uploads[oid] = call.body
    return Response(headers={"ETag": f'"{oid}"'})


def stored(hub: Hub, call: Call, name: str, oid: str) -> Response:
    if call.query.get("signature") != [hub.signature] or name not in hub.repositories:
        raise Refusal(403, "The address is not signed")
    if oid not in hub.repository(name).uploads:
        raise Refusal(404, "The object is not here")
    content = hub.repository(name).uploads[oid]
    return content_response(call, content, {"ETag": f'"{oid}"'})


def commit(hub: Hub, call: Call, name: str, revision: str) -> Response:
    repository = hub.readable(name, call)
    as_pull_request = call.is_set("create_pr")
    made, request = repository.commit(
        revision, read_commit(call.body), as_pull_request=as_pull_request
    )
    value = {
        "success": True,
        "commitOid": made.oid,
        "commitUrl": f"{hub.url}/datasets/{name}/commit/{made.oid}",
        "hookOutput": "",
    }
    if request:
        value["pullRequestUrl"] = f"{hub.url}/datasets/{name}/discussions/{request.number}"
    return as_json(value)


def add_tag(hub: Hub, call: Call, name: str, revision: str) -> Response:
    hub.readable(name, call).point(f"refs/tags/{call.json()['tag']}", revision)
    return Response()


def drop_tag(hub: Hub, call: Call, name: str, tag: str) -> Response:
    hub.readable(name, call).drop(f"refs/tags/{tag}")
    return Response()


def add_branch(hub: Hub, call: Call, name: str, branch: str) -> Response:
    revision = call.json().get("startingPoint", "main")
    hub.readable(name, call).point(f"refs/heads/{branch}", revision)
    return Response()


def drop_branch(hub: Hub, call: Call, name: str, branch: str) -> Response:
    hub.readable(name, call).drop(f"refs/heads/{branch}")
    return Response()


def merge(hub: Hub, call: Call, name: str, number: str) -> Response:
    hub.readable(name, call).merge(int(number))
    return Response()
