"""A section as an address or a night describes it: the name of a movement, or one that somebody brought, and the rest.

Plain words and numbers, which the server itself can handle; in a worker `questions.section_of` makes the section of it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

USUAL_BOARDS_A_ROUND = 2


@dataclass(frozen=True, slots=True)
class Setting:
    """A movement as it is set up: who is missing, which boards, one winner or two."""

    name: str
    """Its name in the catalogue; of one that somebody brought what it is called."""
    missing: tuple[str, ...] = ()
    boards: int | None = USUAL_BOARDS_A_ROUND
    """Boards a round; None speaks of deal groups."""
    first: int = 1
    """The first board: second sessions go on counting."""
    one_winner: bool = False
    chained: bool = False
    cases: int | None = None
    switch: tuple[int, ...] | None = None
    """With one winner, the rounds in which the arrow is turned; None: where it is fairest."""
    letter: str = ""
    """What the section is called, where it has a name."""
    brought: str = ""
    """The movement whole, as our json has it, where it came with a file."""
    address: str = field(default="", compare=False)
    """Where the pages of what was brought are."""
    repaired: "Repaired | None" = None
    """How it came to be what it is, where something went wrong."""

    @property
    def words(self) -> str:
        """What it is called: the name, and who is missing."""
        return self.name + (f" without {', '.join(self.missing)}" if self.missing else "")

    @property
    def as_asked(self) -> dict[str, object]:
        """The setting as the words of an address; None where nothing is said."""
        return {
            "missing": self.missing or None,
            "boards": self.boards or 0,
            "first": self.first if self.first > 1 else None,
            "winners": 1 if self.one_winner else None,
            "switch": None if self.switch is None else ",".join(map(str, self.switch)) or "none",
            "chain": 1 if self.chained else None,
            "cases": self.cases,
        }

    @property
    def first_set_up(self) -> "Setting":
        """What was set up before all repairs."""
        return self.repaired.before.first_set_up if self.repaired else self

    @property
    def where(self) -> str:
        """The address of its page, without what is asked there."""
        return self.address or f"/m/{self.name}"

    def link(self, path: str = "", **more: object) -> str:
        """Return the address of this movement, or of something about it."""
        return address(f"{self.where}{path}", (), {**self.as_asked, **more})


def address(path: str, said: Iterable[tuple[str, str]], changes: Mapping[str, object]) -> str:
    """Return an address that says so and so, but for some changes; None takes a thing out, several are said each.

    >>> address("/m/W1813", [("round", "6"), ("boards", "2")], {"round": None, "missing": ("E18", "E17")})
    '/m/W1813?boards=2&missing=E18&missing=E17'
    """
    kept = [(name, text) for name, text in said if name not in changes]
    for name, value in changes.items():
        values = value if isinstance(value, (tuple, list)) else () if value is None else (value,)
        kept += [(name, str(one)) for one in values]
    query = urlencode(kept)
    return f"{path}?{query}" if query else path or "?"


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repair that a director has chosen, and what was set up before: it may turn out that nothing was wrong."""

    words: str
    """After which round, and which way to go on."""
    before: Setting
