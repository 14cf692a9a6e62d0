"""Pages about nights that the server process renders itself."""

from dataclasses import dataclass
from typing import ClassVar

from byestand.server.pages.setup.forms import Draft
from byestand.server.storage.records import NightRow, StoredNight, UnreadableNight


@dataclass(frozen=True, slots=True)
class NightsView:
    """The list of all nights."""

    template: ClassVar = "nights.html"
    nights: tuple[NightRow, ...]
    unreadable: tuple[UnreadableNight, ...]
    current: StoredNight | None
    is_stored: bool
    """Whether nights outlive the app."""


@dataclass(frozen=True, slots=True)
class UnsavedView:
    """What was typed of a night that cannot be opened any more."""

    template: ClassVar = "night_gone.html"
    draft: Draft
    error: str
