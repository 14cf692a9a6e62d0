"""Boards in words: numbers of deal groups, places, what is put out before play, and how tables share."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from byestand.flow.board_moves import TableRun, boarding_parts
from byestand.flow.board_travel import BoardTravel
from byestand.flow.sharing import always_sharing, listed_sharing, never_played, sometimes_sharing
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.layout import BoardSpot, Layout, Stand
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.numbers import list_labels, short_list, with_noun


def board_range(group: int, boards: Boards | None) -> str:
    """Return the board numbers of one group.

    >>> board_range(3, None), board_range(3, Boards(1)), board_range(3, Boards(2, first=27)), board_range(0, Boards(2))
    ('3', '3', '31-32', '-')
    """
    if not group:
        return "-"
    first, last = (boards or Boards(1)).numbers(group)
    return str(last) if first == last else f"{first}-{last}"


def board_numbers(groups: Sequence[int], boards: Boards | None) -> str:
    """Return the board numbers of several groups, in the order given.

    >>> board_numbers((12, 11), Boards(2))
    '23-24, 21-22'
    """
    return ", ".join(board_range(group, boards) for group in groups)


def board_count(groups: Sequence[int], boards: Boards | None) -> int:
    """Return the number that decides between singular and plural: of boards, or of groups where boards are unknown."""
    return len(groups) * (boards.per_round if boards else 1)


def board_words(groups: Sequence[int], boards: Boards | None) -> str:
    """Return several groups with their noun, in the order given.

    >>> board_words((10, 11, 12), None), board_words((12, 11), Boards(2)), board_words((4,), None)
    ('groups 10, 11, 12', 'boards 23-24, 21-22', 'group 4')
    """
    return with_noun(group_word(boards), board_count(groups, boards), board_numbers(groups, boards))


def plural_count(boards: Boards | None) -> int:
    """Return 2 where a group is several boards, 1 where it is one, to choose between singular and plural."""
    return 2 if boards is not None and boards.per_round > 1 else 1


def board_span(first_group: int, last_group: int, boards: Boards | None) -> str:
    """Return the first and the last board of consecutive groups.

    >>> board_span(1, 13, Boards(2)), board_span(1, 13, None), board_span(1, 13, Boards(2, first=27))
    ('1-26', '1-13', '27-52')
    """
    numbered = boards or Boards(1)
    return f"{numbered.numbers(first_group)[0]}-{numbered.numbers(last_group)[1]}"


def group_word(boards: Boards | None) -> str:
    """Return the key of the noun: ``board``, or ``group`` where boards are unknown."""
    return "board" if boards else "group"


def place_words(spot: BoardSpot, travel: BoardTravel | None = None, set_name: Callable[[str], str] = str) -> str:
    """Return a place in words.

    >>> place_words(BoardSpot(tables=(1, 8))), place_words(BoardSpot(stand=2)), place_words(BoardSpot())
    ('tables 1 and 8', 'bye stand 2', "the director's table")
    """
    if spot.stand:
        return say("bye stand {stand}", stand=spot.stand)
    if spot.tables:
        return list_labels("table", spot.tables)
    if travel and travel.party_case:
        return say("set {name}", name=set_name(travel.party_case))
    return say("the director's table")


def boarding_lines(section: Section, layout: Layout) -> Iterator[str]:
    """Yield a sentence for each subsection: "Tables 1-9, set A: tables 1-9 get boards 1-2 to 17-18; …"."""
    boards = section.boards
    for part in boarding_parts(layout, section.movement.next_round):
        tables = part.tables
        texts = [
            *(_run_text(run, boards) for run in part.runs),
            *(say("table {table} shares with table {other}", table=table, other=other) for table, other in part.shares),
            *(_stand_text(stand, groups, boards) for stand, groups in part.stands),
            *_unused_text(never_played(section.movement, part.subsection), boards),
        ]
        sets = ", ".join(map(section.set_name, part.cases))
        place = say_many("Table {first}", "Tables {first}-{last}", len(tables), first=tables[0], last=tables[-1])
        yield f"{place}, {with_noun('set', len(part.cases), sets)}: {'; '.join(texts)}."


def _run_text(run: TableRun, boards: Boards | None) -> str:
    if run.first_table == run.last_table:
        numbers, table = board_range(run.first_group, boards), run.first_table
        if boards is None:
            return say("table {table} gets group {numbers}", table=table, numbers=numbers)
        return say_many(
            "table {table} gets board {numbers}",
            "table {table} gets boards {numbers}",
            plural_count(boards),
            table=table,
            numbers=numbers,
        )
    gaps = {
        "first": run.first_table,
        "last": run.last_table,
        "low": board_range(run.first_group, boards),
        "high": board_range(run.last_group, boards),
    }
    if run.first_group < run.last_group:
        if boards is None:
            return say("tables {first}-{last} get groups {low} to {high}", **gaps)
        return say("tables {first}-{last} get boards {low} to {high}", **gaps)
    if boards is None:
        return say("tables {first}-{last} get groups {low} down to {high}", **gaps)
    return say("tables {first}-{last} get boards {low} down to {high}", **gaps)


def _stand_text(stand: Stand, groups: Sequence[int], boards: Boards | None) -> str:
    gaps = {"numbers": board_numbers(groups, boards), "stand": stand.number, "table": stand.next_to_table}
    if boards is None:
        return say_many(
            "group {numbers} on bye stand {stand}, next to table {table}",
            "groups {numbers} on bye stand {stand}, next to table {table}",
            len(groups),
            **gaps,
        )
    return say_many(
        "board {numbers} on bye stand {stand}, next to table {table}",
        "boards {numbers} on bye stand {stand}, next to table {table}",
        board_count(groups, boards),
        **gaps,
    )


def _unused_text(groups: Sequence[int], boards: Boards | None) -> Iterator[str]:
    numbers, count = board_numbers(groups, boards), board_count(groups, boards)
    if groups and boards is None:
        yield say_many("group {numbers} is not used", "groups {numbers} are not used", count, numbers=numbers)
    elif groups:
        yield say_many(
            "board {numbers} of this set is not used",
            "boards {numbers} of this set are not used",
            count,
            numbers=numbers,
        )


def sharing_instruction(tables: int, boards: Boards | None) -> str:
    """Return how several tables share the boards of a round; nothing where the number of boards is unknown.

    >>> sharing_instruction(2, Boards(2))
    'One table starts with the first board, the other with the second, then they exchange.'
    >>> sharing_instruction(2, Boards(1))
    'One table plays the board first, then passes it over.'
    >>> sharing_instruction(3, Boards(2))
    '2 tables start with one board each, 1 table waits, then boards are passed on.'
    """
    if boards is None:
        return ""
    if boards.per_round == 1:
        return say("One table plays the board first, then passes it over.")
    if (waiting := tables - boards.per_round) > 0:
        return say_many(
            "{boards} tables start with one board each, 1 table waits, then boards are passed on.",
            "{boards} tables start with one board each, {number} tables wait, then boards are passed on.",
            waiting,
            boards=boards.per_round,
        )
    if tables > 2 or boards.per_round % 2:
        return say("Each table starts with a different board, then boards are passed on.")
    return say_many(
        "One table starts with the first board, the other with the second, then they exchange.",
        "One table starts with the first {number} boards, the other with the last {number}, then they exchange.",
        boards.per_round // 2,
    )


def sharing_sentences(parties: Iterable[Sequence[int]], boards: Boards | None) -> Iterator[str]:
    """Yield how tables share, for the largest number of tables that share one copy."""
    if sentence := sharing_instruction(max(map(len, parties)), boards):
        yield sentence


def _share_in_round(round: int, tables: Sequence[int], group: int, boards: Boards | None) -> str:
    gaps = {"round": round, "tables": short_list(tables), "numbers": board_range(group, boards)}
    if boards is None:
        return say("In round {round} tables {tables} share group {numbers}.", **gaps)
    return say_many(
        "In round {round} tables {tables} share board {numbers}.",
        "In round {round} tables {tables} share boards {numbers}.",
        plural_count(boards),
        **gaps,
    )


def _share_this_round(tables: Sequence[int], group: int, boards: Boards | None) -> str:
    gaps = {"tables": short_list(tables), "numbers": board_range(group, boards)}
    if boards is None:
        return say("Tables {tables} share group {numbers} in this round.", **gaps)
    return say_many(
        "Tables {tables} share board {numbers} in this round.",
        "Tables {tables} share boards {numbers} in this round.",
        plural_count(boards),
        **gaps,
    )


def listed_sharing_sentences(movement: Movement, boards: Boards | None, *, at_table: int = 0) -> Iterator[str]:
    """Yield which tables share in which round where boards move by a list, for all tables or for one."""
    for shared in listed_sharing(movement, at_table=at_table):
        share = _share_in_round(shared.round, shared.tables, shared.group, boards)
        yield " ".join(filter(None, (share, sharing_instruction(len(shared.tables), boards))))


MAX_SHARING_CALLS = 4
"""In more rounds it is not announced which tables share: all look at their mats."""


def shared_all_evening(travel: BoardTravel, boards: Boards | None) -> Iterator[str]:
    """Yield which tables share in every round, or that many share in some rounds."""
    for tables in always_sharing(travel):
        yield say("Tables {tables} share boards all session.", tables=short_list(tables))
        yield from sharing_sentences([tables], boards)
    sometimes = sometimes_sharing(travel)
    if len(sometimes) > MAX_SHARING_CALLS:
        yield say("In some rounds tables share boards. Your mat shows with which table.")
        yield from sharing_sentences((copy.tables for copies in sometimes.values() for copy in copies), boards)


def shared_in_rounds(travel: BoardTravel, boards: Boards | None) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rounds in which sharing is announced, with the sentences."""
    sometimes = sometimes_sharing(travel)
    if len(sometimes) > MAX_SHARING_CALLS:
        return
    for round, copies in sometimes.items():
        lines = (_share_this_round(copy.tables, copy.copy.group, boards) for copy in copies)
        yield round, (*lines, *sharing_sentences((copy.tables for copy in copies), boards))
