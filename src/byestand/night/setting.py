"""A section as a night stores it: the name of a movement, or one from a file, and the rest."""

from dataclasses import dataclass

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
    repaired: "Repaired | None" = None
    """How it came to be what it is, where something went wrong."""

    @property
    def words(self) -> str:
        """What it is called: the name, and who is missing."""
        return self.name + (f" without {', '.join(self.missing)}" if self.missing else "")

    @property
    def first_set_up(self) -> "Setting":
        """What was set up before all repairs."""
        return self.repaired.before.first_set_up if self.repaired else self


@dataclass(frozen=True, slots=True)
class Repaired:
    """A repair that a director has chosen, and what was set up before: it may turn out that nothing was wrong."""

    words: str
    """After which round, and which way to go on."""
    before: Setting
