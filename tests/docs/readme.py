"""Keep the answers in the README true: run each query and compare, or write them anew.

Every ```sql block of the README is run on the committed release; the table between the marks
below it must be what the query gives. `--write` puts the answers in.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import duckdb

from paperclaims_curation.building.questions import answer_cell

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
_QUERY = re.compile(
    r"```sql\n(?P<sql>.*?)```\n\n<!-- answer -->\n(?P<answer>.*?)<!-- end -->", re.DOTALL
)
_BUILD = re.compile(r"(?P<command>\$ make build\n).*?```", re.DOTALL)


def _answer(sql: str) -> str:
    cursor = duckdb.connect().execute(sql)
    names = [column[0] for column in cursor.description]
    rows = [
        names,
        ["---"] * len(names),
        *([answer_cell(v) for v in row] for row in cursor.fetchall()),
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _build_output() -> str:
    tool = Path(sys.executable).with_name("paperclaims")
    done = subprocess.run([tool, "build"], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stderr + done.stdout


def current_readme(text: str) -> str:
    """The README with the answers that the release gives now."""
    text = _QUERY.sub(
        lambda match: match[0].replace(
            f"<!-- answer -->\n{match['answer']}", f"<!-- answer -->\n{_answer(match['sql'])}"
        ),
        text,
    )
    return _BUILD.sub(lambda match: f"{match['command']}{_build_output()}```", text)


def main() -> int:
    text = README.read_text(encoding="utf-8")
    current = current_readme(text)
    if "--write" in sys.argv:
        README.write_text(current, encoding="utf-8")
    elif current != text:
        print("README.md shows answers that the release does not give; run make docs")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
