"""The one exception of the lesson: what an author has to mend, and where."""

from __future__ import annotations


class LessonError(ValueError):
    """A fault in the prose; its message names the file, the place and what would be right."""
