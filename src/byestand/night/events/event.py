"""An event: one thing that was said or done in a night, and what it is about.

An event is said by somebody who looked at the night as it was then. `about` is the part of the night that it speaks of:
where that is another by now, the event no longer fits and is refused; everything else may have gone on meanwhile.
`applied` is the night after it, or a refusal where there is no such thing.
"""

from dataclasses import dataclass
from typing import ClassVar

from byestand.night.progress import Progress


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that was said or done; each kind says of itself what it is called."""

    kind: ClassVar[str]

    def about(self, now: Progress) -> object:
        """Return what must not have changed since somebody looked."""
        raise NotImplementedError

    def applied(self, now: Progress, at: float) -> Progress:
        """Return the night after it, which happened at an instant."""
        raise NotImplementedError
