"""Seats of a second session: new seats with as few repeat opponents as possible, and a seating list to print."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from byestand.catalog.section_syntax import session_of, split_section_letter
from byestand.errors import BadRequest, ByestandError
from byestand.formats.name_list import names_in
from byestand.job import job
from byestand.language import say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND
from byestand.model.session import Session
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.search.outcome import cut_off_text
from byestand.second_sessions.search.goals import GOALS
from byestand.second_sessions.seating_data import session_data
from byestand.second_sessions.seating_lists import SessionSeatChange, announcement, moves, scorer_csv
from byestand.second_sessions.seating_options import SeatingOption
from byestand.second_sessions.seating_planner import SecondSession, plan_sessions
from byestand.second_sessions.seating_requests import later_sections, named_wishes, numbered_on
from byestand.second_sessions.seating_sheets import FEW_GROUPS, seating_booklet
from byestand.second_sessions.seating_text import goal_title, label, proof, titles
from byestand.server.jobs.job_results import JobFile, JobPage, json_file, refusal
from byestand.server.page_tools import print_options as house
from byestand.server.page_tools.from_query import ONLY_SECTION
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page
from byestand.sheets.typst_renderer import render_booklet
from byestand.words.titles import spoken_title

USUAL_SECONDS, MAX_SECONDS = 4, 20


@dataclass(frozen=True, slots=True)
class LaterSession:
    """A later session: announcements, new seats, and its setup."""

    number: int
    announcements: tuple[str, ...]
    rows: tuple[SessionSeatChange, ...]
    setup: SessionSetup
    boards: range
    """All boards of the session; numbers continue from the previous session."""
    names: str
    """The new seats with names, as a list to paste."""


@dataclass(frozen=True, slots=True)
class SecondSessionAnswer:
    """The seating for the chosen priority, and alternatives."""

    titles: str
    chosen: SeatingOption
    options: tuple[tuple[str, SeatingOption, str, bool], ...]
    """Title, option, proof, and whether it is the chosen one."""
    sessions: tuple[LaterSession, ...]
    again: Mapping[str, list[str]]
    """The repeat opponents of each pair, by label."""
    people: Mapping[str, str]
    lettered: bool
    """Whether there are several sections."""
    search_note: str
    """What to know about the search; empty if it was not stopped by time."""


@dataclass(frozen=True, slots=True)
class SecondSessionView:
    """The page."""

    template: ClassVar = "second_session.html"
    query: Query
    names: str
    """The pasted names."""
    answer: SecondSessionAnswer | None = None
    error: str = ""

    @property
    def has_wishes(self) -> bool:
        """Whether less common options are set, so that the form shows them."""
        wishes = map(self.query.texts, ("stay", "change", "apart"))
        return any(wishes) or self.query.text("sessions") == "3"

    @property
    def goals(self) -> tuple[tuple[str, str], ...]:
        """The priorities: the key and the title of each goal."""
        return tuple((goal, goal_title(goal)) for goal in GOALS)


@job("quick")
def form(pairs: Pairs, names: str) -> JobPage:
    """Return the page with only the form."""
    return render_page(SecondSessionView(Query(pairs), names), _title())


def _title() -> str:
    return say("Second session")


@job("search")
def content(pairs: Pairs, names: str) -> JobPage:
    """Return the page: a form, and the seating if a movement is given."""
    asked = Query(pairs)
    try:
        is_asked = asked.texts("movement") and not asked.flag("offered")
        return render_page(SecondSessionView(asked, names, _answer(asked, names) if is_asked else None), _title())
    except ByestandError as error:
        refused = refusal(error)
        return render_page(SecondSessionView(asked, names, error=refused.sentence), _title(), status=refused.status)


@job("search")
def seating(pairs: Pairs, names: str) -> JobFile:
    """Return the seating as CSV, for the scorer."""
    plan, people = _plan(Query(pairs), names)
    rows = moves(plan.sessions[0], plan.sessions[1], plan.selection.seatings[0], people)
    return JobFile(scorer_csv(rows).encode(), "text/csv; charset=utf-8", filename="session-2.csv")


@job("search")
def paper(pairs: Pairs, names: str) -> JobFile:
    """Return the sheets for the wall, tables and pairs as one document."""
    asked = Query(pairs)
    plan, people = _plan(asked, names)
    chosen, on, event = plan.selection, house.paper(asked), house.event(asked)
    sheets = seating_booklet(
        titles(plan, spoken_title),
        plan.sessions,
        chosen.seatings,
        people,
        chosen.account.repeats,
        paper=on,
        event=event,
    )
    pages = render_booklet(sheets)
    return JobFile(pages.files[0], "application/pdf", filename="session-2.pdf")


@job("search")
def data(pairs: Pairs) -> JobFile:
    """Return all options as JSON."""
    plan, people = _plan(Query(pairs), "")
    return json_file(session_data(plan, people))


def _plan(asked: Query, names: str) -> tuple[SecondSession, dict[str, str]]:
    named = asked.texts("movement")
    if not named:
        raise BadRequest(say("enter the movement of session 1, such as W1813 or A=M1313 B=W1813"))
    seconds = asked.number("seconds") or USUAL_SECONDS
    if not 1 <= seconds <= MAX_SECONDS:
        raise BadRequest(
            say("search time must be 1 to {most} seconds, not {seconds}", most=MAX_SECONDS, seconds=seconds)
        )
    sessions = 3 if asked.choice("sessions", ("2", "3")) == "3" else 2
    missing = asked.texts("missing")
    boards = [asked.number("boards") or USUAL_BOARDS_PER_ROUND]
    first = session_of(named, missing=missing, boards_per_round=boards).numbered_from(asked.number("first") or 1)
    second = session_of(_later(asked), missing=missing, boards_per_round=boards)
    wishes = named_wishes(first, **{key: ",".join(asked.texts(key)) for key in ("stay", "change", "apart")})
    people = names_in(names, [first.label(seat) for seat in first.present])
    goal = asked.choice("goal", tuple(GOALS))
    event = numbered_on(first, second, sessions, asked.number("then_first"))
    return plan_sessions(event, [goal], wishes=wishes, seconds=seconds), people


def _answer(asked: Query, names: str) -> SecondSessionAnswer:
    plan, people = _plan(asked, names)
    first, chosen = plan.sessions[0], plan.selection
    again: defaultdict[str, list[str]] = defaultdict(list)
    for a, b in chosen.account.repeats:
        again[first.label(a)].append(first.label(b))
        again[first.label(b)].append(first.label(a))
    rules = [rule for rule in plan.rules if rule.seatings != chosen.seatings]
    return SecondSessionAnswer(
        titles=titles(plan),
        chosen=chosen,
        options=tuple(
            (label(option), option, "" if option in rules else proof(option), option is chosen)
            for option in (chosen, *plan.others, *rules)
        ),
        sessions=tuple(_session(asked, plan, number, people) for number in range(2, len(plan.sessions) + 1)),
        again=dict(again),
        people=people,
        lettered=len(first.movements) > 1,
        search_note=cut_off_text() if plan.was_cut_off else "",
    )


def _session(asked: Query, plan: SecondSession, number: int, people: dict[str, str]) -> LaterSession:
    first, now, seats = plan.sessions[0], plan.sessions[number - 1], plan.selection.seatings[number - 2]
    rows = moves(first, now, seats, people)
    boards = [section.boards.all(section.movement.deal_groups) for section in now if section.boards]
    return LaterSession(
        number,
        announcement(first, now, seats) if plan.selection.groups <= FEW_GROUPS else (),
        rows,
        _setup(asked, now),
        max(boards, key=len),
        "\n".join(f"{row.new}\t{row.name}" for row in rows if row.name),
    )


def _later(asked: Query) -> Sequence[str]:
    """Return the movements of later sessions as typed."""
    first, later = asked.texts("movement"), asked.texts("then")
    return later_sections(first, later) if later else first


def _setup(asked: Query, session: Session) -> SessionSetup:
    """Return the setup of a later session, with the movement codes of the form."""
    names = (split_section_letter(argument)[1].strip().upper() for argument in _later(asked))
    return SessionSetup(
        sections=tuple(
            SectionSetup(section.letter or ONLY_SECTION, CatalogMovement(name, section.missing), section.boards)
            for name, section in zip(names, session, strict=True)
        )
    )
