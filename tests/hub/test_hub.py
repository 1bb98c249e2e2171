"""The real huggingface_hub against the loopback Hub: what it writes is what it reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from hub.state import Hub
from huggingface_hub import CommitOperationAdd, CommitOperationDelete, HfApi, HfFileSystem
from huggingface_hub.errors import (
    EntryNotFoundError,
    HfHubHTTPError,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.hf_api import CommitInfo, RepoFile

NAME = "ada/toy"
CARD = b"---\nlicense: cc-by-4.0\n---\nA toy.\n"
PARQUET = b"PAR1" * 3000
OLD = {"README.md": CARD, "data/old.parquet": PARQUET, "notes/a b+ü.txt": "naïve 🙂".encode()}


@pytest.fixture
def api(hub: Hub, hub_waits: list[float]) -> HfApi:
    api = HfApi()
    assert api.create_repo(NAME, repo_type="dataset") == f"{hub.url}/datasets/{NAME}"
    commit(api, *(CommitOperationAdd(path, content) for path, content in OLD.items()))
    hub.forget()
    return api


def commit(
    api: HfApi,
    *operations: CommitOperationAdd | CommitOperationDelete,
    title: str = "Add toys",
    parent: str | None = None,
    as_pull_request: bool = False,
) -> CommitInfo:
    return api.create_commit(
        NAME,
        operations,
        commit_message=title,
        repo_type="dataset",
        parent_commit=parent,
        create_pr=as_pull_request,
    )


def files(hub: Hub, revision: str = "main") -> dict[str, bytes]:
    found = hub.repository(NAME).files(revision)
    assert found.pop(".gitattributes")
    return found


def status_of(error: pytest.ExceptionInfo[HfHubHTTPError]) -> int:
    return int(error.value.response.status_code)


def test_one_commit_adds_replaces_and_deletes(hub: Hub, api: HfApi, tmp_path: Path) -> None:
    new = tmp_path / "new.parquet"
    new.write_bytes(PARQUET + b"!")
    info = commit(
        api,
        CommitOperationAdd("README.md", CARD + b"More."),
        CommitOperationAdd("data/new.parquet", new),
        CommitOperationAdd("data/empty.parquet", b""),
        CommitOperationDelete("data/old.parquet"),
        CommitOperationDelete("notes/"),
    )
    assert files(hub) == {
        "README.md": CARD + b"More.",
        "data/new.parquet": PARQUET + b"!",
        "data/empty.parquet": b"",
    }
    assert files(hub, info.oid) == files(hub)
    assert info.commit_url == f"{hub.url}/datasets/{NAME}/commit/{info.oid}"
    assert [str(request) for request in hub.requests] == [
        "POST /api/validate-yaml",
        f"POST /api/datasets/{NAME}/preupload/main",
        f"POST /datasets/{NAME}.git/info/lfs/objects/batch",
        f"PUT /{NAME}/{hub.repository(NAME).at('main').files['data/new.parquet'].sha256}",
        f"POST /datasets/{NAME}.git/info/lfs/verify",
        f"POST /api/datasets/{NAME}/commit/main",
    ]


def test_the_token_goes_to_the_hub_alone(hub: Hub, api: HfApi, tmp_path: Path) -> None:
    commit(api, CommitOperationAdd("data/new.parquet", b"PAR1"))
    api.snapshot_download(NAME, repo_type="dataset", local_dir=tmp_path)
    assert {request.place: request.has_token for request in hub.requests} == {
        "hub": True,
        "storage": False,
    }
    assert hub.token not in repr(hub.requests)
    assert hub.outside == []


def test_what_is_there_is_neither_uploaded_nor_committed_again(hub: Hub, api: HfApi) -> None:
    before = hub.repository(NAME).refs.copy()
    info = commit(api, *(CommitOperationAdd(path, content) for path, content in OLD.items()))
    assert info.oid == before["refs/heads/main"]
    assert hub.repository(NAME).refs == before
    assert not [one for one in hub.requests if one.method == "PUT" or "/commit/" in one.path]


def test_a_commit_on_another_parent_is_refused(hub: Hub, api: HfApi) -> None:
    old = hub.repository(NAME).at("main").oid
    newer = hub.repository(NAME).edit({"notes/more.txt": b"by somebody else"}).oid
    with pytest.raises(HfHubHTTPError, match="A commit has happened since") as error:
        commit(api, CommitOperationDelete("README.md"), parent=old)
    assert status_of(error) == 412
    assert hub.repository(NAME).at("main").oid == newer
    commit(api, CommitOperationDelete("README.md"), parent=newer)
    assert "README.md" not in files(hub)


def test_a_commit_is_applied_whole_or_not_at_all(hub: Hub, api: HfApi) -> None:
    before = hub.save()[NAME].refs
    with pytest.raises(EntryNotFoundError, match="A file with this name doesn't exist"):
        commit(api, CommitOperationAdd("a.txt", b"a"), CommitOperationDelete("gone.txt"))
    assert hub.repository(NAME).refs == before
    lost = CommitOperationAdd("data/lost.parquet", b"PAR1")
    api.preupload_lfs_files(NAME, [lost], repo_type="dataset", free_memory=False)
    hub.repository(NAME).uploads.clear()
    with pytest.raises(HfHubHTTPError, match="LFS pointer pointed to a file that does not exist"):
        commit(api, CommitOperationAdd("a.txt", b"a"), lost)
    assert hub.repository(NAME).refs == before
    assert files(hub) == OLD


def test_a_pull_request_leaves_main_as_it_is_until_it_is_merged(hub: Hub, api: HfApi) -> None:
    info = commit(api, CommitOperationAdd("README.md", b"---\na: 1\n---\n"), as_pull_request=True)
    assert (info.pr_num, info.pr_revision) == (1, "refs/pr/1")
    assert info.pr_url == f"{hub.url}/datasets/{NAME}/discussions/1"
    assert files(hub) == OLD
    assert files(hub, "refs/pr/1") == {**OLD, "README.md": b"---\na: 1\n---\n"}
    refs = api.list_repo_refs(NAME, repo_type="dataset", include_pull_requests=True)
    assert refs.pull_requests is not None
    assert [(one.ref, one.target_commit) for one in refs.pull_requests] == [("refs/pr/1", info.oid)]
    api.create_commit(
        NAME,
        [CommitOperationDelete("notes/a b+ü.txt")],
        commit_message="One more",
        repo_type="dataset",
        revision="refs/pr/1",
    )
    (found,) = api.get_repo_discussions(NAME, repo_type="dataset", discussion_status="open")
    assert (found.title, found.num, found.is_pull_request) == ("Add toys", 1, True)
    api.merge_pull_request(NAME, 1, repo_type="dataset")
    assert files(hub) == {"README.md": b"---\na: 1\n---\n", "data/old.parquet": PARQUET}
    details = api.get_discussion_details(NAME, 1, repo_type="dataset")
    assert (details.status, details.target_branch) == ("merged", "refs/heads/main")


def test_a_tag_keeps_its_commit_and_is_not_made_twice(hub: Hub, api: HfApi) -> None:
    tagged = hub.repository(NAME).at("main").oid
    api.create_tag(NAME, tag="v1.0.0", tag_message="The first", repo_type="dataset")
    commit(api, CommitOperationDelete("README.md"))
    assert hub.repository(NAME).tags == {"v1.0.0": tagged}
    assert api.dataset_info(NAME, revision="v1.0.0").sha == tagged
    with pytest.raises(HfHubHTTPError, match="exists already") as error:
        api.create_tag(NAME, tag="v1.0.0", repo_type="dataset")
    assert status_of(error) == 409
    api.delete_tag(NAME, tag="v1.0.0", repo_type="dataset")
    assert api.list_repo_refs(NAME, repo_type="dataset").tags == []
    api.create_branch(NAME, branch="old", revision=tagged[:7], repo_type="dataset")
    assert files(hub, "old") == OLD


def test_a_revision_is_downloaded_as_it_was_committed(hub: Hub, api: HfApi, tmp_path: Path) -> None:
    api.create_tag(NAME, tag="v1.0.0", repo_type="dataset")
    hub.repository(NAME).edit({"README.md": None, "data/old.parquet": b"PAR1"})
    for revision, expected in {"v1.0.0": OLD, "main": files(hub)}.items():
        api.snapshot_download(
            NAME, repo_type="dataset", revision=revision, local_dir=tmp_path / revision
        )
        found = {path: (tmp_path / revision / path).read_bytes() for path in expected}
        assert found == expected
    with pytest.raises(EntryNotFoundError):
        api.hf_hub_download(NAME, "README.md", repo_type="dataset")


def test_a_file_in_the_cache_is_not_downloaded_again(hub: Hub, api: HfApi) -> None:
    for path in OLD:
        api.hf_hub_download(NAME, path, repo_type="dataset")
    hub.repository(NAME).edit({"new.txt": b"new"})
    hub.forget()
    for path, content in OLD.items():
        assert Path(api.hf_hub_download(NAME, path, repo_type="dataset")).read_bytes() == content
    assert {request.method for request in hub.requests} == {"HEAD"}


def test_ranges_of_files_are_read(api: HfApi) -> None:
    with HfFileSystem().open(f"datasets/{NAME}/data/old.parquet", block_size=100) as file:
        file.seek(len(PARQUET) - 3)
        assert file.read() == b"AR1"
        file.seek(1)
        assert file.read(4) == b"AR1P"
    text = HfFileSystem().read_text(f"datasets/{NAME}/notes/a b+ü.txt", encoding="utf-8")
    assert text == "naïve 🙂"


@pytest.mark.parametrize("page_size", [1, 2, 1000])
def test_the_tree_is_listed_page_by_page(hub: Hub, api: HfApi, page_size: int) -> None:
    hub.page_size = page_size
    tree = {item.path: item for item in api.list_repo_tree(NAME, repo_type="dataset")}
    assert sorted(tree) == [".gitattributes", "README.md", "data", "notes"]
    tree = {
        item.path: item
        for item in api.list_repo_tree(NAME, repo_type="dataset", recursive=True, expand=True)
    }
    old = tree["data/old.parquet"]
    blob = hub.repository(NAME).at("main").files["data/old.parquet"]
    assert isinstance(old, RepoFile)
    assert old.lfs is not None
    assert (old.size, old.blob_id, old.lfs.sha256) == (len(PARQUET), blob.blob_id, blob.sha256)
    assert old.last_commit is not None
    assert old.last_commit.title == "Add toys"
    assert tree[".gitattributes"].last_commit.title == "initial commit"  # type: ignore[union-attr]
    below = api.list_repo_tree(NAME, "notes", repo_type="dataset")
    assert [item.path for item in below] == ["notes/a b+ü.txt"]
    paths = ["data", "README.md", "missing"]
    found = api.get_paths_info(NAME, paths, repo_type="dataset")
    assert [item.path for item in found] == ["data", "README.md"]


def test_the_info_tells_the_card_and_the_files(api: HfApi, hub: Hub) -> None:
    info = api.dataset_info(NAME, files_metadata=True)
    assert info.card_data is not None
    assert info.card_data.license == "cc-by-4.0"
    assert info.siblings is not None
    sizes = {file.rfilename: file.size for file in info.siblings if file.rfilename in OLD}
    assert sizes == {path: len(content) for path, content in OLD.items()}
    titles = [commit.title for commit in api.list_repo_commits(NAME, repo_type="dataset")]
    assert titles == ["Add toys", "initial commit"]
    assert api.whoami()["name"] == hub.user
    api.auth_check(NAME, repo_type="dataset", write=True)


def test_a_card_that_is_no_yaml_is_refused(api: HfApi) -> None:
    with pytest.raises(ValueError, match=r"Invalid metadata in README\.md"):
        commit(api, CommitOperationAdd("README.md", b"---\na: [\n---\n"))
    with pytest.warns(UserWarning, match="empty or missing yaml metadata"):
        commit(api, CommitOperationAdd("README.md", b"No header."))


def test_nothing_is_written_without_the_token(hub: Hub, api: HfApi) -> None:
    before = hub.save()[NAME]
    nobody, stranger = HfApi(token=False), HfApi(token="hf_another")
    for one in (nobody, stranger):
        for write in (
            lambda one=one: commit(one, CommitOperationDelete("README.md")),
            lambda one=one: one.create_tag(NAME, tag="v1.0.0", repo_type="dataset"),
            lambda one=one: one.create_repo("ada/other", repo_type="dataset"),
            lambda one=one: one.auth_check(NAME, repo_type="dataset", write=True),
        ):
            with pytest.raises(HfHubHTTPError) as error:
                write()
            assert status_of(error) == 401
    assert hub.repositories == {NAME: before}
    assert nobody.dataset_info(NAME).sha == before.at("main").oid


def test_what_is_missing_is_named_as_the_real_hub_does(api: HfApi) -> None:
    with pytest.raises(RepositoryNotFoundError):
        api.dataset_info("ada/none")
    with pytest.raises(RepositoryNotFoundError):
        HfApi(token=False).dataset_info("ada/none")
    with pytest.raises(RevisionNotFoundError):
        api.dataset_info(NAME, revision="v9.9.9")
    with pytest.raises(EntryNotFoundError):
        list(api.list_repo_tree(NAME, "none", repo_type="dataset"))


def test_a_private_dataset_is_seen_with_the_token_only(hub: Hub, api: HfApi) -> None:
    api.create_repo("ada/secret", repo_type="dataset", private=True)
    api.create_repo("ada/secret", repo_type="dataset", exist_ok=True)
    assert api.dataset_info("ada/secret").private
    with pytest.raises(RepositoryNotFoundError):
        HfApi(token=False).dataset_info("ada/secret")
    with pytest.raises(HfHubHTTPError, match="already created"):
        api.create_repo("ada/secret", repo_type="dataset")
