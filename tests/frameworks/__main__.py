"""Runs the lesson's code for PyTorch and JAX and writes what it prints to outputs.json: `make test-frameworks`.

Also records Adam (adam.py) and the activations themselves (gelus.py).

`make test`, which has neither, compares that file with the lesson's text. Here a difference is told, and is a failure.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from adam import recorded
from gelus import record
from lesson_code import snippets

OUTPUTS = Path(__file__).parent / "outputs.json"


def main() -> int:
    """Runs everything, writes the file, and counts what differs from the text."""
    found, wrong = [], 0
    for snippet in snippets("torch", "jax"):
        output = snippet.run()
        found.append({"library": snippet.library, "code": snippet.code, "output": output})
        same = output == snippet.output
        wrong += not same
        print(f"{'same as in the text' if same else 'DIFFERENT'}: {snippet}")
        if not same:
            print(f"--- the text\n{snippet.output}--- printed\n{output}")
    versions = {name: version(name) for name in ("torch", "jax", "jaxlib", "onnxruntime", "numpy")}
    record()
    OUTPUTS.write_text(
        json.dumps({"versions": versions, "adam": recorded(), "snippets": found}, indent=1) + "\n", encoding="utf-8"
    )
    print(", ".join(f"{name} {each}" for name, each in versions.items()))
    return wrong


if __name__ == "__main__":
    sys.exit(main() and 1)
