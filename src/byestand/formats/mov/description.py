"""The description in a .MOV file: ten lines of sixty characters that a director reads when choosing in ACBLscore."""

from textwrap import wrap

from byestand.model import Layout, Movement, Route
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
        skip = min(skips(movement), default=0)
        sentences.append(f"EW skip after round {skip}." if skip else "No skip.")
    sentences += [_rover(movement, route) for route in movement.claimed(Route) if route.party_table]
    if movement.revenge_rounds:
        sentences.append(f"Revenge in round {', '.join(map(str, movement.revenge_rounds))}.")
    return [line for sentence in sentences for line in wrap(sentence, WIDTH)]


def _stands(layout: Layout) -> list[str]:
    beside = [str(stand.beside) for stand in layout.stands]
    if not beside:
        return []
    many = "Bye stands beside tables" if len(beside) > 1 else "Bye stand beside table"
    return [f"{many} {', '.join(beside)}."]


def _rover(movement: Movement, route: Route) -> str:
    label, party = movement.field.label, route.party_table
    visits = movement.itinerary(label(route.contestant))
    way = " ".join(str(visit.table) for visit in visits if visit.table != party)
    return (
        f"Rover {label(route.contestant)}, party table {party} with {label(route.host)};"
        f" the rover goes to tables {way}."
    )
