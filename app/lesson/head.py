"""Front matter whose getters say file and key when an author got something wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .errors import LessonError
from .markdown import plain, render, render_inline
from .numbers import value


class Head:
    """A mapping of the front matter whose getters say file and key when something is wrong."""

    def __init__(self, source: str, data: Any, keys: str, place: str = "") -> None:
        self.source, self.place = source, place
        if not isinstance(data, dict):
            raise LessonError(f"{source}: {place or 'the head'} must be 'key: value' lines, not {data!r}")
        self.data: dict[str, Any] = data
        unknown = sorted(set(map(str, data)) - set(keys.split()))
        if unknown:
            raise self.error(unknown[0], f"is unknown; known are {', '.join(keys.split())}")

    def error(self, key: str, what: str) -> LessonError:
        return LessonError(f"{self.source}: key '{self.place}{key}' {what}")

    def has(self, key: str) -> bool:
        return self.data.get(key) is not None

    def text(self, key: str) -> str:
        found = self.data.get(key)
        if not isinstance(found, str) or not found.strip():
            raise self.error(key, f"must be a text, not {found!r}")
        return found.strip()

    def integer(self, key: str) -> int:
        found = self.data.get(key)
        if not isinstance(found, int) or isinstance(found, bool):
            raise self.error(key, f"must be a whole number, not {found!r}")
        return found

    def flag(self, key: str, default: bool) -> bool:
        found = self.data.get(key, default)
        if not isinstance(found, bool):
            raise self.error(key, f"must be true or false, not {found!r}")
        return found

    def items(self, key: str) -> list[Any]:
        found = self.data.get(key, [])
        if not isinstance(found, list):
            raise self.error(key, f"must be a list, not {found!r}")
        return found

    def mapping(self, key: str) -> dict[Any, Any]:
        found = self.data.get(key)
        if not isinstance(found, dict) or not found:
            raise self.error(key, f"must be a mapping, not {found!r}")
        return found

    def choice(self, key: str, allowed: Iterable[str]) -> str:
        found = self.text(key)
        if found not in allowed:
            raise self.error(key, f"must be one of {', '.join(allowed)}, not {found!r}")
        return found

    def number(self, key: str) -> float:
        """A number, or an expression of ``gelu_core`` such as ``gelu(-1)``."""
        found = self.data.get(key)
        if isinstance(found, bool) or not isinstance(found, str | int | float):
            raise self.error(key, f"must be a number or an expression, not {found!r}")
        try:
            return value(str(found))
        except LessonError as error:
            raise self.error(key, str(error)) from None

    def inline(self, key: str) -> str:
        return render_inline(self.text(key), source=f"{self.source}: key '{self.place}{key}'")

    def plain(self, key: str) -> str:
        """A text without any markup, its numbers filled in."""
        return plain(self.text(key), source=f"{self.source}: key '{self.place}{key}'")

    def plain_items(self, key: str) -> tuple[str, ...]:
        """A list of such texts."""
        place = f"{self.source}: key '{self.place}{key}"
        return tuple(plain(str(item), source=f"{place}[{index}]'") for index, item in enumerate(self.items(key)))

    def block(self, key: str) -> str:
        return render(self.text(key), source=f"{self.source}: key '{self.place}{key}'")
