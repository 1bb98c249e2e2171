"""The files of a release beside its data, all of them text."""

from __future__ import annotations

from collections.abc import Sequence

from paperclaims_curation.agreement.report import Agreement
from paperclaims_curation.building.card import CARD_NAME, render_card
from paperclaims_curation.building.croissant import CROISSANT_NAME, render_croissant
from paperclaims_curation.building.parquet import DataFile
from paperclaims_curation.building.picture import PICTURE_NAME, panels, render_picture
from paperclaims_curation.collection import SPLITS_NAME, CollectionConfig
from paperclaims_schema.tables import AnnotationRow, RecordRow


def release_texts(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    data_files: Sequence[DataFile],
    content_sha256: str,
    *,
    agreement: Agreement | None,
    with_answers: bool = True,
) -> dict[str, bytes]:
    """The files that describe the Parquet files, by name."""
    rows = (records, passes, config, data_files, content_sha256)
    texts = {
        CARD_NAME: render_card(*rows, agreement=agreement, with_answers=with_answers),
        CROISSANT_NAME: render_croissant(*rows, agreement=agreement),
        SPLITS_NAME: _splits_text(records),
    }
    if shown := panels(records):
        texts[PICTURE_NAME] = render_picture(shown, config.title)
    return {name: text.encode("utf-8") for name, text in texts.items()}


def _splits_text(records: Sequence[RecordRow]) -> str:
    # The validator compares with what was published, and Parquet takes long to load for that.
    lines = sorted(f"{record.record_id},{record.split}\n" for record in records)
    return "record_id,split\n" + "".join(lines)
