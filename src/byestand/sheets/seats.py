"""Seats and directions as text. The model uses the English words as keys."""

from byestand.language import phrase, say_in

_FULL = {
    "N": phrase("North"),
    "S": phrase("South"),
    "E": phrase("East"),
    "W": phrase("West"),
    "NS": phrase("NS"),
    "EW": phrase("EW"),
}
_KEYS = {"North": "N", "South": "S", "East": "E", "West": "W", "N": "N", "S": "S", "E": "E", "W": "W"}


def seat_text(seat: str) -> str:
    """Return a seat or a direction.

    >>> seat_text("North"), seat_text("EW")
    ('North', 'EW')
    """
    return say_in("seat", _FULL[_KEYS.get(seat, seat)])


def seat_letter(seat: str) -> str:
    """Return a seat as one letter; a direction has two.

    >>> seat_letter("North"), seat_letter("EW")
    ('N', 'EW')
    """
    return say_in("seat", _KEYS.get(seat, seat))
