"""The figures, one file each. A figure's id is its file, its function, its script, its DOM id and its address."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..figure import Figure

NAMES = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if not module.name.startswith("_")))


def build(name: str, **state: Any) -> Figure:
    """Builds the figure of that name; a ValueError lists the names there are."""
    return function(name)(**state)


def function(name: str) -> Any:
    """Returns the function that builds the figure of that name."""
    if name not in NAMES:
        raise ValueError(f"figure = {name!r}, allowed is one of {', '.join(NAMES)}")
    return getattr(import_module(f".{name}", __name__), name)
