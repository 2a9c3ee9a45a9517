"""GELU to as many digits as one asks for, slowly: what the fast formulas are measured against."""

from __future__ import annotations

from decimal import Context, Decimal, localcontext

# Below, the series needs few terms; above, the continued fraction does.
SERIES_END = 5
GUARD = 16  # digits that rounding may spoil; 1/2 minus the series loses up to seven


def _series(t: Decimal, smallest: Decimal) -> Decimal:
    """Φ(t) − 1/2 divided by φ(t): t + t³/3 + t⁵/(3·5) + ..., all terms positive."""
    term = total = t
    n = 1
    while term > smallest:
        n += 2
        term = term * t * t / n
        total += term
    return total


def _fraction(t: Decimal, digits: int) -> Decimal:
    """Φ(−t) divided by φ(t), Mills' ratio: 1/(t + 1/(t + 2/(t + 3/(t + ...)))), from its end to its beginning."""
    # n terms leave a relative error of about exp(−t·√(2n)).
    terms = int((digits * 2.31 / float(t)) ** 2 / 2) + digits
    ratio = t
    for n in range(terms, 0, -1):
        ratio = t + n / ratio
    return 1 / ratio


def gelu_exact(x: float, digits: int = 34) -> Decimal:
    """Give GELU of one finite double as a decimal number with that many right significant digits.

    x: a number from −1000 to 1000, taken exactly as it is; digits: 1 to 200. Takes some tenths of a millisecond. No
    result is too small: a `Decimal` has no subnormal numbers in this range.

    Formula: GELU(x) = max(x, 0) − t·Φ(−t), t = |x|; Φ(−t) by the series of Φ around 0 for t up to 5, by Laplace's
    continued fraction beyond.
    Source: Abramowitz and Stegun, 26.2.11 and 26.2.14.
    """
    with localcontext(Context(prec=digits + GUARD)):
        exact = Decimal(x)
        t = abs(exact)
        if not t:
            return Decimal(0)
        density = (-t * t / 2).exp() / (2 * _pi(digits + GUARD)).sqrt()
        if t <= SERIES_END:
            tail = Decimal(1) / 2 - density * _series(t, Decimal(1).scaleb(-digits - GUARD))
        else:
            tail = density * _fraction(t, digits + GUARD)
        return max(exact, Decimal(0)) - t * tail


def _pi(digits: int) -> Decimal:
    """π by Machin's formula, 16·arctan(1/5) − 4·arctan(1/239)."""

    def arctan(inverse: int) -> int:
        power = total = 10 ** (digits + 10) // inverse
        n, sign = 3, -1
        while power:
            power //= inverse * inverse
            total += sign * (power // n)
            n, sign = n + 2, -sign
        return total

    return Decimal(16 * arctan(5) - 4 * arctan(239)).scaleb(-digits - 10)
