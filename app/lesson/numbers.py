"""Numbers in the prose: ``{{gelu(-1):.3}}`` is worked out by ``gelu_core`` when the page is rendered.

An expression may use numbers, ``+ - * / **``, parentheses, the public functions of ``gelu_core``, the names of
``NAMES`` (some count what the recorded trainings show) and the results' fields (``minimum().x``). The format after the
last colon is ``.3`` (three decimals), ``.0%`` (per cent) or ``.1e`` (powers of ten).
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

import gelu_core

from ..figures import _training as training
from ..format import decimals
from .errors import LessonError

PLACEHOLDER = re.compile(r"\{\{(.*?)\}\}", re.DOTALL)
NAMES: Mapping[str, Any] = {
    "pi": math.pi,
    "inf": math.inf,
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": math.log,
    "abs": abs,
    "training_runs": training.training_runs,
    "gelu_ahead": training.gelu_ahead,
    "lowest_of_four": training.lowest_of_four,
    "nearer_the_noise": training.nearer_the_noise,
    "units_trained": training.units_trained,
    "dead_units": training.dead_units,
    "nearly_dead_units": training.nearly_dead_units,
}

_FORMAT = re.compile(r"\.(\d{1,2})([%e]?)")
_BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
_MINUS = "−"
_THIN = "\u202f"
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# What may hold a decimal without being a claim: code, addresses, placeholders themselves.
_NOT_PROSE = re.compile(
    r"```.*?```|`[^`\n]*`|\{\{.*?\}\}|\]\([^)\s]*\)|<?https?://[^\s>)]*>?|arXiv:\d+\.\d+", re.DOTALL
)
_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.]*\w)")


def value(expression: str) -> float:
    """Return what an expression of the prose is worth.

    Raises ``LessonError`` that says what is wrong and what is allowed.
    """
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except SyntaxError as error:
        raise LessonError(f"{expression!r} is no expression ({error.msg}); {_allowed()}") from None
    try:
        result = _walk(tree.body)
        return float(result)
    except LessonError:
        raise
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        raise LessonError(f"{expression!r} cannot be worked out: {error}") from None


def fill(placeholder: str, *, tex: bool = False) -> str:
    """Return the text of one placeholder, given without its braces; ``tex`` writes it for a formula, in plain ASCII.

    Raises ``LessonError`` for a wrong expression or format.
    """
    expression, colon, style = placeholder.rpartition(":")
    match = _FORMAT.fullmatch(style.strip())
    if not colon or match is None:
        raise LessonError(
            f"placeholder '{{{{{placeholder}}}}}' needs a format after its colon: .3 (decimals), .0% (per cent) or .1e"
        )
    digits, kind = int(match[1]), match[2]
    try:
        number = value(expression)
    except LessonError as error:
        raise LessonError(f"placeholder '{{{{{placeholder}}}}}': {error}") from None
    if kind == "%":
        text = decimals(100 * number, digits) + (r"\,\%" if tex else _THIN + "%")
    elif kind == "e":
        text = _powers_of_ten(number, digits, tex=tex)
    else:
        text = decimals(number, digits)
    return text.replace(_MINUS, "-") if tex else text


def fill_tex(tex: str) -> str:
    """Fill every placeholder inside a formula."""
    return PLACEHOLDER.sub(lambda match: fill(match[1], tex=True), tex)


def typed_decimals(markdown: str) -> list[str]:
    """List the decimal numbers someone typed into the prose, where a placeholder should stand."""
    return _DECIMAL.findall(_NOT_PROSE.sub(" ", markdown))


def _walk(node: ast.expr) -> Any:
    """Evaluate one node of an expression; everything not listed here is refused."""
    match node:
        case ast.Constant(value=bool() | int() | float() | str() as constant):
            return constant
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_walk(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _walk(operand)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            return _BINARY[type(op)](_walk(left), _walk(right))
        case ast.Name(id=name):
            return _look_up(name)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            named = {keyword.arg: _walk(keyword.value) for keyword in keywords if keyword.arg is not None}
            return _look_up(name)(*(_walk(argument) for argument in args), **named)
        case ast.Attribute(value=owner, attr=attribute) if not attribute.startswith("_"):
            found = getattr(_walk(owner), attribute, None)
            if found is None or callable(found):
                raise LessonError(f"no field {attribute!r} in {ast.unparse(owner)}")
            return found
        case ast.Subscript(value=owner, slice=ast.Constant(value=int() as index)):
            return _walk(owner)[index]
    raise LessonError(f"{ast.unparse(node)!r} is not allowed; {_allowed()}")


def _look_up(name: str) -> Any:
    if name in NAMES:
        return NAMES[name]
    if name in gelu_core.__all__:
        return getattr(gelu_core, name)
    raise LessonError(f"unknown name {name!r}; {_allowed()}")


def _allowed() -> str:
    names = ", ".join(sorted({*NAMES, *(name for name in gelu_core.__all__ if not name.startswith("_"))}))
    return f"allowed are numbers, + - * / **, parentheses and {names}"


def _powers_of_ten(number: float, digits: int, *, tex: bool) -> str:
    if number == 0 or not math.isfinite(number):
        return decimals(number, digits)
    exponent = math.floor(math.log10(abs(number)))
    mantissa = decimals(number / 10.0**exponent, digits)
    if mantissa.lstrip(_MINUS).startswith("10"):
        exponent += 1
        mantissa = decimals(number / 10.0**exponent, digits)
    if tex:
        return rf"{mantissa}\times 10^{{{exponent}}}"
    return f"{mantissa}{_THIN}×{_THIN}10{str(exponent).translate(_RAISED)}"
