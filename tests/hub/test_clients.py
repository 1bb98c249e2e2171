"""Readers in processes of their own, sent to the loopback Hub by their environment alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hub.clients import environment
from hub.state import Hub

NAME = "ada/toy"
CLAIMS = "data/claims/{split}.parquet"

LOAD = """
from datasets import load_dataset
def rows(revision, split=None, **how):
    claims = load_dataset("ada/toy", "claims", revision=revision, split=split, **how)
    return list(claims) if split else {name: list(part) for name, part in claims.items()}
answer = {
    "release": rows("v1.0.0"),
    "stream": rows("v1.0.0", "train", streaming=True),
    "now": rows(None, "train"),
    "records": load_dataset("ada/toy", split="test").num_rows,
}
"""

READ = """
import duckdb, fsspec, pandas, polars
path = "hf://datasets/ada/toy@v1.0.0/data/claims/{}.parquet"
hub = fsspec.filesystem("hf")
database = duckdb.connect()
database.register_filesystem(hub)
query = "SELECT claim_id FROM read_parquet(?) ORDER BY record_id, claim_id"
with hub.open(path.format("test")) as file:
    by_polars = polars.read_parquet(file)
try:
    polars.read_parquet(path.format("test"))
    refused = None
except polars.exceptions.ComputeError as error:
    refused = str(error)
answer = {
    "pandas": pandas.read_parquet(path.format("test"))["claim_id"].to_list(),
    "duckdb": [row[0] for row in database.execute(query, [path.format("*")]).fetchall()],
    "polars": by_polars["claim_id"].to_list(),
    "polars alone": refused,
}
"""


@pytest.fixture
def release(hub: Hub, toy_release: Path) -> Path:
    """The toy release at v1.0.0; on the main branch the rows of a file have turned round."""
    paths = [path for path in toy_release.rglob("*") if path.is_file()]
    content = {path.relative_to(toy_release).as_posix(): path.read_bytes() for path in paths}
    repository = hub.create(NAME)
    repository.edit(dict(content))
    repository.point("refs/tags/v1.0.0", "main")
    train = CLAIMS.format(split="train")
    repository.edit({train: backwards(toy_release / train)})
    return toy_release


def backwards(file: Path) -> bytes:
    table = pq.read_table(file)
    sink = pa.BufferOutputStream()
    pq.write_table(table.take(list(range(table.num_rows))[::-1]), sink)
    return sink.getvalue().to_pybytes()


def claims(release: Path, split: str) -> list[dict[str, Any]]:
    return pq.read_table(release / CLAIMS.format(split=split)).to_pylist()


def run(hub: Hub, home: Path, program: str) -> Any:
    """What the program calls `answer`."""
    home.mkdir()
    program += "\nimport json, pathlib\npathlib.Path('answer.json').write_text(json.dumps(answer))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=home,
        env=environment(hub, home),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads((home / "answer.json").read_text("utf-8"))


def test_datasets_loads_and_streams_a_release_and_the_newest_state(
    hub: Hub, release: Path, tmp_path: Path
) -> None:
    answer = run(hub, tmp_path / "home", LOAD)
    assert answer["release"] == {split: claims(release, split) for split in ("train", "test")}
    assert len(answer["release"]["train"]) == 2
    assert answer["stream"] == answer["release"]["train"]
    assert answer["now"] == answer["release"]["train"][::-1]
    assert answer["records"] == 1
    # Asked for the newest state only; there is no export, so the card decides.
    asked = {(request.method, request.path.rpartition("/info?")[2]) for request in hub.outside}
    assert asked == {("GET", f"dataset={NAME}")}


def test_pandas_duckdb_and_polars_read_a_release_by_fsspec(
    hub: Hub, release: Path, tmp_path: Path
) -> None:
    answer = run(hub, tmp_path / "home", READ)
    test = [row["claim_id"] for row in claims(release, "test")]
    assert answer["pandas"] == answer["polars"] == test == ["c1", "c2"]
    assert answer["duckdb"] == ["c1", "c2", "c1", "c2"]
    # Polars by itself goes to huggingface.co whatever HF_ENDPOINT says.
    assert "https://huggingface.co/datasets/ada/toy/resolve/v1.0.0/" in answer["polars alone"]
    assert {str(request) for request in hub.outside} == {"CONNECT huggingface.co:443"}


def test_a_fault_reaches_a_client_of_another_process(
    hub: Hub, release: Path, tmp_path: Path
) -> None:
    fault = hub.fail(lambda one: one.path.endswith("README.md"), "403", times=None)
    program = "import huggingface_hub as h\ntry:\n    h.dataset_info('ada/toy')\n"
    program += "    h.hf_hub_download('ada/toy', 'README.md', repo_type='dataset')\n"
    program += (
        "except h.errors.LocalEntryNotFoundError as error:\n    answer = str(error.__cause__)"
    )
    assert "403 Forbidden" in run(hub, tmp_path / "home", program)
    assert fault.struck == 1
    assert release.is_dir()
