"""Problems in a query: the same options as on the command line.

Forms have several fields for one option: who moved how far, and after which round. `spoken` joins them.
"""

from collections.abc import Iterator

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.night.events import MishapReported, SetupChanged
from byestand.night.log import EventLog
from byestand.night.reports import describe_item
from byestand.repairs.mishap_syntax import Mishaps, parse_mishaps
from byestand.repairs.problem_text import skip_words
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.repair_options import RepairLimits
from byestand.repairs.repair_plan import RepairOptions, find_repair_options, mishap_sentences, repair_limits
from byestand.server.web.query import Pairs, Query

KINDS = {
    "came": phrase("Late pair"),
    "left": phrase("Pair left"),
    "boards": phrase("Wrong boards"),
    "pair": phrase("Wrong seats"),
    "moved": phrase("Wrong move"),
    "skip": phrase("Skip forgotten"),
}
"""The kinds of problems, as on the buttons of the director's page."""

WORDS = ("boards", "seats", "swapped", "cancelled", "moved", "boards_moved", "skip", "left", "came", "cards_out")
"""Options that report a problem."""
OPTION_FIELDS = ("cases", "extra_sharing", "seconds")
"""Options that limit the repair."""
USUAL = {"came": "0", "cards_out": "yes", "extra_sharing": "1"}
"""Default values, which are left out."""
FIELDS = (
    "at", "planned", "sat", "swap", "swap_with", "swap_round", "line", "up", "over", "boards_up", "boards_over", "gone",
    "gone_after",
)  # fmt: skip
"""Form fields that are joined to options."""
USUAL_SECONDS, MAX_SECONDS = 2.0, 20.0


def spoken(asked: Query) -> Query:
    """Return a form as options of the command line, each once, without default values.

    >>> spoken(Query((("after", "5"), ("line", "ew"), ("up", "+2"), ("over", "4"), ("came", "0")))).pairs
    (('after', '5'), ('moved', 'ew:+2@4'))
    """
    own = ((name, text) for name, text in asked.pairs if name not in FIELDS and USUAL.get(name) != text)
    return Query(tuple(dict.fromkeys((*own, *_put_together(asked)))))


def _put_together(asked: Query) -> Iterator[tuple[str, str]]:
    at, people = asked.text("at"), ",".join(asked.lines("sat"))
    if at and people != asked.text("planned"):
        yield "seats", f"{at}={people}"
    swap = [asked.text(name) for name in ("swap", "swap_with")]
    if any(swap):
        yield "swapped", f"{','.join(swap)}@{asked.text('swap_round', asked.text('after'))}"
    if up := asked.text("up"):
        yield "moved", f"{asked.text('line', 'ew')}:{up}@{asked.text('over')}"
    if up := asked.text("boards_up"):
        yield "boards_moved", f"{up}@{asked.text('boards_over')}"
    if gone := asked.text("gone"):
        after = asked.text("gone_after", asked.text("after"))
        yield "left", gone if after == asked.text("after") else f"{gone}@{after}"


def question(asked: Query) -> Pairs:
    """Return the options of a search; empty if no problem is reported."""
    known = ("after", *WORDS, *OPTION_FIELDS)
    if not any(name in WORDS for name, _ in asked.pairs):
        return ()
    return tuple((name, text) for name, text in asked.pairs if name in known)


def query_last_round(asked: Query) -> int:
    """Return the last round played; raise BadRequest if it is missing."""
    after = asked.number("after")
    if after is None:
        raise BadRequest(say("enter the last round played (after=5)"))
    return after


def query_mishaps(asked: Query, plan: Movement, after: int, boards: Boards | None) -> Mishaps:
    """Return the problems in a query."""
    return parse_mishaps(
        plan,
        after,
        boards=asked.lines("boards"),
        seats=asked.lines("seats"),
        swapped=asked.lines("swapped"),
        cancelled=asked.lines("cancelled"),
        moved=asked.lines("moved"),
        boards_moved=asked.lines("boards_moved"),
        skip=asked.text("skip") or None,
        left=asked.lines("left"),
        came=asked.number("came") or 0,
        cards_out=asked.choice("cards_out", ("yes", "no")) == "yes",
        numbers=boards,
    )


def query_repair_options(section: Section, asked: Query) -> RepairOptions:
    """Return the repair options."""
    plan, after = section.movement, query_last_round(asked)
    mishaps = query_mishaps(asked, plan, after, section.boards)
    return find_repair_options(section, after, mishaps, _limits(plan, asked), section.letter)


def report_fault(section: Section, asked: Query) -> str:
    """Return why a report is contradictory or incomplete; empty if it is possible."""
    plan = section.movement
    try:
        after = query_last_round(asked)
        mishaps, copies = query_mishaps(asked, plan, after, section.boards), _limits(plan, asked).copies
        reconstruct_play(plan, after, mishaps, copies=copies, letter=section.letter)
    except BadRequest as error:
        return str(error)
    return ""


def _limits(plan: Movement, asked: Query) -> RepairLimits:
    seconds = asked.figure("seconds") or USUAL_SECONDS
    if seconds > MAX_SECONDS:
        raise BadRequest(
            say("search time must be at most {most:g} seconds, not {seconds:g}", most=MAX_SECONDS, seconds=seconds)
        )
    extra = int(asked.choice("extra_sharing", ("1", "0")))
    return repair_limits(plan, cases=asked.number("cases"), extra=extra, seconds=seconds)


def sentences(query: Query, section: Section) -> Iterator[str]:
    """Yield a sentence for every reported problem; as it was typed if the round is not known."""
    items = [(name, text) for name, text in query.pairs if name in WORDS]
    try:
        after = query_last_round(query)
    except BadRequest:  # an imported session may have any text
        return (_as_said(name, text, section.letter) for name, text in items)
    return (mishap_sentence(name, text, section, after) for name, text in items)


def mishap_sentence(name: str, text: str, section: Section, after: int) -> str:
    """Return a sentence for one problem; as it was typed if it is not possible."""
    plan, boards, letter = section.movement, section.boards, section.letter
    try:
        mishaps = query_mishaps(Query(((name, text),)), plan, after, boards)
    except BadRequest:
        return _as_said(name, text, letter)
    if name == "skip":
        return skip_words(int(text) if text.isdigit() else None)
    return " ".join(mishap_sentences(plan, after, mishaps, boards, letter)) or _as_said(name, text, letter)


def _as_said(name: str, text: str, letter: str) -> str:
    return f"{describe_item(name, text, letter)}."


def report_revision(log: EventLog, letter: str) -> int:
    """Return the revision of the open report of a section; 0 if there is none."""
    if letter not in log.state.mishaps:
        return 0
    revisions: dict[str, int] = {}
    for revision, entry in log.active():
        if isinstance(entry.event, MishapReported):
            revisions[entry.event.section] = revision
        elif isinstance(entry.event, SetupChanged):
            new_letters = entry.event.new_letters
            revisions = {new_letters.get(old, old): reported for old, reported in revisions.items()}
    return revisions[letter]
