"""The scoring in sentences: the top, boards with fewer results and why, and ties that factoring broke."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from byestand.language import phrase, say, say_many
from byestand.model.line import EW, NS, Absent, Average, Percentage, TableScore
from byestand.model.scoring import METHOD_NAMES
from byestand.score.book import Book, RankedList, ScoredTraveller
from byestand.score.contestants import ContestantId
from byestand.score.factoring import is_small, top_of
from byestand.score.ranking import RankedContestant, ranking
from byestand.score.schedule import MISSING, TO_CONFIRM
from byestand.score.score_format import two_decimals
from byestand.score.score_lines import score_session
from byestand.words.numbers import join_items, ranges

FACTORING_TEXTS = {
    "neuberg": (phrase("It is factored with Neuberg's formula."), phrase("They are factored with Neuberg's formula.")),
    "ratio": (phrase("It is factored in proportion."), phrase("They are factored in proportion.")),
    "none": (
        phrase("Its top is {top}; it is not factored."),
        phrase("Their top is {top}; they are not factored."),
    ),
}
_MAX_TIES = 12
"""Broken ties that are listed one by one."""


@dataclass(frozen=True, slots=True)
class BoardCount:
    """The number of results of a board."""

    board: int
    results: int
    """The fewest real scores of a side; with several forms those of the smallest form."""
    expected_results: int
    reasons: tuple[str, ...]
    """Why results are missing."""


def scoring_explanation(book: Book) -> tuple[str, ...]:
    """Return the explanation of the scoring in sentences."""
    return (*_pool_lines(book), *_broken_ties(book))


def points_explanation(book: Book, contestant: ContestantId) -> str:
    """Return how the matchpoints or IMPs on the page of a contestant are counted."""
    if book.night.rules.method == "cross-imps":
        return say("IMPs are the average of the comparisons with all other tables.")
    if book.night.rules.method == "butler":
        return say("IMPs are against the average score of the board, without the best and the worst score.")
    where = contestant.section if book.night.rules.sections == "apart" else ""
    top = top_of(max(session.expected_results.get(where, 1) for session in book.night.sessions))
    return say(
        "Top {top}, average {half}. You get 2 matchpoints per score beaten and 1 per tie.",
        top=top,
        half=top // 2,
    )


def _pool_lines(book: Book) -> Iterator[str]:
    """Yield, pool by pool, the number of boards, the scoring method and the boards with fewer results."""
    for (session, section), counts in _pools(book).items():
        expected = counts[0].expected_results
        facts = [say_many("1 board", "{number} boards", len(counts)), say(METHOD_NAMES[book.night.rules.method])]
        if not book.in_imps:
            facts.append(say("top {top}", top=top_of(max(expected, 1))))
        pool = _pool_title(session if len(book.night.sessions) > 1 else 0, section)
        line = f"{', '.join(facts)}."
        yield f"{pool}: {line}" if pool else line
        yield from _result_lines(book, counts, expected)


def _pool_title(session: int, section: str) -> str:
    if session and section:
        return say("Session {session}, section {section}", session=session, section=section)
    if session:
        return say("Session {session}", session=session)
    return say("Section {section}", section=section) if section else ""


def _result_lines(book: Book, counts: list[BoardCount], expected: int) -> Iterator[str]:
    """Yield how many results boards have, and how boards with fewer results are scored."""
    by_results: dict[int, list[BoardCount]] = defaultdict(list)
    for count in counts:
        by_results[count.results].append(count)
    if set(by_results) == {expected}:
        yield say_many("Every board has 1 result.", "Every board has {number} results.", expected)
        return
    if full := by_results.pop(expected, []):
        boards = ranges(count.board for count in full)
        yield f"{_boards_with_results(len(full), boards, expected)}."
    for results in sorted(by_results, reverse=True):
        boards = _boards_with_reasons(by_results[results])
        number = len(by_results[results])
        yield _boards_with_fewer(number, boards, results, expected)
        yield _factoring_text(book, number, results, expected)


def _boards_with_results(count: int, boards: str, results: int) -> str:
    title = say_many("Board {boards}", "Boards {boards}", count, boards=boards)
    return f"{title}: {say_many('1 result', '{number} results', results)}"


def _boards_with_fewer(count: int, boards: str, results: int, expected: int) -> str:
    if results == 1:
        return say_many(
            "Board {boards} has 1 result instead of {expected}.",
            "Boards {boards} have 1 result instead of {expected}.",
            count,
            boards=boards,
            expected=expected,
        )
    return say_many(
        "Board {boards} has {results} results instead of {expected}.",
        "Boards {boards} have {results} results instead of {expected}.",
        count,
        boards=boards,
        results=results,
        expected=expected,
    )


def not_final_text(book: Book) -> str:
    """Return why the ranking is not final: "Not final: 2 results missing."; empty if it is."""
    rules = [finding.rule for finding in book.night.findings]
    if missing := rules.count(MISSING):
        return say_many("Not final: 1 result missing.", "Not final: {number} results missing.", missing)
    if unconfirmed := rules.count(TO_CONFIRM):
        return say_many("Not final: 1 result to confirm.", "Not final: {number} results to confirm.", unconfirmed)
    return ""


def _boards_with_reasons(counts: list[BoardCount]) -> str:
    """Return boards with the reasons for fewer results, boards with the same reasons together."""
    by_reason: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for count in counts:
        by_reason[count.reasons].append(count.board)
    return join_items(
        f"{ranges(boards)} ({', '.join(why)})" if why else ranges(boards) for why, boards in by_reason.items()
    )


def _factoring_text(book: Book, count: int, there: int, expected: int) -> str:
    if book.in_imps:
        return say("These results are compared with each other only.")
    if book.night.rules.factor != "none" and is_small(there, expected):
        return say("With so few results, the middle is 60% and each matchpoint is 5%.")
    return say_many(*FACTORING_TEXTS[book.night.rules.factor], count, top=top_of(there))


def _pools(book: Book) -> dict[tuple[int, str], list[BoardCount]]:
    """Return the numbers of results for each session and, if sections are compared separately, each section."""
    pools: dict[tuple[int, str], list[BoardCount]] = defaultdict(list)
    for traveller in book.travellers:
        pools[traveller.session, traveller.section].append(_count_results(book, traveller))
    return pools


def _count_results(book: Book, traveller: ScoredTraveller) -> BoardCount:
    there: dict[tuple[str, str], int] = defaultdict(int)
    for scored in traveller.lines:
        given = dict(scored.line.side_scores())
        for side in (NS, EW):
            there[scored.line.form, side] += isinstance(given.get(side), TableScore)
    expected = book.night.sessions[traveller.session - 1].expected_results[traveller.section]
    return BoardCount(traveller.board, min(there.values()), expected, tuple(_reasons(book, traveller, expected)))


def _reasons(book: Book, traveller: ScoredTraveller, expected: int) -> Iterator[str]:
    """Yield why a board has fewer results."""
    lines = [scored.line for scored in traveller.lines]
    forms, nowhere = len({line.form for line in lines}), _without_line(book, traveller, MISSING)
    unconfirmed = _without_line(book, traveller, TO_CONFIRM)
    adjusted = sum(any(isinstance(given, Average | Percentage) for _, given in line.side_scores()) for line in lines)
    if adjusted:
        yield say("{count} adjusted", count=adjusted)
    if missing := sum(line.outcome is Absent.MISSING for line in lines) + nowhere:
        yield say("{count} missing", count=missing)
    if not_played := sum(line.outcome is Absent.NOT_PLAYED for line in lines):
        yield say("{count} not played", count=not_played)
    if to_confirm := sum(line.outcome is Absent.CANCELLED for line in lines) + unconfirmed:
        yield say("{count} to confirm", count=to_confirm)
    if (fewer := expected - len(lines) - nowhere - unconfirmed) > 0:
        yield say("{count} fewer scheduled", count=fewer)
    if forms > 1:
        yield say("in {forms} forms", forms=forms)


def _without_line(book: Book, traveller: ScoredTraveller, rule: str) -> int:
    """Return the number of findings of a *rule* about this board for which there is no line."""
    lines = {(one.line.section or None, "-".join(one.line.ns), "-".join(one.line.ew)) for one in traveller.lines}
    missing = {
        (finding.section, finding.ns, finding.ew)
        for finding in book.night.findings
        if finding.rule == rule and finding.board == traveller.board
    }
    return len(missing - lines) if len(book.night.sessions) == 1 else 0


def _broken_ties(book: Book) -> Iterator[str]:
    """Yield the contestants that differ only by factoring: without it their percentages are equal."""
    if book.in_imps or book.night.rules.factor == "none":
        return
    plain = _plain_values(book)
    ties = [sentence for ranked_list in book.lists for sentence in _ties_in(book, ranked_list, plain)]
    yield from ties[:_MAX_TIES]
    if len(ties) > _MAX_TIES:
        yield say_many("Factoring broke 1 more tie.", "Factoring broke {number} more ties.", len(ties) - _MAX_TIES)


def _ties_in(book: Book, ranked_list: RankedList, plain: Mapping[ContestantId, Fraction]) -> Iterator[str]:
    equal: dict[Fraction, list[RankedContestant]] = defaultdict(list)
    for ranked in ranked_list.contestants:
        equal[plain[ranked.contestant]].append(ranked)
    for share, equals in equal.items():
        if len({ranked.value for ranked in equals}) > 1:
            yield say(
                "{labels} tied at {share}% before factoring; after it they have {shares}.",
                labels=join_items(book.label_of(ranked.contestant) for ranked in equals),
                share=two_decimals(share),
                shares=join_items(f"{two_decimals(ranked.percentage or 0)}%" for ranked in equals),
            )


def _plain_values(book: Book) -> dict[ContestantId, Fraction]:
    """Return the percentage of every contestant without factoring."""
    night = book.night
    rules = replace(night.rules, factor="none")
    sessions = [
        score_session(
            [scored.line for scored in session.lines],
            session.contestant_seats,
            rules,
            scheduled=session.expected_results,
        )
        for session in night.sessions
    ]
    return {ranked.contestant: Fraction(ranked.value) for ranked in ranking(sessions, rules)}
