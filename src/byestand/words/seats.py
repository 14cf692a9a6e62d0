"""Seats and directions as text. The model uses the English words as keys."""

from collections.abc import Callable

from byestand.language import say, say_in

_TEXTS: dict[str, Callable[[], str]] = {
    "North": lambda: say_in("seat", "North"),
    "South": lambda: say_in("seat", "South"),
    "East": lambda: say_in("seat", "East"),
    "West": lambda: say_in("seat", "West"),
    "NS": lambda: say_in("seat", "NS"),
    "EW": lambda: say_in("seat", "EW"),
}
_LETTERS: dict[str, Callable[[], str]] = {
    "North": lambda: say_in("seat", "N"),
    "South": lambda: say_in("seat", "S"),
    "East": lambda: say_in("seat", "E"),
    "West": lambda: say_in("seat", "W"),
}
_FULL_SEATS = {"N": "North", "S": "South", "E": "East", "W": "West"}


def seat_text(seat: str) -> str:
    """Return a seat, or a direction as two letters; nothing without a seat.

    >>> seat_text("North"), seat_text("N"), seat_text("EW"), seat_text("")
    ('North', 'North', 'EW', '')
    """
    return seat and _TEXTS[_FULL_SEATS.get(seat, seat)]()


def seat_letter(seat: str) -> str:
    """Return a seat as one letter; a direction has two.

    >>> seat_letter("North"), seat_letter("EW")
    ('N', 'EW')
    """
    full = _FULL_SEATS.get(seat, seat)
    return _LETTERS[full]() if full in _LETTERS else seat_text(full)


def spoken_side(seat: str) -> str:
    """Return a direction or a seat as it is announced.

    >>> spoken_side("EW"), spoken_side("East")
    ('East-West', 'East')
    """
    match seat:
        case "NS":
            return say("North-South")
        case "EW":
            return say("East-West")
        case _:
            return seat_text(seat)
