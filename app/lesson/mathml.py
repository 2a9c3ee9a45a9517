"""TeX to MathML, once, when a page is rendered: native in the browsers, read by screen readers, no script.

latex2mathml does the work; this module gives authors short names, mends what its output lacks for browsers that know
MathML Core only, and refuses what would not look right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.etree import ElementTree

from latex2mathml.converter import convert

from .errors import LessonError

# Upright names: `\mathrm{}` keeps letters together and capital Phi upright, as it is printed in books.
MACROS: Mapping[str, str] = {
    "GELU": r"\mathrm{GELU}",
    "ReLU": r"\mathrm{ReLU}",
    "SiLU": r"\mathrm{SiLU}",
    "FFN": r"\mathrm{FFN}",
    "dip": r"\mathrm{dip}",
    "erf": r"\mathrm{erf}",
    "erfc": r"\mathrm{erfc}",
    "tanh": r"\mathrm{tanh}",
    "exp": r"\mathrm{exp}",
    "log": r"\mathrm{log}",
    "max": r"\mathrm{max}",
    "min": r"\mathrm{min}",
    "Prob": r"\mathrm{P}",
    "Mean": r"\mathrm{E}",
    "Phi": r"\mathrm{\Phi}",
    "phi": r"\varphi",
    "eps": r"\varepsilon",
    "Normal": r"\mathcal{N}",
}
_MACRO = re.compile(r"(?<!\\mathrm\{)\\(" + "|".join(MACROS) + r")(?![A-Za-z])")
_UPRIGHT = "upright"
_CHILDREN = {"mfrac": 2, "msup": 2, "msub": 2, "mroot": 2, "munder": 2, "mover": 2, "msubsup": 3, "munderover": 3}
_SCRIPTS = {"msup": "^", "msub": "_", "mover": "^", "munder": "_"}
_CLOSING = set(")]}|!′″")
_SPACED = set("=<>≤≥≈≠≡→←↔∈+−±×·≪≫∼⋅")


def to_mathml(tex: str, *, display: bool = False, classes: frozenset[str] = frozenset()) -> str:
    r"""Return one formula as a ``<math>`` element with an ``alttext``; ``\class{gate}{...}`` may use ``classes``.

    Raises ``LessonError`` for unknown commands and unfinished formulas.
    """
    if tex.count("{") - tex.count(r"\{") != tex.count("}") - tex.count(r"\}"):
        raise LessonError("its braces do not match")
    try:
        source = convert(_expand(tex), display="block" if display else "inline")
    except Exception as error:  # The library's errors have no base of their own, and it lets IndexError out too.
        raise LessonError(f"it cannot be read as TeX ({type(error).__name__})") from None
    try:
        root = ElementTree.fromstring(source.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "", 1))
    except ElementTree.ParseError:  # as of \begin{aligned}
        raise LessonError("it is TeX that cannot be written as MathML") from None
    _check(root, classes)
    _mend(root)
    root.set("alttext", spoken(root))
    if not display:
        del root.attrib["display"]
    return ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)


def spoken(node: ElementTree.Element) -> str:
    """Return a formula as one line of plain text, for readers that cannot show MathML."""
    return re.sub(r"\s+", " ", "".join(_linear(node))).strip()


def _expand(tex: str) -> str:
    tex = _MACRO.sub(lambda match: MACROS[match[1]], tex)
    # The library sets a single upright letter slanted; the class is taken off again in `_mend`.
    return re.sub(r"\\mathrm\{([A-Za-z])\}", rf"\\class{{{_UPRIGHT}}}{{\1}}", tex)


def _check(root: ElementTree.Element, classes: frozenset[str]) -> None:
    for node in root.iter():
        text = node.text or ""
        if "\\" in text and len(text) > 1:
            raise LessonError(f"unknown command {text}")
        if node.tag in _CHILDREN and len(node) != _CHILDREN[node.tag]:
            raise LessonError(f"an argument is missing (of {node.tag})")
        if node.get("mathvariant", "normal") != "normal":
            raise LessonError(f"browsers do not draw {node.get('mathvariant')} {text!r}")
        if "style" in node.attrib or "mathcolor" in node.attrib or "href" in node.attrib:
            raise LessonError(r"colour comes from \class{name}{...} alone")
        if node.get("class") is not None and node.get("class") not in classes | {_UPRIGHT}:
            raise LessonError(f"unknown colour word {node.get('class')!r}; known are {', '.join(sorted(classes))}")


def _mend(node: ElementTree.Element) -> None:
    """Join upright letters into one identifier, make operators of what the library takes for letters."""
    for child in node:
        _mend(child)
    if node.tag == "mi" and node.text in {"±", "∓", "′", "″", "~"}:
        node.tag, node.text = "mo", "∼" if node.text == "~" else node.text
    if node.get("class") == _UPRIGHT:
        letter = "".join(node.itertext())
        node.clear()
        node.tag, node.text = "mi", letter
        node.set("mathvariant", "normal")
    if node.tag == "mo" and node.get("stretchy") == "true" and node.text == "¯":
        # The bar over a mean is as wide as its letter.
        node.set("stretchy", "false")
    if node.tag == "mrow" and len(node) and all(_upright(child) for child in node):
        name = "".join(child.text or "" for child in node)
        for child in list(node):
            node.remove(child)
        node.tag, node.text = "mi", name
        if len(name) == 1:
            node.set("mathvariant", "normal")
    if node.tag in {"mrow", "math"}:
        _unwrap(node)
    _space(node)


def _unwrap(node: ElementTree.Element) -> None:
    """Lift the children of rows without a meaning of their own into this row."""
    children: list[ElementTree.Element] = []
    for child in node:
        if child.tag == "mrow" and not child.attrib and (len(child) == 1 or node.tag == "math"):
            children.extend(child)
        else:
            children.append(child)
    for child in list(node):
        node.remove(child)
    node.extend(children)


def _space(row: ElementTree.Element) -> None:
    """Set operators as tight as TeX does: a sign before its number, a slash, the bars of a modulus."""
    before: ElementTree.Element | None = None
    for child in row:
        if child.tag == "mo":
            if child.text == "∞":
                child.tag = "mi"
            elif child.text in {"−", "+", "±"} and _opens(before):
                child.set("form", "prefix")
            elif child.text in {"/", "|"}:
                child.set("lspace", "0")
                child.set("rspace", "0")
        before = child


def _opens(before: ElementTree.Element | None) -> bool:
    return before is None or (before.tag == "mo" and before.text not in _CLOSING)


def _upright(node: ElementTree.Element) -> bool:
    return node.tag == "mi" and node.get("mathvariant") == "normal" and len(node) == 0


def _linear(node: ElementTree.Element) -> Iterator[str]:
    parts = [spoken(child) for child in node]
    if node.tag == "mfrac":
        yield f"{_grouped(parts[0])}/{_grouped(parts[1])}"
    elif node.tag == "msqrt":
        yield f"√{_grouped(' '.join(parts))}"
    elif node.tag == "mroot":
        yield f"root {parts[1]} of {_grouped(parts[0])}"
    elif node.tag in _SCRIPTS:
        mark = "" if parts[1] in {"′", "″"} else _SCRIPTS[node.tag]
        yield f"{parts[0]}{mark}{_grouped(parts[1]) if mark else parts[1]}"
    elif node.tag in {"msubsup", "munderover"}:
        yield f"{parts[0]}_{_grouped(parts[1])}^{_grouped(parts[2])} "
    elif node.tag == "mspace":
        yield " "
    elif node.tag == "mtr":
        yield ", ".join(parts) + "; "
    elif node.tag == "mo" and node.get("form") == "prefix" and node.text in _SPACED:
        yield str(node.text)
    elif node.tag == "mo" and node.text in _SPACED:
        yield f" {node.text} "
    elif node.tag == "mo" and node.text == ",":
        yield ", "
    elif len(node):
        yield from (piece for child in node for piece in _linear(child))
    else:
        yield node.text or ""


def _grouped(text: str) -> str:
    return text if len(text) < 2 or text.isdigit() or text.isalpha() else f"({text})"
