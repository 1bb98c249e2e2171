"""The picture shows what the records hold, to eyes and to screen readers."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

from paperclaims_curation.building.picture import PICTURE_NAME, panels, render_picture
from paperclaims_curation.building.release import build_release
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.tables import RecordRow

Records = tuple[RecordRow, ...]
SVG = "{http://www.w3.org/2000/svg}"

WORDS = [
    "Claims by type: efficiency 2, performance 1, finding 1.",
    "Amounts by form: level 1, ratio 1, from_to 1, k_of_n 1.",
    "Amounts by unit: GB 1, count 1, percent 1, times 1.",
]


def found(svg: str, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(svg).iter(SVG + tag))


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in found(svg, "text")]


def with_units(records: Records, units: list[str | None]) -> Records:
    """One record with an amount of each unit."""
    tiny = next(record for record in records if record.record_id == "toy-tinynet")
    claim = tiny.claims[0]
    (amount,) = claim.quantities
    many = tuple(amount.model_copy(update={"unit": unit}) for unit in units)
    return (tiny.model_copy(update={"claims": (claim.model_copy(update={"quantities": many}),)}),)


def test_bars_are_the_counts_of_the_records_in_the_order_of_the_words(toy_records: Records) -> None:
    assert [panel.words for panel in panels(toy_records)] == WORDS


def test_all_that_is_drawn_is_also_said_in_words(toy_records: Records) -> None:
    svg = render_picture(panels(toy_records), "A toy: collection")
    (title,), (words,) = found(svg, "title"), found(svg, "desc")
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}"
    assert (title.text, words.text) == ("A toy: collection", " ".join(WORDS))
    assert texts(svg)[:5] == ["Claims by type", "efficiency", "2", "performance", "1"]


def test_the_length_of_a_bar_is_its_share_of_the_longest(toy_records: Records) -> None:
    records = with_units(toy_records, ["GB"] * 4 + [None] * 2 + ["km"])
    svg = render_picture(panels(records)[2:], "Units")
    widths = [float(bar.get("width", 0)) for bar in found(svg, "rect")[1:]]
    assert [width / widths[0] for width in widths] == [1, 0.5, 0.25]
    assert texts(svg) == ["Amounts by unit", "GB", "4", "no unit", "2", "km", "1"]


def test_rare_units_share_a_bar_and_everything_fits(toy_records: Records) -> None:
    units: list[str | None] = [f"unit {n}" for n in range(12)]
    svg = render_picture(panels(with_units(toy_records, units + units[:1]))[2:], "Units")
    assert texts(svg)[1:3] == ["unit 0", "2"]
    assert texts(svg)[-2:] == ["5 others", "5"]
    assert len(found(svg, "rect")) == 1 + 8
    height = float(ET.fromstring(svg).get("height", 0))
    assert max(float(text.get("y", 0)) for text in found(svg, "text")) < height


def test_any_unit_gives_well_formed_xml(toy_records: Records) -> None:
    units: list[str | None] = ['<&"> \x01\ufffe\n', "a very long unit of something", "½ µs|[x]"]
    svg = render_picture(panels(with_units(toy_records, units))[2:], "A < B & C\x02")
    assert [text for text in texts(svg)[1:] if text != "1"] == [
        '<&">',
        "a very long unit…",
        "½ µs|[x]",
    ]
    assert found(svg, "title")[0].text == "A < B & C"


def test_colours_follow_the_reader_on_a_ground_of_their_own(toy_records: Records) -> None:
    svg = render_picture(panels(toy_records), "Toy")
    light, dark = svg.split("@media (prefers-color-scheme: dark)")
    for name in (".page", ".bar", "text", ".count"):
        assert f"{name} {{" in light
        assert f"{name} {{" in dark
    (ground, *_) = found(svg, "rect")
    assert ground.get("class") == "page"
    assert ground.get("width") == ET.fromstring(svg).get("width")


def test_the_card_shows_it_with_its_words(toy_release: Path) -> None:
    svg = (toy_release / PICTURE_NAME).read_text("utf-8")
    card = (toy_release / "README.md").read_text("utf-8")
    assert f"![Bar charts. {' '.join(WORDS)}]({PICTURE_NAME})\n" in card
    assert found(svg, "desc")[0].text == " ".join(WORDS)


def test_without_claims_there_is_no_picture_and_an_old_one_goes(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, [], toy_config, folder)
    assert (folder / PICTURE_NAME).is_file()
    drafts = [record for record in toy_records if record.annotation.status == "draft"]
    build_release(drafts, [], toy_config, folder)
    assert not (folder / PICTURE_NAME).exists()
    assert PICTURE_NAME not in (folder / "README.md").read_text("utf-8")
