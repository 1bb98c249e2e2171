"""Settings that send the real clients to the loopback Hub, and nowhere else."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
from hub.state import Hub

FOREIGN = ("HF_", "HUGGING", "TRANSFORMERS_", "XDG_")


def environment(hub: Hub, home: Path) -> dict[str, str]:
    """The environment for a process of its own, with all its caches below `home`.

    Xet is off: the client would upload by it without asking the Hub. Whatever goes to another
    host than 127.0.0.1 goes by the Hub as a proxy, which notes it in `hub.outside` and refuses.
    `datasets` asks datasets-server.<endpoint> for an export of the default revision: so it gets
    its 404, without a look into the DNS.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith(FOREIGN) and not name.upper().endswith("_PROXY")
    }
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), hub.url)
    return {
        **kept,
        **proxies,
        **{name.lower(): value for name, value in proxies.items()},
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / "cache"),
        "HF_ENDPOINT": hub.url,
        "HF_HOME": str(home / "huggingface"),
        "HF_TOKEN": hub.token,
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_PROGRESS_BARS": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
        "HF_HUB_DISABLE_UPDATE_CHECK": "1",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0",
    }


def connect(hub: Hub, home: Path, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Send huggingface_hub to the Hub within this process; its waits are noted, not waited.

    The library reads its environment when it is imported, so what it has read is changed as
    well. `datasets` does the same and is not changed: it is for a process of its own.
    """
    from huggingface_hub import close_session, constants, hf_api

    importlib.import_module("datasets.config")  # or it would keep this test's environment
    settings = environment(hub, home)
    for name in os.environ.keys() - settings.keys():
        monkeypatch.delenv(name)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    folder = home / "huggingface"
    already_read = {
        "ENDPOINT": hub.url,
        "HUGGINGFACE_CO_URL_TEMPLATE": hub.url + "/{repo_id}/resolve/{revision}/{filename}",
        "HF_HOME": str(folder),
        "HF_HUB_CACHE": str(folder / "hub"),
        "HF_ASSETS_CACHE": str(folder / "assets"),
        "HF_XET_CACHE": str(folder / "xet"),
        "HF_TOKEN_PATH": str(folder / "token"),
        "HF_STORED_TOKENS_PATH": str(folder / "stored_tokens"),
        "HF_HUB_OFFLINE": False,
        "HF_HUB_DISABLE_XET": True,
        "HF_HUB_DISABLE_TELEMETRY": True,
        "HF_HUB_DISABLE_IMPLICIT_TOKEN": False,
    }
    for constant, read in already_read.items():
        monkeypatch.setattr(constants, constant, read)
    monkeypatch.setattr(hf_api.api, "endpoint", hub.url)
    waits: list[float] = []
    for module in ("huggingface_hub.utils._http", "huggingface_hub.file_download"):
        monkeypatch.setattr(f"{module}.time", SimpleNamespace(sleep=waits.append))
    close_session()  # a client made before knows nothing of the proxy
    return waits


def disconnect() -> None:
    """Close what `connect` left open."""
    from huggingface_hub import HfFileSystem, close_session

    close_session()
    HfFileSystem.clear_instance_cache()
