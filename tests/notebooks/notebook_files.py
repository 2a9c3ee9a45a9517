"""The notebooks as they are stored: without outputs, counts and the traces of somebody's machine.

`python tests/notebooks/notebook_files.py` brings those that were edited and run into that form.
"""

from __future__ import annotations

from pathlib import Path

import nbformat

FOLDER = Path(__file__).parents[2] / "notebooks"
PATHS = sorted(FOLDER.glob("*.ipynb"))
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def clean(text: str) -> str:
    """Returns the text of a notebook with nothing in it but its cells."""
    notebook = nbformat.reads(text, as_version=4)
    notebook.metadata = nbformat.from_dict(KERNEL)
    for cell in notebook.cells:
        cell.metadata = nbformat.from_dict({})
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return nbformat.writes(notebook, indent=1, ensure_ascii=False).rstrip("\n") + "\n"


if __name__ == "__main__":
    for path in PATHS:
        path.write_text(clean(path.read_text(encoding="utf-8")), encoding="utf-8")
