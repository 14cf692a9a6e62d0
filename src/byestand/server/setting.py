"""A section as an address or a night describes it: the name of a movement, or one that somebody brought, and the rest.

Plain words and numbers, which the server itself can handle; in a worker `questions.section_of` makes the section of it.
"""

from dataclasses import dataclass, replace

from byestand.server.asking import Asked

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
    address: str = ""
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
    def where(self) -> str:
        """The address of its page, without what is asked there."""
        return self.address or f"/m/{self.name}"

    def link(self, path: str = "", **more: object) -> str:
        """Return the address of this movement, or of something about it."""
        return Asked().link(f"{self.where}{path}", **{**self.as_asked, **more})

    def with_boards_of(self, asked: Asked) -> "Setting":
        """Return it with the boards and the cases that an address asks for; ``boards=0`` speaks of groups."""
        boards, first, cases = (asked.number(word) for word in ("boards", "first", "cases"))
        return replace(
            self,
            boards=self.boards if boards is None else boards or None,
            first=self.first if first is None else first,
            cases=self.cases if cases is None else cases,
        )


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repair that a director has chosen, and what was set up before: it may turn out that nothing was wrong."""

    words: str
    """After which round, and which way to go on."""
    before: Setting
