"""Numbers as the reader sees them: the same rules as static/js/format.js."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Decimal

MINUS = "\N{MINUS SIGN}"


def decimals(value: float, digits: int) -> str:
    """Writes a number with a fixed count of decimals, half-up on the exact value of the double.

    A true minus, no "−0.00"; nan is "–", infinity "∞". The browser's toFixed rounds so, Python's formatting does not
    (0.125 with two decimals: 0.13 and 0.12), so this one rule serves both.
    """
    value = float(value)
    if math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else MINUS + "∞"
    # toFixed gives up at 1e21, and so does Decimal's usual precision a little later.
    huge = abs(value) >= 1e21
    text = repr(abs(value)) if huge else f"{Decimal(abs(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):f}"
    return MINUS + text if value < 0 and text.strip("0.") else text


def percent(share: float, digits: int = 0) -> str:
    """Writes a share as a percentage: 0.894 is "89 %"."""
    return f"{decimals(100 * share, digits)} %"


def count(n: float) -> str:
    """Writes a count with thin spaces between thousands."""
    return re.sub(r"\B(?=(\d{3})+$)", "\N{NARROW NO-BREAK SPACE}", decimals(n, 0))


def significant(value: float, digits: int) -> float:
    """Rounds to so many significant digits, half-up as the browser's toPrecision does (Python writes 2.25 as 2.2)."""
    exact = Decimal(float(value))
    return float(exact.quantize(Decimal(1).scaleb(exact.adjusted() + 1 - digits), ROUND_HALF_UP)) + 0.0


def scientific(value: float, digits: int) -> str:
    """Writes a number with so many significant digits: from 0.001 to 9999 as decimals, else with a power of ten.

    "0.00217", "2.17 × 10⁻⁵", "0", nan "–".
    """
    if not math.isfinite(value) or value == 0:
        return decimals(value, 0)
    exact = Decimal(float(value))
    rounded = exact.quantize(Decimal(1).scaleb(exact.adjusted() + 1 - digits), ROUND_HALF_UP)
    power = rounded.adjusted()
    if abs(power) <= 3:
        return decimals(float(rounded), max(0, digits - 1 - power))
    raised = str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
    return f"{decimals(float(rounded.scaleb(-power)), digits - 1)} × 10{raised}"


def plain(value: float) -> str:
    """Writes a number with at most six significant digits, as short as can be: for fields and addresses."""
    short = significant(value, 6)
    if short == 0:
        return "0"
    # Where the browser's String() changes to powers of ten, so does this; Python's repr does so earlier.
    if 1e-6 <= abs(short) < 1e21:
        text = f"{Decimal(repr(short)):f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return re.sub(r"e([+-])0", r"e\1", repr(short))


def short(value: float) -> str:
    """Writes a number that may be tiny or huge as short as can be: "0.03", "7.8", "18 900 000"."""
    return plain(value).replace("-", MINUS) if abs(value) < 1000 else count(value)
