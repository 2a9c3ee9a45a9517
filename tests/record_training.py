"""Trains what the figure `training` shows and writes app/figures/training.npz.

`python tests/record_training.py`: a minute. Another machine may end a few runs elsewhere: a training multiplies what
differs in the last digit.
"""

from __future__ import annotations

from gelu_lab.figures import _training as training


def main() -> None:
    """Records every run and says what was written."""
    training.write(training.record())
    print(
        training.FILE.name,
        training.FILE.stat().st_size,
        "bytes;",
        training.gelu_ahead(),
        "of",
        training.training_runs(),
    )


if __name__ == "__main__":
    main()
