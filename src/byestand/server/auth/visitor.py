"""The visitor of a request: the right, and the sessions that it opens. Authorization finds it for each request."""

from dataclasses import dataclass, replace

from starlette.requests import Request
from starlette.types import Scope

from byestand.server.auth.access_codes import Credential
from byestand.server.auth.roles import Role
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.records import StoredNight
from byestand.server.storage.store import Store

VISITOR = "byestand.visitor"
"""The key in the scope of a request for its visitor."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A visitor with or without a right."""

    nights: VisibleNights
    """The sessions that the visitor may open."""
    holder: Credential | None = None
    current: StoredNight | None = None
    """The session in the address; otherwise the current one of the workspace."""

    @classmethod
    def from_request(
        cls, store: Store, holder: Credential | None, *, looks_at_desk: bool = True, night: int | None = None
    ) -> "Visitor":
        """Return a visitor with a pass and the *night* in the address; call it in a thread."""
        visitor = cls(VisibleNights(store, holder.right.reach if holder else NightScope()), holder)
        if looks_at_desk and visitor.is_director:
            return replace(visitor, current=visitor.nights.open(night))
        return visitor

    @property
    def right(self) -> Role | None:
        """The right of the visitor."""
        return self.holder.right if self.holder else None

    @property
    def is_director(self) -> bool:
        """Whether the visitor is the director of a workspace."""
        return self.holder is not None and self.holder.right.is_director

    @property
    def desk(self) -> int:
        """The workspace of the visitor; 0 if there is none yet."""
        return self.holder.right.desk if self.holder else 0

    def directs(self, right: Role) -> bool:
        """Return whether the visitor, as a director, includes a right; call it in a thread."""
        if not self.desk:
            return False
        return right.desk == self.desk if right.is_director else self.nights.has(right.night)


def attach_visitor(scope: Scope, visitor: Visitor) -> None:
    """Put the visitor into the scope of a request."""
    scope[VISITOR] = visitor


def has_visitor(request: Request) -> bool:
    """Return whether the visitor of a request is known."""
    return VISITOR in request.scope


def visitor(request: Request) -> Visitor:
    """Return the visitor of a request."""
    known = request.scope[VISITOR]
    assert isinstance(known, Visitor)  # noqa: S101 - only `attach_visitor` writes it
    return known
