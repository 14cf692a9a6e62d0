"""The ranking page with missing results, findings and scoring; the pages of boards and contestants."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from byestand.errors import BadRequest, NotFound
from byestand.job import job
from byestand.language import phrase, say
from byestand.model.scoring import METHOD_NAMES, Factor, Method, Scoring, Sections
from byestand.night.state import NightState
from byestand.score.book import Book, Column, RankedList
from byestand.score.findings import ResultFinding
from byestand.score.schedule import MISSING, TO_CONFIRM
from byestand.score.score_format import format_signed
from byestand.sentences.result_pages import BoardPage, PersonalPage, board_pages, personal_pages
from byestand.sentences.scoring_explanation import scoring_explanation
from byestand.server.jobs.job_results import JobPage
from byestand.server.pages.standings.result_files import FILES, ResultFile
from byestand.server.web.render import render_page
from byestand.session.result_changes import ToConfirm, lines_to_confirm
from byestand.session.session_results import MAX_FINDINGS, SessionResults

SECTION_CHOICES: Mapping[Sections, str] = {
    "field": phrase("all sections together"),
    "apart": phrase("each section separately"),
}
FACTOR_NAMES: Mapping[Factor, str] = {
    "neuberg": phrase("by Neuberg’s formula"),
    "ratio": phrase("by proportion"),
    "none": phrase("no factoring"),
}


class MissingRound(NamedTuple):
    """Tables with missing results in a round."""

    section: str
    round: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RankingView:
    """The ranking of a night."""

    template: ClassVar = "standings.html"
    id: int
    name: str
    revision: int
    scoring: Scoring
    """The scoring in the form: the saved one, or a refused choice."""
    error: str
    """Why the night cannot be scored like this."""
    book: Book | None
    boards: tuple[int, ...]
    explanation: tuple[str, ...]
    has_sections: bool
    missing_rounds: tuple[MissingRound, ...]
    lines_missing: int
    to_confirm: tuple[ToConfirm, ...]
    lines_to_confirm: int
    findings: tuple[ResultFinding, ...]
    more: int
    """Findings that are not listed."""
    errors: int
    files: Mapping[str, ResultFile]
    cannot: tuple[str, ...]
    """Why some files cannot be written."""
    methods: Mapping[Method, str]
    factors: Mapping[Factor, str]
    sections: Mapping[Sections, str]

    @property
    def results_url(self) -> str:
        """The address of the results."""
        return f"/nights/{self.id}/results"

    @property
    def ranking(self) -> str:
        """The address of this page."""
        return f"/nights/{self.id}/ranking"

    @property
    def is_final(self) -> bool:
        """Whether all results are entered."""
        return bool(self.book and self.book.lists and not self.lines_missing and not self.lines_to_confirm)

    @property
    def warnings(self) -> int:
        """The number of findings that are notes."""
        return len(self.findings) + self.more - self.errors

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of figures, boards first."""
        columns = self.book.filled_columns if self.book else ()
        return tuple(sorted(columns, key=lambda column: column.key != "boards"))


@job("quick", reads={"setup", "results"})
def check_scoring(id: int, state: NightState, scoring: Scoring) -> bool:
    """Return True if the night can be scored like this; raise BadRequest if it cannot."""
    del id
    SessionResults.from_night(replace(state, setup=replace(state.setup, scoring=scoring))).book()
    return True


@job("quick", reads={"setup", "people", "results"})
def ranking_page(id: int, state: NightState, chosen: Scoring | None = None, why_not: str = "") -> JobPage:
    """Return the page of the ranking; with a *chosen* scoring that was not saved, and the reason."""
    session = SessionResults.from_night(state)
    refused, book = why_not, None
    try:
        book = session.book()
    except BadRequest as error:
        refused = refused or str(error)
    findings = book.night.findings if book else ()
    odd = [finding for finding in findings if finding.rule not in (MISSING, TO_CONFIRM)]
    missing = [finding for finding in findings if finding.rule == MISSING]
    withheld = [file for file in FILES.values() if session.is_individual and file.why_not_players]
    view = RankingView(
        id=id,
        name=session.title,
        revision=max(state.revisions.values(), default=0),
        scoring=chosen or state.setup.scoring,
        error=refused,
        book=book,
        boards=tuple(sorted({traveller.board for traveller in book.travellers})) if book else (),
        explanation=tuple(scoring_explanation(book)) if book and session.results else (),
        has_sections=len(session.schedules) > 1,
        missing_rounds=tuple(_missing_rounds(missing)),
        lines_missing=len(missing),
        to_confirm=tuple(line for section in session.by_section for line in lines_to_confirm(section)),
        lines_to_confirm=sum(finding.rule == TO_CONFIRM for finding in findings),
        findings=tuple(odd[:MAX_FINDINGS]),
        more=max(0, len(odd) - MAX_FINDINGS),
        errors=sum(finding.severity == "error" for finding in odd),
        files={name: file for name, file in FILES.items() if book and file not in withheld},
        cannot=tuple(say(file.why_not_players) for file in withheld),
        methods={key: say(name) for key, name in METHOD_NAMES.items()},
        factors={key: say(name) for key, name in FACTOR_NAMES.items()},
        sections={key: say(name) for key, name in SECTION_CHOICES.items()},
    )
    return render_page(view, say("Ranking of {title}", title=session.title), status=400 if refused else 200)


def _missing_rounds(findings: Sequence[ResultFinding]) -> Iterator[MissingRound]:
    """Yield the tables with missing results, by section and round."""
    missing: dict[tuple[str, int], set[int]] = {}
    for finding in findings:
        if finding.round and finding.table:
            missing.setdefault((finding.section or "", finding.round), set()).add(finding.table)
    for (section, round), tables in sorted(missing.items()):
        yield MissingRound(section, round, tuple(sorted(tables)))


@dataclass(frozen=True, slots=True)
class BoardView:
    """The travellers of a board, one for each separately compared section."""

    template: ClassVar = "board.html"
    id: int
    name: str
    number: int
    before: int | None
    after: int | None
    boards: int
    """The number of boards."""
    pages: tuple[BoardPage, ...]
    unit: str

    @property
    def ranking(self) -> str:
        """The address of the ranking."""
        return f"/nights/{self.id}/ranking"


@dataclass(frozen=True, slots=True)
class PersonalView:
    """The results of one pair or player."""

    template: ClassVar = "contestant.html"
    id: int
    name: str
    label: str
    page: PersonalPage
    place: str
    figure: str
    """The percentage or the IMPs."""
    among: RankedList
    boards: int
    in_imps: bool
    is_individual: bool

    @property
    def ranking(self) -> str:
        """The address of the ranking."""
        return f"/nights/{self.id}/ranking"


@job("quick", reads={"setup", "people", "results"})
def board_page(id: int, state: NightState, number: int) -> JobPage:
    """Return the page of a board."""
    session = SessionResults.from_night(state)
    book = session.book()
    boards = sorted({traveller.board for traveller in book.travellers})
    if number not in boards:
        raise NotFound(say("no results of this board yet: {board}", board=str(number)[:40]))
    at = boards.index(number)
    pages = zip(book.travellers, board_pages(book), strict=True)
    view = BoardView(
        id=id,
        name=session.title,
        number=number,
        before=boards[at - 1] if at else None,
        after=boards[at + 1] if at + 1 < len(boards) else None,
        boards=len(boards),
        pages=tuple(page for traveller, page in pages if traveller.board == number),
        unit=say("IMPs") if book.in_imps else say("matchpoints"),
    )
    return render_page(view, say("Board {board}", board=number))


@job("quick", reads={"setup", "people", "results"})
def personal_page(id: int, state: NightState, label: str) -> JobPage:
    """Return the page of a pair or player."""
    session = SessionResults.from_night(state)
    book = session.book()
    ranked = [(one, ranking) for ranking in book.lists for one in ranking.contestants]
    labels = [book.label_of(one.contestant) for one, _ in ranked]
    if label.upper() not in labels:
        raise NotFound(say("this number is not in the ranking: {label!r}", label=label[:40]))
    at = labels.index(label.upper())
    one, among = ranked[at]
    view = PersonalView(
        id=id,
        name=session.title,
        label=labels[at],
        page=personal_pages(book)[at],
        place=f"{one.place}{'=' if among.is_tied(one) else ''}",
        figure=format_signed(book.main_column.text(one)),
        among=among,
        boards=one.boards,
        in_imps=book.in_imps,
        is_individual=book.is_individual,
    )
    return render_page(view, f"{labels[at]}, {session.title}")
