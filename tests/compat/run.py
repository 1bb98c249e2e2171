"""Read the release with old and new readers, each in an environment of its own, and compare rows.

The rows that every reader gives, as JSON, must be those of the pyarrow that wrote the release:
an integer that comes back as 3.0, or an empty list that comes back as null, is a difference.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RELEASE = ROOT / "dataset" / "paperclaims" / "release"
ENVIRONMENTS = ROOT / ".compat"

READERS = {
    "datasets-5": ("datasets", "streaming"),
    "datasets-3.6": ("datasets", "streaming"),
    "dataframes-new": ("pyarrow", "pandas", "polars", "duckdb"),
    "dataframes-old": ("pyarrow", "pandas", "polars", "duckdb"),
}
"""Each file of requirements, and the libraries that read the release there."""

WHEEL_CHECK = """
import schema, dataset  # PyPI's packages of these names
import paperclaims
table = paperclaims.read_table("claims")
rows = paperclaims.load("records")
records = list(paperclaims.iter_records())
assert "site-packages" in paperclaims.__file__, paperclaims.__file__
assert sum(part.num_rows for part in rows.values()) == len(records) == 50, len(records)
print(f"{len(records)} records, {table.num_rows} claims")
"""


def _environment(name: str) -> Path:
    """The Python of an environment; made anew when its requirements have changed."""
    wanted = (HERE / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    folder = ENVIRONMENTS / name
    installed = folder / "installed.txt"
    python = folder / "bin" / "python"
    if not installed.exists() or installed.read_text(encoding="utf-8") != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        _run([str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r",
              str(HERE / "requirements" / f"{name}.txt")])  # fmt: skip
        installed.write_text(wanted, encoding="utf-8")
    return python


def _run(command: list[str], cwd: Path | None = None) -> str:
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"HF_HOME": cache, "HF_HUB_OFFLINE": "1"}
        done = subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
        )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr[-3000:]}")
    return done.stdout


def _read(python: Path, library: str) -> list[str]:
    # splitlines() would also split at the U+2028 that an abstract may hold.
    output = _run([str(python), str(HERE / "read_release.py"), library, str(RELEASE)])
    return sorted(output.removesuffix("\n").split("\n"))


def _check_wheel() -> str:
    """Install the wheel beside PyPI's `schema` and `dataset`, and load from another folder."""
    python = _environment("wheel")
    with tempfile.TemporaryDirectory() as folder:
        pip = [str(python), "-m", "pip", "--disable-pip-version-check", "-q"]
        main_pip = [sys.executable, *pip[1:]]
        _run([*main_pip, "wheel", "--no-deps", "--wheel-dir", folder, str(ROOT)])
        (wheel,) = Path(folder).glob("*.whl")
        _run([*pip, "install", "--force-reinstall", "--no-deps", str(wheel)])
        return _run([str(python), "-c", WHEEL_CHECK], cwd=Path(folder)).strip()


def main() -> int:
    expected = _read(Path(sys.executable), "pyarrow")
    failures = 0
    for name, libraries in READERS.items():
        python = _environment(name)
        for library in libraries:
            rows = _read(python, library)
            different = set(rows) ^ set(expected)
            same = rows == expected
            failures += not same
            print(f"{name:<16}{library:<11}{len(rows):>5} rows  {'same' if same else 'DIFFERENT'}")
            for row in sorted(different)[:4]:
                print(f"    {row[:300]}")
    print(f"{'wheel':<16}{'loader':<11}{_check_wheel()}")
    print(f"{len(READERS) + 1 - bool(failures)} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
