"""Which endpoint answers which address, and who may ask."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import unquote

from hub import reading, writing
from hub.exchange import Call, Place, Refusal, Response, as_json
from hub.state import Hub

NAME = r"([\w.-]+/[\w.-]+?)"
DATASET = rf"/api/datasets/{NAME}"
ONE = r"([^/]+)"


@dataclass(frozen=True)
class Route:
    """An endpoint. What a pattern leaves open are the endpoint's arguments, unquoted."""

    place: Place
    methods: str
    pattern: str
    endpoint: Callable[..., Response]
    needs_token: bool = False


def whoami(hub: Hub, call: Call) -> Response:
    role = {"accessToken": {"displayName": "loopback", "role": "write"}}
    return as_json({"type": "user", "name": hub.user, "orgs": [], "auth": role})


def check_access(hub: Hub, call: Call, name: str) -> Response:
    hub.readable(name, call)
    return Response()


def read(pattern: str, endpoint: Callable[..., Response], methods: str = "GET HEAD") -> Route:
    return Route(Place.HUB, methods, pattern, endpoint)


def write(methods: str, pattern: str, endpoint: Callable[..., Response]) -> Route:
    return Route(Place.HUB, methods, pattern, endpoint, needs_token=True)


ROUTES = [
    write("GET", "/api/whoami-v2", whoami),
    write("POST", "/api/repos/create", writing.create_repository),
    read("/api/validate-yaml", writing.validate_card, "POST"),
    read(f"{DATASET}/auth-check", check_access),
    write("GET", f"{DATASET}/auth-check/write", check_access),
    read(f"{DATASET}", reading.info),
    read(f"{DATASET}/revision/{ONE}", reading.info),
    read(f"{DATASET}/tree/{ONE}", reading.tree),
    read(f"{DATASET}/tree/{ONE}/{ONE}", reading.tree),
    read(f"{DATASET}/paths-info/{ONE}", reading.paths_info, "POST"),
    read(f"{DATASET}/refs", reading.refs),
    read(f"{DATASET}/commits/{ONE}", reading.commits),
    read(f"{DATASET}/discussions", reading.discussions),
    read(rf"{DATASET}/discussions/(\d+)", reading.discussion_details),
    write("POST", rf"{DATASET}/discussions/(\d+)/merge", writing.merge),
    read(f"/datasets/{NAME}/resolve/{ONE}/(.+)", reading.resolve),
    read(f"/api/resolve-cache/datasets/{NAME}/{ONE}/{ONE}", reading.resolve_cache),
    write("POST", f"{DATASET}/preupload/{ONE}", writing.preupload),
    write("POST", rf"/datasets/{NAME}\.git/info/lfs/objects/batch", writing.lfs_batch),
    write("POST", rf"/datasets/{NAME}\.git/info/lfs/verify", writing.lfs_verify),
    write("POST", f"{DATASET}/commit/{ONE}", writing.commit),
    write("POST", f"{DATASET}/tag/{ONE}", writing.add_tag),
    write("DELETE", f"{DATASET}/tag/{ONE}", writing.drop_tag),
    write("POST", f"{DATASET}/branch/{ONE}", writing.add_branch),
    write("DELETE", f"{DATASET}/branch/{ONE}", writing.drop_branch),
    Route(Place.STORAGE, "PUT", f"/{NAME}/([0-9a-f]{{64}})", writing.store),
    Route(Place.STORAGE, "GET HEAD", f"/{NAME}/([0-9a-f]{{64}})", writing.stored),
]


def answer(hub: Hub, call: Call) -> Response:
    """Do what a request asks for, one request at a time."""
    try:
        with hub.lock:
            return dispatch(hub, call)
    except Refusal as refusal:
        return refusal.response()


def dispatch(hub: Hub, call: Call) -> Response:
    request = call.request
    if request.place is Place.OUTSIDE:
        raise Refusal(403 if request.method == "CONNECT" else 404, "Not this Hub")
    if request.place is Place.HUB and call.token not in {None, f"Bearer {hub.token}"}:
        raise Refusal(401, "Invalid credentials in Authorization header")
    for route in ROUTES:
        found = re.fullmatch(route.pattern, call.path)
        if found and route.place is request.place and request.method in route.methods.split():
            if route.needs_token and call.token is None:
                # By https the client itself takes such a 401 for a missing repository.
                code = "RepoNotFound" if call.path.startswith("/api/datasets/") else None
                raise Refusal(401, "Invalid username or password.", code)
            return route.endpoint(hub, call, *map(unquote, found.groups()))
    raise Refusal(404, "Sorry, we can't find the page you are looking for.")
