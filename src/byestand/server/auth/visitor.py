"""Who asks: with which right, and what of all nights that opens. The door sees to it once for each request."""

from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.types import Scope

from byestand.server.auth.codes import Pass
from byestand.server.auth.right import Right
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.records import StoredNight
from byestand.server.storage.store import Store

VISITOR = "byestand.visitor"
"""Where a request carries who asks."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody with a right, or without one."""

    nights: VisibleNights
    """Those that he reaches."""
    holder: Pass | None = None
    current: StoredNight | None = None
    """The night that an address names; the one on the desk where it names none that this visitor can open."""

    @classmethod
    def of(
        cls, store: Store, holder: Pass | None, *, looks_at_desk: bool = True, night: int | None = None
    ) -> "Visitor":
        """Return a visitor with the pass shown at the door and the *night* of the address; call it in a thread."""
        found = cls(VisibleNights(store, holder.right.reach if holder else NightScope()), holder)
        return replace(found, current=found.nights.open(night)) if looks_at_desk and found.is_director else found

    @property
    def right(self) -> Right | None:
        """What he may."""
        return self.holder.right if self.holder else None

    @property
    def is_director(self) -> bool:
        """Whether everything on a desk is his."""
        return self.holder is not None and self.holder.right.is_director

    @property
    def desk(self) -> int:
        """Which desk is his; 0 where there is none, or not yet."""
        return self.holder.right.desk if self.holder else 0

    def directs(self, right: Right) -> bool:
        """Tell whether he has a right anyway, as the director of the desk that it is of; ask in a thread."""
        if not self.desk:
            return False
        return right.desk == self.desk if right.is_director else self.nights.has(right.night)


def welcomed(scope: Scope, visitor: Visitor) -> None:
    """Let a request carry who asks."""
    scope[VISITOR] = visitor


def is_welcomed(request: Request) -> bool:
    """Tell whether the door has found out who asks."""
    return VISITOR in request.scope


def visitor(request: Request) -> Visitor:
    """Return who asks, as the door has seen it."""
    found = request.scope[VISITOR]
    assert isinstance(found, Visitor)  # noqa: S101 - nobody else writes it
    return found
