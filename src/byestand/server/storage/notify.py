"""What processes tell each other: that something happened in a night, that it is gone, that codes were made anew."""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["moved", "gone", "renewed", "renewed desk"]
_KINDS: tuple[Kind, ...] = ("moved", "gone", "renewed", "renewed desk")


@dataclass(frozen=True, slots=True)
class Notification:
    """One thing that all should know."""

    kind: Kind
    number: int
    """Of the night; of the desk, where its secret was made anew."""
    position: int = 0
    """How far a night has come that moved."""

    def __str__(self) -> str:
        """Return it as it travels."""
        return f"{self.kind}:{self.number}:{self.position}"

    @classmethod
    def of(cls, told: str) -> "Notification | None":
        """Return what travelled; nothing where a newer version tells what we do not know.

        >>> Notification.of(str(Notification("moved", 3, 17)))
        Notification(kind='moved', number=3, position=17)
        """
        kind, _, numbers = told.partition(":")
        number, _, position = numbers.partition(":")
        known = next((one for one in _KINDS if one == kind), None)
        return cls(known, int(number), int(position)) if known and number.isdigit() and position.isdigit() else None
