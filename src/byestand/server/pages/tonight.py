"""Tonight: who is in the room, and every sound way to run it."""

from byestand.errors import BadRequest, ByestandError
from byestand.model import Boards
from byestand.plan import plan
from byestand.server.asking import Asked, Pairs
from byestand.server.pages.choices import row
from byestand.server.pictures.room import room_picture
from byestand.server.questions import room, weights
from byestand.server.rendering import REFUSALS, rendered, welcome
from byestand.server.work.answers import Answer, refusal
from byestand.words.instructions import count_first

SORTS = (
    ("rank", "place", ""),
    ("title", "movement", ""),
    ("rounds", "rounds", ""),
    ("boards_played", "boards", ""),
    ("boards_in_play", "in play", "group"),
    ("cases", "cases", "case"),
    ("apples_and_oranges", "apples and oranges", "apples"),
    ("boards_missed", "sat out", "sitout"),
    ("balance", "balance", "balance"),
)
"""What choices can be sorted by: the figure, its heading, and the word that explains it."""
HIGHEST_FIRST = frozenset({"balance", "boards_played", "rounds"})
MOST_ROWS = 12


def content(pairs: Pairs) -> Answer:
    """Return the page with the answer for a room, or why there is none."""
    asked = Asked(pairs)
    if not (asked.text("pairs") or asked.text("tables")):
        return welcome(asked)
    try:
        return rendered("tonight.html", "Tonight", asked=asked, answer=_answer(asked), refused="", refusals=REFUSALS)
    except ByestandError as no:
        said = refusal(no)
        return welcome(asked, refused=said.sentence, status=said.status)


def _answer(asked: Asked) -> dict[str, object]:
    chosen = plan(room(asked), weights(asked))
    key = asked.text("sort", "rank")
    if key not in [name for name, _, _ in SORTS]:
        raise BadRequest(f"choices are sorted by {', '.join(name for name, _, _ in SORTS)}: {key[:40]!r}")
    everything = asked.flag("all")
    shown = chosen.choices if everything else chosen.shortlist(MOST_ROWS)
    single = chosen.room.one_winner
    found = [row(choice, asked, one_winner=single) for choice in shown]
    rows = sorted(found, key=lambda r: r[key], reverse=key in HIGHEST_FIRST)  # type: ignore[arg-type,return-value]
    best = chosen.choices[0]
    return {
        "room": chosen.room.describe(),
        "best": row(best, asked, one_winner=single),
        "picture": room_picture(best.candidate.movements[0], Boards(best.candidate.boards_per_round)),
        "rows": rows,
        "sorts": SORTS,
        "sort": key,
        "descending": key in HIGHEST_FIRST,
        "left": len(chosen.choices) - len(shown),
        "many": len(chosen.choices),
        "mitchell": chosen.mitchell,
        "more_boards": chosen.more_boards,
        "notes": chosen.notes,
        "not_in_time": chosen.not_in_time,
        "count": count_first(best.candidate.movements),
    }
