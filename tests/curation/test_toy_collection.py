"""The toy collection: clean, in canonical form, and a sample of everything a record can show."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from paperclaims_curation.building.release import build_release
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.importing.importer import import_documents
from paperclaims_curation.importing.result import ImportOptions
from paperclaims_curation.validating.validator import ValidationResult, validate_collection
from paperclaims_schema.record import ExternalLink
from paperclaims_schema.vocabularies import (
    Availability,
    ClaimType,
    Form,
    SourceFormat,
    Split,
    Status,
)

TOY = Path(__file__).parents[1] / "toy"


@pytest.fixture(scope="module")
def toy() -> Collection:
    return open_collection(TOY)


@pytest.fixture(scope="module")
def result(toy: Collection) -> ValidationResult:
    return validate_collection(toy)


def test_it_has_no_findings(result: ValidationResult) -> None:
    assert result.problems == ()
    assert (len(result.rows), len(result.passes)) == (10, 4)


def test_it_shows_every_form_type_and_split(result: ValidationResult) -> None:
    claims = [claim for row in result.rows for claim in row.claims]
    assert {claim.type for claim in claims} == set(ClaimType)
    assert {quantity.form for claim in claims for quantity in claim.quantities} == set(Form)
    assert {row.split for row in result.rows} == set(Split)
    assert {row.annotation.status for row in result.rows} == set(Status)


def test_it_shows_every_availability_and_both_origins_of_links(result: ValidationResult) -> None:
    said = [row.availability for row in result.rows]
    assert {word for item in said for word in (item.code, item.data, item.model)} == set(
        Availability
    )
    assert {link.origin for row in result.rows for link in row.links} == {"abstract", "external"}
    assert ExternalLink.model_fields.keys() >= {"seen_on"}


def test_importing_its_document_again_changes_nothing(toy: Collection, tmp_path: Path) -> None:
    shutil.copytree(TOY, tmp_path, dirs_exist_ok=True)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    document = tmp_path / "sources" / "toy.txt"
    imported = import_documents(
        open_collection(tmp_path), ImportOptions((document,), SourceFormat.PLAIN)
    )
    assert (imported.counts.added, imported.counts.unchanged) == (0, 9)
    assert before == {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert toy.config.name == "toy"


def test_it_can_be_built(toy: Collection, result: ValidationResult, tmp_path: Path) -> None:
    release = build_release(result.rows, result.passes, toy.config, tmp_path / "release")
    counts: dict[str, int] = {}
    for file in release.files:
        counts[file.config] = counts.get(file.config, 0) + file.row_count
    assert counts["records"] == 10
    assert counts["annotations"] == 4
