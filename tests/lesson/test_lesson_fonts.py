"""The fonts stay small, keep what the lesson needs, and carry names of their own."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont
from gelu_lab.lesson import load_front, load_sections, load_sources
from gelu_lab.resources import STATIC

FONTS = STATIC / "fonts"
TEXT = ["gelu-lab-serif-regular", "gelu-lab-serif-italic", "gelu-lab-serif-bold"]
MATHS = "gelu-lab-math"


def opened(name: str) -> Any:
    """One of the fonts."""
    return TTFont(FONTS / f"{name}.woff2")


def test_sizes() -> None:
    assert sum((FONTS / f"{name}.woff2").stat().st_size for name in TEXT) <= 60_000
    assert (FONTS / f"{MATHS}.woff2").stat().st_size <= 40_000


@pytest.mark.parametrize("name", [*TEXT, MATHS])
def test_renamed_as_the_licences_ask(name: str) -> None:
    names = {record.nameID: str(record) for record in opened(name)["name"].names}
    assert names[1].startswith("GELU Lab ")
    for number in (1, 3, 4, 6, 16):
        assert not re.search("charis|sil|latin modern|lm", names.get(number, ""), re.IGNORECASE)
    assert names[0].startswith("Copyright")
    licence = (FONTS / f"{re.sub('-(regular|italic|bold)$', '', name)}-LICENSE.txt").read_text(encoding="utf-8")
    assert f"{name}.woff2" in licence


def test_maths_font_can_set_formulas() -> None:
    font = opened(MATHS)
    table = font["MATH"].table
    assert table.MathConstants.AxisHeight.Value > 0
    grows = set(table.MathVariants.VertGlyphCoverage.glyphs)
    characters = font.getBestCmap()
    for character in "({[|√∫∑":
        assert characters[ord(character)] in grows


@pytest.mark.parametrize("name", TEXT)
def test_no_hints_and_a_tight_line(name: str) -> None:
    font = opened(name)
    assert not {"fpgm", "prep", "cvt ", "Silt"} & set(font.keys())
    height = (font["hhea"].ascent - font["hhea"].descent) / font["head"].unitsPerEm
    assert 1.1 < height < 1.3


def test_the_fonts_hold_every_character_of_the_lesson() -> None:
    front = load_front()
    html = "".join(section.html + section.title + section.goal for section in load_sections())
    html += front.title + front.subtitle + front.html + load_sources()
    formulas = re.findall(r"<math.*?</math>", html, re.DOTALL)
    text = re.sub(r"<math.*?</math>", "", html, flags=re.DOTALL)

    def letters(source: str) -> set[str]:
        return set(re.sub(r"&\w+;", "", re.sub(r"<[^>]*>", "", source))) - set("\n")

    assert not {each for each in letters(text) if ord(each) not in opened(TEXT[0]).getBestCmap()}
    assert not {each for each in letters("".join(formulas)) if ord(each) not in opened(MATHS).getBestCmap()}


def test_a_missing_package_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    script = FONTS / "subset.py"
    if not script.exists():
        pytest.skip("an installed copy carries no scripts")
    made = runpy.run_path(str(script))
    face = made["Face"](Path("/nowhere/a.ttf"), "fonts-a", "a.woff2", "A", "Regular", "a", (), "")
    with pytest.raises(FileNotFoundError, match="apt-get install fonts-a"):
        made["make"](face)


def test_every_face_is_declared() -> None:
    css = (STATIC / "css" / "fonts.css").read_text(encoding="utf-8")
    for name in [*TEXT, MATHS]:
        assert f'url("../fonts/{name}.woff2")' in css
    assert css.count("font-display: swap") == 4
    # The stand-ins take the height of the text face.
    font = opened(TEXT[0])
    for block in re.findall(r"@font-face \{[^}]*size-adjust[^}]*\}", css):
        size, ascent = (float(re.search(rf"{key}: ([\d.]+)%", block)[1]) for key in ("size-adjust", "ascent-override"))  # type: ignore[index]
        assert size * ascent / 100 == pytest.approx(100 * font["hhea"].ascent / font["head"].unitsPerEm, abs=0.1)
