"""Faults on demand strike the request they are meant for, and never leave half a commit."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hub.faults import MESSAGES, NO_WORK_DONE, FaultKind
from hub.state import Hub
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi
from huggingface_hub.errors import HfHubHTTPError, RepositoryNotFoundError
from huggingface_hub.utils import httpx  # type: ignore[attr-defined]

NAME = "ada/toy"
OLD = {"README.md": b"---\na: 1\n---\n", "data/old.parquet": b"PAR1" * 1000}
NEW = {"README.md": b"---\na: 2\n---\n", "data/new.parquet": b"PAR2" * 1000}
REQUESTS = [
    "POST /api/validate-yaml",
    f"POST /api/datasets/{NAME}/preupload/main",
    f"POST /datasets/{NAME}.git/info/lfs/objects/batch",
    f"PUT /{NAME}/",
    f"POST /datasets/{NAME}.git/info/lfs/verify",
    f"POST /api/datasets/{NAME}/commit/main",
    f"POST /api/datasets/{NAME}/tag/main",
]
COMMIT = 6
"""The number of the request that changes the files."""


@pytest.fixture
def api(hub: Hub, hub_waits: list[float]) -> HfApi:
    hub.pause = 0.001
    hub.create(NAME).edit(dict(OLD))
    return HfApi()


def release(api: HfApi) -> None:
    api.create_commit(
        NAME,
        [
            *(CommitOperationAdd(path, content) for path, content in NEW.items()),
            CommitOperationDelete("data/old.parquet"),
        ],
        commit_message="Release",
        repo_type="dataset",
    )
    api.create_tag(NAME, tag="v1.0.0", repo_type="dataset")


def files(hub: Hub) -> dict[str, bytes]:
    found = hub.repository(NAME).files()
    assert found.pop(".gitattributes")
    return found


def test_these_are_the_requests_of_a_release(hub: Hub, api: HfApi) -> None:
    release(api)
    assert len(hub.requests) == len(REQUESTS)
    for request, expected in zip(hub.requests, REQUESTS, strict=True):
        assert str(request).startswith(expected)


@pytest.mark.parametrize("kind", FaultKind)
def test_any_fault_at_any_request_leaves_the_old_files_or_the_new_ones(
    hub: Hub, api: HfApi, kind: FaultKind
) -> None:
    memory = hub.save()
    for number, times in itertools.product(range(1, len(REQUESTS) + 1), (1, None)):
        hub.restore(memory)
        fault = hub.fail(number, kind, times=times)
        try:
            release(api)
        except (HfHubHTTPError, httpx.TransportError, RuntimeError, ValueError) as error:
            assert hub.token not in repr(error)  # noqa: PT017  not every fault is an error
            is_complete = False
        else:
            is_complete = True
        assert fault.struck > 0
        assert is_complete or kind is not FaultKind.SLOW
        if is_complete:
            assert (files(hub), list(hub.repository(NAME).tags)) == (NEW, ["v1.0.0"])
        elif number < COMMIT or (number == COMMIT and kind in NO_WORK_DONE):
            assert (files(hub), hub.repository(NAME).tags) == (OLD, {})
        else:
            assert files(hub) == NEW


@pytest.mark.parametrize("kind", MESSAGES)
def test_a_status_is_answered_and_nothing_is_done(hub: Hub, api: HfApi, kind: FaultKind) -> None:
    hub.fail(lambda request: "/commit/" in request.path, kind, times=None)
    with pytest.raises(HfHubHTTPError, match=f"(?i){MESSAGES[kind]}") as error:
        release(api)
    assert error.value.response.status_code == int(kind)
    assert isinstance(error.value, RepositoryNotFoundError) == (kind is FaultKind.NOT_FOUND)
    assert files(hub) == OLD


@pytest.mark.parametrize("kind", [FaultKind.DROPPED, FaultKind.ANSWER_LOST, FaultKind.TRUNCATED])
def test_after_a_broken_connection_the_work_is_done_or_not(
    hub: Hub, api: HfApi, kind: FaultKind
) -> None:
    hub.fail(lambda request: "/commit/" in request.path, kind)
    with pytest.raises(httpx.RemoteProtocolError):
        release(api)
    assert files(hub) == (OLD if kind is FaultKind.DROPPED else NEW)
    assert hub.repository(NAME).tags == {}


def test_the_client_waits_as_long_as_it_is_asked_to(
    hub: Hub, api: HfApi, hub_waits: list[float]
) -> None:
    hub.fail(2, "429", times=2, retry_after=30)
    release(api)
    # huggingface_hub adds a second.
    assert hub_waits == [31, 31]
    assert [str(one) for one in hub.requests[1:4]] == [REQUESTS[1]] * 3


def test_a_fault_is_counted_from_when_it_is_asked_for(hub: Hub, api: HfApi) -> None:
    api.dataset_info(NAME)
    fault = hub.fail(2, "403")
    assert api.dataset_info(NAME).id == NAME
    with pytest.raises(HfHubHTTPError, match="403"):
        api.dataset_info(NAME)
    assert api.dataset_info(NAME).id == NAME
    assert fault.struck == 1


@pytest.mark.parametrize("path", OLD)
def test_a_download_that_is_cut_off_is_taken_up_again(
    hub: Hub, api: HfApi, tmp_path: Path, path: str
) -> None:
    # The content comes from the cache of the Hub, that of an LFS file from its storage.
    fault = hub.fail(
        lambda one: one.method == "GET" and ("resolve-cache" in one.path or one.place == "storage"),
        "truncated",
    )
    place = api.hf_hub_download(NAME, path, repo_type="dataset", local_dir=tmp_path)
    assert Path(place).read_bytes() == OLD[path]
    assert fault.struck == 1


def test_a_slow_answer_is_complete(hub: Hub, api: HfApi) -> None:
    hub.fail(lambda _: True, "slow", times=None)
    path = api.hf_hub_download(NAME, "data/old.parquet", repo_type="dataset")
    assert Path(path).read_bytes() == OLD["data/old.parquet"]
