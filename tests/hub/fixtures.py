"""Fixtures: a Hub for one test, and this process's huggingface_hub sent to it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hub.clients import connect, disconnect
from hub.serving import serve
from hub.state import Hub


@pytest.fixture
def hub() -> Iterator[Hub]:
    """An empty Hub on loopback."""
    with serve() as hub:
        yield hub
    assert hub.bugs == []


@pytest.fixture
def hub_waits(hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Sends huggingface_hub to the Hub; holds the seconds it would have waited."""
    # It uploads LFS files in a way that its own HTTP library warns about. Holds for this test.
    warnings.filterwarnings("ignore", "Use 'content=", DeprecationWarning)
    waits = connect(hub, tmp_path / "home", monkeypatch)
    yield waits
    disconnect()
