"""GELU Lab: an open, interactive lesson about GELU(x) = x·Φ(x), the input times a probability.

Every figure is a function of this package: `from gelu_lab import gate; gate(x=-0.75)`. `use(url)` lets notebook
cells show figures from a server or an exported site; `page(title, parts, path)` writes a page of one's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import figures

if TYPE_CHECKING:
    from .figure import Figure
    from .hosts.notebook import use
    from .hosts.own_page import page
    from .lab.training import train

__version__ = "0.1.0"
__all__ = ["Figure", "__version__", "page", "train", "use", *figures.NAMES]


def __getattr__(name: str) -> Any:
    # Bokeh takes a second to import: the command line answers before that.
    if name == "Figure":
        from .figure import Figure

        return Figure
    if name == "use":
        from .hosts.notebook import use

        return use
    if name == "train":
        from .lab.training import train

        return train
    if name == "page":
        from .hosts.own_page import page

        return page
    if name in figures.NAMES:
        return figures.function(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *figures.NAMES})
