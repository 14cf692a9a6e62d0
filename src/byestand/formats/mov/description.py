"""The description in a .MOV file: ten lines of sixty characters that a director reads when choosing in ACBLscore."""

from textwrap import wrap

from byestand.model import Layout, Movement
from byestand.words.claims import told
from byestand.words.steps import skips
from byestand.words.titles import title_of

ENCODING = "latin-1"
LINES, WIDTH = 10, 60


def described(movement: Movement, text: str = "") -> bytes:
    """Return the 600 bytes of the description: *text*, or the movement in words."""
    lines = text.split("\n") if text else list(_lines(movement))
    plain = [line.encode("ascii", errors="replace").decode("ascii") if not text else line for line in lines]
    block = "".join(f"{line[:WIDTH]:<{WIDTH}}" for line in [*plain, *[""] * LINES][:LINES])
    return block.encode(ENCODING, errors="replace")


def _lines(movement: Movement) -> list[str]:
    name = f"{movement.name}: " if movement.name else ""
    sentences = [f"{name}{title_of(movement)}."]
    if layout := movement.layout:
        cases = "1 case" if len(layout.cases) == 1 else f"{len(layout.cases)} cases"
        sentences.append(f"Boarding {layout.pattern}, {cases} of boards.")
        sentences += _stands(layout)
        sentences += [] if skips(movement) else ["No skip."]
    sentences += (line for part in told(movement, movement.claims) for line in part.brief())
    return [line for sentence in sentences for line in wrap(sentence, WIDTH)]


def _stands(layout: Layout) -> list[str]:
    beside = [str(stand.beside) for stand in layout.stands]
    if not beside:
        return []
    many = "Bye stands beside tables" if len(beside) > 1 else "Bye stand beside table"
    return [f"{many} {', '.join(beside)}."]
