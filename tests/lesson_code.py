"""The code of the lesson as its Markdown has it. No import of the lesson: the frameworks' environment lacks it."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PROSE = Path(__file__).parent.parent / "app" / "lesson" / "en"
_FENCE = re.compile(
    r"^```python (?P<library>\w+)\n(?P<code>.*?)^```\n(?:\n```output (?P=library)\n(?P<output>.*?)^```\n)?", re.M | re.S
)


@dataclass(frozen=True)
class Snippet:
    """A piece of code of the lesson, and what the text says it prints (None where it says nothing)."""

    file: str
    number: int
    library: str
    code: str
    output: str | None

    def __str__(self) -> str:
        return f"{self.file}-{self.number}-{self.library}"

    def run(self) -> str:
        """What it prints, in a process of its own: nothing is left over from another snippet."""
        done = subprocess.run([sys.executable, "-c", self.code], capture_output=True, text=True, timeout=300)
        if done.returncode:
            raise AssertionError(f"{self}: {done.stderr}")
        return done.stdout


def snippets(*libraries: str) -> list[Snippet]:
    """The snippets for some libraries, in the order of the lesson."""
    return [
        Snippet(path.stem, number, match["library"], match["code"], match["output"])
        for path in sorted(PROSE.glob("[0-9]*.md"))
        for number, match in enumerate(_FENCE.finditer(path.read_text(encoding="utf-8")), 1)
        if match["library"] in libraries
    ]
