"""Publishing to a Hub on loopback, by the real client: all or nothing, whatever goes wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hub.clients import environment
from hub.exchange import Place, Request
from hub.faults import FaultKind
from hub.repository import Repository
from hub.state import Hub as Loopback

from paperclaims_curation.agreement.overview import compare_passes
from paperclaims_curation.building.parquet import content_sha256, read_tables
from paperclaims_curation.building.release import build_release, release_files
from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_curation.publishing.drift import find_drift
from paperclaims_curation.publishing.hub import Hub
from paperclaims_curation.publishing.planning import FileState
from paperclaims_curation.publishing.publisher import Outcome, plan_release, publish
from paperclaims_curation.validating.validator import validate_collection

TOY = Path(__file__).parents[1] / "toy"
NAME = "ada/toy"


def build(collection: Collection) -> None:
    result = validate_collection(collection)
    agreement = compare_passes(collection, result.rows, result.passes)
    build_release(
        result.rows,
        result.passes,
        collection.config,
        collection.release_folder,
        agreement=agreement,
    )


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    shutil.copytree(TOY, tmp_path / "toy")
    opened = open_collection(tmp_path / "toy")
    build(opened)
    return opened


@pytest.fixture
def remote(hub: Loopback, hub_waits: list[float]) -> Hub:
    return Hub(NAME, pause=hub_waits.append)


def change(collection: Collection, version: str | None = "0.2.0") -> Collection:
    """Another title for a record, and with it another version of the data."""
    path = collection.record_path("toy-pebblebank")
    text = path.read_text("utf-8")
    path.write_text(text.replace("title: ", "title: Another ", 1), "utf-8")
    config = collection.root / "collection.toml"
    if version:
        old = f'version = "{collection.config.version}"'
        config.write_text(config.read_text("utf-8").replace(old, f'version = "{version}"'), "utf-8")
    changed = open_collection(collection.root)
    build(changed)
    return changed


def published(repository: Repository, collection: Collection, revision: str = "main") -> bool:
    """Whether a revision holds exactly the collection's release, beside what the Hub made."""
    local = {
        path: file.read_bytes() for path, file in release_files(collection.release_folder).items()
    }
    tree = repository.files(revision)
    return {path: tree[path] for path in tree if path != ".gitattributes"} == local


def test_a_release_goes_up_in_one_commit_with_a_tag(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    repository = hub.create(NAME)
    commits = len(repository.history("main"))
    done = publish(collection, remote)
    assert done.outcome is Outcome.PUBLISHED
    assert len(repository.history("main")) == commits + 1
    assert published(repository, collection)
    assert published(repository, collection, "v" + collection.config.version)
    assert done.content_sha256 == content_sha256(read_tables(collection.release_folder))


def test_publishing_the_same_release_again_changes_nothing(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    repository = hub.create(NAME)
    first = publish(collection, remote)
    log = list(repository.history("main"))
    again = publish(collection, remote)
    assert again.outcome is Outcome.UNCHANGED
    assert again.revision == first.revision
    assert list(repository.history("main")) == log


def test_a_version_that_is_published_is_not_published_with_other_content(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    repository = hub.create(NAME)
    publish(collection, remote)
    before = repository.files("main")
    changed = change(collection, version=None)
    with pytest.raises(BadInputError, match=r"a release v\S+ already, with other content; raise"):
        publish(changed, remote)
    assert repository.files("main") == before


def test_the_next_release_removes_files_it_no_longer_has_and_leaves_others_alone(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    repository = hub.create(NAME)
    publish(collection, remote)
    repository.edit({"data/old/train.parquet": b"old", "LICENSE": b"mine"})
    changed = change(collection)
    plan = plan_release(changed, remote)
    states = {file.path: file.state for file in plan.changes}
    assert states["data/old/train.parquet"] is FileState.REMOVED
    assert plan.foreign == (".gitattributes", "LICENSE")
    publish(changed, remote)
    assert "data/old/train.parquet" not in repository.files("main")
    assert repository.files("main")["LICENSE"] == b"mine"
    assert "data/old/train.parquet" not in repository.files("v0.2.0")


def test_a_plan_changes_nothing(hub: Loopback, remote: Hub, collection: Collection) -> None:
    repository = hub.create(NAME)
    publish(collection, remote)
    before, hub_requests = hub.save()[NAME].files("main"), len(hub.requests)
    plan = plan_release(change(collection), remote)
    assert plan.differences is not None
    (record,) = plan.differences.changed
    assert [item.new for item in record.changes] == [plan.differences.changed[0].changes[0].new]
    assert {file.path for file in plan.changes} >= {"README.md", "croissant.json"}
    assert repository.files("main") == before
    assert all(request.method in {"GET", "HEAD", "POST"} for request in hub.requests[hub_requests:])
    assert list(repository.tags) == ["v" + collection.config.version]


def test_a_pull_request_leaves_the_main_branch_alone(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    repository = hub.create(NAME)
    before = repository.files("main")
    done = publish(collection, remote, pull_request=True)
    assert done.outcome is Outcome.PROPOSED
    assert done.revision == "refs/pr/1"
    assert repository.files("main") == before
    assert published(repository, collection, "refs/pr/1")
    assert list(repository.tags) == []


def test_a_repository_is_made_only_when_asked(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    with pytest.raises(PaperclaimsError, match="publish with --create to make it"):
        publish(collection, remote)
    assert hub.repositories == {}
    publish(collection, remote, create=True, private=True)
    assert hub.repository(NAME).is_private
    assert published(hub.repository(NAME), collection)


def test_drift_names_the_files_that_somebody_edited(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    repository = hub.create(NAME)
    publish(collection, remote)
    assert not find_drift(remote)
    repository.edit({"README.md": b"edited", "data/x.parquet": b"new"})
    drift = find_drift(remote)
    assert (drift.added, drift.changed, drift.removed) == (("data/x.parquet",), ("README.md",), ())


@pytest.fixture
def small(collection: Collection) -> Collection:
    """A collection with one record and no passes: few files, so that a release has few requests."""
    for path in collection.record_paths():
        if path.stem != "toy-pebblebank":
            path.unlink()
    shutil.rmtree(collection.passes_folder)
    shutil.rmtree(collection.release_folder)
    build(collection)
    return collection


def check_state(hub: Loopback, old: dict[str, bytes], new: Collection, said: str) -> None:
    """The Hub has the old release or the new one, and the message says which."""
    repository = hub.repository(NAME)
    is_old = repository.files("main") == old
    is_new = published(repository, new)
    assert is_old != is_new, said
    assert hub.token not in said
    if not said:
        assert is_new
        assert "v0.2.0" in repository.tags
    elif "cannot be told" in said:
        assert "run this again" in said
    elif is_new:
        assert "the release is there" in said or "the release is complete" in said.lower()
    else:
        assert "as it was" in said


def publish_and_check(hub: Loopback, remote: Hub, old: dict[str, bytes], new: Collection) -> None:
    said = ""
    try:
        publish(new, remote)
    except PaperclaimsError as error:
        said = str(error)
    hub.forget()
    check_state(hub, old, new, said)
    if said:
        # Running it again ends with the new release.
        publish(new, remote)
        check_state(hub, old, new, "")


@pytest.mark.parametrize("kind", FaultKind)
def test_a_fault_at_any_request_leaves_the_old_release_or_the_new_one(
    kind: FaultKind, hub: Loopback, hub_waits: list[float], small: Collection
) -> None:
    hub.pause = 0.0
    remote = Hub(NAME, pause=hub_waits.append)
    hub.create(NAME)
    publish(small, remote)
    old, new = hub.repository(NAME).files("main"), change(small)
    hub.forget()
    memory = hub.save()
    publish(new, remote)
    count = len(hub.requests)
    assert count > 8
    for number in range(1, count + 1):
        hub.restore(memory)
        hub.fail(number, kind)
        publish_and_check(hub, remote, old, new)


STAGES = (
    "/tree/",
    "/refs",
    "/preupload/",
    "/lfs/objects/batch",
    "/lfs/verify",
    "/commit/",
    "/tag/",
)


@pytest.mark.parametrize("stage", [*STAGES, "/resolve/"])
@pytest.mark.parametrize("kind", ["403", "500", "dropped", "answer lost"])
def test_a_stage_that_fails_for_good_leaves_the_old_release_or_the_new_one(
    kind: str, stage: str, hub: Loopback, hub_waits: list[float], small: Collection
) -> None:
    remote = Hub(NAME, pause=hub_waits.append)
    hub.create(NAME)
    publish(small, remote)
    old, new = hub.repository(NAME).files("main"), change(small)
    hub.forget()
    hub.fail(lambda request: stage in request.path, kind, times=None)
    publish_and_check(hub, remote, old, new)


@pytest.fixture
def run(
    collection: Collection, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    def run_main(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            main(["publish", "--collection", str(collection.root), *arguments])
        streams = capsys.readouterr()
        assert "Traceback" not in streams.err
        return int(str(caught.value.code)), streams.out, streams.err

    return run_main


def test_the_command_publishes_plans_and_looks_for_drift(
    hub: Loopback,
    hub_waits: list[float],
    collection: Collection,
    run: Callable[..., tuple[int, str, str]],
) -> None:
    hub.create(NAME)
    code, out, _ = run("--repo", NAME, "--plan")
    assert code == 0
    assert "nothing was changed: leave out --plan to do it" in out
    assert "+ data/records/train.parquet" in out
    code, out, _ = run("--repo", NAME)
    assert code == 0
    assert "published in one commit, and read back: the copy is the release" in out
    code, out, _ = run("--repo", NAME)
    assert code == 0
    assert "published already, with this content; nothing was changed" in out
    code, out, _ = run("--repo", NAME, "--check-drift")
    assert (code, out) == (0, f"{NAME}: as released in v{collection.config.version}\n")
    hub.repository(NAME).edit({"README.md": b"edited"})
    code, out, _ = run("--repo", NAME, "--check-drift", "--format", "json")
    assert code == 1
    assert json.loads(out)["changed"] == ["README.md"]


def test_the_command_refuses_what_is_not_ready(
    hub: Loopback,
    hub_waits: list[float],
    collection: Collection,
    run: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hub.create(NAME)
    before = hub.repository(NAME).files("main")
    path = collection.record_path("toy-pebblebank")
    text = path.read_text("utf-8")
    path.write_text(text.replace("title: ", "title: Another ", 1), "utf-8")
    code, _, err = run("--repo", NAME)
    assert code == 1
    assert "build the release first: paperclaims build" in err
    path.write_text(text.replace("year: ", "year:  ", 1), "utf-8")
    code, _, err = run("--repo", NAME)
    assert code == 1
    assert "correct the findings above" in err
    path.write_text(text, "utf-8")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    code, _, err = run("--repo", NAME)
    assert (code, err) == (
        2,
        "paperclaims: HF_HUB_OFFLINE is set: unset it to reach the Hub\n",
    )
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.delenv("HF_TOKEN")
    code, _, err = run("--repo", NAME)
    assert code == 2
    assert "there is no token for the Hub: set HF_TOKEN" in err
    assert hub.repository(NAME).files("main") == before
    code, _, err = run("--repo", "no name")
    assert (code, err) == (2, "paperclaims: no name: a repository is named OWNER/NAME\n")


LOAD = """
import json, sys
from datasets import load_dataset

name, version = sys.argv[1:]
rows = load_dataset(name, "claims", revision=version)
streamed = load_dataset(name, "claims", revision=version, streaming=True)
for split in rows:
    assert [*rows[split]] == [*streamed[split]], split
print(json.dumps({split: rows[split].num_rows for split in rows}))
"""


def test_the_published_release_is_loaded_by_its_tag(
    hub: Loopback, remote: Hub, collection: Collection, tmp_path: Path
) -> None:
    hub.create(NAME)
    publish(collection, remote)
    tag = "v" + collection.config.version
    done = subprocess.run(
        [sys.executable, "-c", LOAD, NAME, tag],
        env=environment(hub, tmp_path / "reader"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    tables = read_tables(collection.release_folder)["claims"]
    assert json.loads(done.stdout.splitlines()[-1]) == {
        split: table.num_rows for split, table in tables.items()
    }
    assert all(request.place is not Place.OUTSIDE for request in hub.requests)


def test_no_request_shows_the_token_in_its_address(
    hub: Loopback, remote: Hub, collection: Collection
) -> None:
    hub.create(NAME)
    publish(collection, remote)
    assert not any(_has_token(request, hub.token) for request in hub.requests)


def _has_token(request: Request, token: str) -> bool:
    return token in request.path
