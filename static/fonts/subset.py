"""Make the web fonts of the lesson from Debian's packages: ``make font``, or ``python static/fonts/subset.py``.

Both licences ask that an altered font no longer carries the original name, so the subsets are renamed:
Charis SIL becomes "GELU Lab Serif", Latin Modern Math becomes "GELU Lab Math". The texts are beside the fonts.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.misc.timeTools import timestampFromString
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
CHARIS = Path("/usr/share/fonts/truetype/charis")
LATIN_MODERN = Path("/usr/share/texmf/fonts/opentype/public/lm-math")
# A fixed date keeps the files the same from run to run.
MADE = timestampFromString("Wed Jan  1 00:00:00 2025")

PLAIN = "".join(chr(code) for code in range(0x20, 0x7F))
LATIN_1 = "".join(chr(code) for code in range(0xA0, 0x100) if chr(code) not in "¤¦¨¬¯´¸ª¹")
TEXT = PLAIN + LATIN_1 + "ıŒœŁłŠšŽž–—‘’‚“”„•…′″\u2002\u2009\u200a\u202f" + "−≈≤≥≠→←√∞∂φσμπ⁰¹⁴⁵⁶⁷⁸⁹⁻"

# What formulas of the lesson use, and little else: every kilobyte counts against the 500 before the gate answers.
# A test fails when a formula needs a character that is missing here.
GREEK = "εμπσφ" + "ΔΦ"
OPERATORS = "±×·∗√∞∫∑∂∣∼≈≠≤≥≪≫⊙←→⋅…′″−"
SPACES = "\u00a0\u2009\u200a\u2002\u2003\u2061\u2062\u2063"


def _run(start: int, count: int) -> str:
    return "".join(chr(code) for code in range(start, start + count))


# Browsers draw a one-letter identifier with the mathematical italic of the Unicode block, hence that alphabet.
ITALIC = _run(0x1D434, 52) + "ℎ" + "𝜀𝜇𝜋𝜎𝜑𝜙𝜖"
OTHERS = "𝒩"
# Of the ready-made sizes of a bracket the smaller ones; taller brackets are put together from their parts.
SIZES = 4
MATHS = PLAIN + GREEK + OPERATORS + SPACES + ITALIC + OTHERS


@dataclass(frozen=True)
class Face:
    """One font to make: where it comes from, which characters it keeps, what it is called afterwards."""

    source: Path
    package: str
    target: str
    family: str
    style: str
    characters: str
    features: tuple[str, ...]
    licence: str


FACES = (
    *(
        Face(
            CHARIS / f"CharisSIL-{style}.ttf",
            "fonts-sil-charis",
            f"gelu-lab-serif-{style.lower()}.woff2",
            "GELU Lab Serif",
            style,
            TEXT,
            ("liga", "kern"),
            "SIL Open Font License, Version 1.1: https://openfontlicense.org",
        )
        for style in ("Regular", "Italic", "Bold")
    ),
    Face(
        LATIN_MODERN / "latinmodern-math.otf",
        "fonts-lmodern",
        "gelu-lab-math.woff2",
        "GELU Lab Math",
        "Regular",
        MATHS,
        # Not `ssty`: its second set of small letters would more than double the file.
        (),
        "GUST Font License: http://tug.org/fonts/licenses/GUST-FONT-LICENSE.txt",
    ),
)


def make(face: Face) -> int:
    """Write the subset of one face beside this file and return its size in bytes.

    Raises ``FileNotFoundError`` naming the Debian package when the source font is not installed.
    """
    if not face.source.exists():
        raise FileNotFoundError(
            f"{face.source} is missing. It comes with Debian's package {face.package}: apt-get install {face.package}"
        )
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = list(face.features)
    options.layout_scripts = ["DFLT", "latn", "math"]
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.name_legacy = False
    options.name_languages = [0x409]
    options.notdef_outline = True
    options.glyph_names = False
    # Brotli finds the repetitions by itself, and better than the subroutines of the original.
    options.desubroutinize = True
    options.drop_tables += ["Silt", "FFTM", "GDEF"] if face.family == "GELU Lab Serif" else ["FFTM"]
    font: TTFont = subset.load_font(str(face.source), options)
    if "MATH" in font:
        _fewer_sizes(font)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=face.characters)
    subsetter.subset(font)
    _rename(font, face)
    if "glyf" in font:
        _tighten(font)
    font["head"].modified = MADE
    font.recalcTimestamp = False
    target = HERE / face.target
    subset.save_font(font, str(target), options)
    return target.stat().st_size


def _rename(font: Any, face: Face) -> None:
    """Give the font its new name everywhere a user could meet the old one; the copyright notice stays."""
    copyright_notice = font["name"].getDebugName(0)
    post_script = face.family.replace(" ", "") + "-" + face.style
    names = {
        0: copyright_notice,
        1: face.family,
        2: face.style,
        3: post_script,
        4: f"{face.family} {face.style}",
        5: font["name"].getDebugName(5),
        6: post_script,
        13: f"A subset made for GELU Lab. {face.licence}",
    }
    font["name"].names = []
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        top = font["CFF "].cff
        top.fontNames = [post_script]
        top[0].FamilyName = face.family
        top[0].FullName = f"{face.family} {face.style}"


def _fewer_sizes(font: Any) -> None:
    """Forget the largest ready-made sizes of stretchy glyphs, so that the subset does not carry them."""
    variants = font["MATH"].table.MathVariants
    for construction in (*variants.VertGlyphConstruction, *variants.HorizGlyphConstruction):
        # A radical keeps all five: its parts show a seam at the sizes of our formulas.
        if construction.VariantCount > SIZES + 1:
            construction.MathGlyphVariantRecord = construction.MathGlyphVariantRecord[:SIZES]
            construction.VariantCount = SIZES


def _tighten(font: Any) -> None:
    """Bring ascent and descent down to what Latin needs: Charis leaves room for stacked accents of other scripts,
    and with it an inline box would be half as high again as its letters."""
    ascent, descent = 1950, 570
    font["hhea"].ascent = font["OS/2"].sTypoAscender = ascent
    font["hhea"].descent = font["OS/2"].sTypoDescender = -descent
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0
    font["OS/2"].usWinAscent = max(ascent, font["head"].yMax)
    font["OS/2"].usWinDescent = max(descent, -font["head"].yMin)
    # Our minus signs stand before numbers, not between them: a third less air on either side.
    name = font.getBestCmap()[ord("−")]
    advance, bearing = font["hmtx"][name]
    glyph = font["glyf"][name]
    right = advance - glyph.xMax
    left, right = round(bearing * 2 / 3), round(right * 2 / 3)
    glyph.coordinates.translate((left - bearing, 0))
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (left + glyph.xMax - glyph.xMin + right, left)


def main() -> int:
    """Make every face and print the sizes; the exit code is 1 when a source font is missing."""
    total = 0
    for face in FACES:
        try:
            size = make(face)
        except FileNotFoundError as error:
            print(error, file=sys.stderr)
            return 1
        total += size
        print(f"{size:7,d}  {face.target}")
    print(f"{total:7,d}  together")
    return 0


if __name__ == "__main__":
    sys.exit(main())
