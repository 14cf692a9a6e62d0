"""Finite fields GF(p^k) of small order: elements are numbers below q whose digits in base p are the coefficients."""

from functools import cache
from itertools import product

Poly = tuple[int, ...]
"""Coefficients, the constant first."""


def prime_power(q: int) -> tuple[int, int] | None:
    """Return p and k with q = p^k and p prime; None if q is not a prime power.

    >>> prime_power(16), prime_power(13), prime_power(12)
    ((2, 4), (13, 1), None)
    """
    p = next((n for n in range(2, q + 1) if q % n == 0), 0)
    k = next((k for k in range(1, 10) if p and p**k == q), 0)
    return (p, k) if k else None


def is_prime(q: int) -> bool:
    """Return whether a number is a prime; then its field is the integers modulo q."""
    return prime_power(q) == (q, 1)


def digits(number: int, p: int, k: int) -> Poly:
    """Return the coefficients of an element, the constant first."""
    return tuple(number // p**i % p for i in range(k))


def times(one: int, other: int, p: int, k: int) -> int:
    """Return the product of two elements of GF(p^k).

    >>> times(2, 2, 2, 3), times(4, 2, 2, 3)
    (4, 3)
    """
    modulus = _irreducible(p, k)
    result = [0] * (2 * k - 1)
    for (i, a), (j, b) in product(enumerate(digits(one, p, k)), enumerate(digits(other, p, k))):
        result[i + j] += a * b
    # x^k is minus the rest of the polynomial: the highest powers are replaced one after another.
    for power in range(2 * k - 2, k - 1, -1):
        for i in range(k):
            result[power - k + i] -= result[power] * modulus[i]
    return sum(c % p * p**i for i, c in enumerate(result[:k]))


@cache
def _irreducible(p: int, k: int) -> Poly:
    """Return the coefficients below x^k of the first irreducible monic polynomial of degree k."""
    smaller = [(*low, 1) for degree in range(1, k // 2 + 1) for low in product(range(p), repeat=degree)]
    for high_first in product(range(p), repeat=k):
        low = high_first[::-1]
        if not any(_divides(divisor, (*low, 1), p) for divisor in smaller):
            return low
    raise AssertionError  # one exists for every p and k


def _divides(divisor: Poly, poly: Poly, p: int) -> bool:
    rest = list(poly)
    for shift in range(len(poly) - len(divisor), -1, -1):
        lead = rest[shift + len(divisor) - 1]  # divisors are monic
        for i, c in enumerate(divisor):
            rest[shift + i] = (rest[shift + i] - lead * c) % p
    return not any(rest)
