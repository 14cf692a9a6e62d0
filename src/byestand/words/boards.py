"""Boards in words: what deal groups are called, what goes where before play, and who shares."""

from collections.abc import Iterator, Sequence

from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.claims import Card
from byestand.model.layout import Layout, Subsection
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.numbers import listed
from byestand.words.people import PLAYERS, called


def board_range(group: int, boards: Boards | None) -> str:
    """Return the boards of one group.

    >>> board_range(3, None), board_range(3, Boards(1)), board_range(3, Boards(2, first=27)), board_range(0, Boards(2))
    ('3', '3', '31-32', '-')
    """
    if not group:
        return "-"
    first, last = (boards or Boards(1)).numbers(group)
    return str(last) if first == last else f"{first}-{last}"


def board_words(groups: Sequence[int], boards: Boards | None) -> str:
    """Return several groups in words, in the order given.

    >>> board_words((10, 11, 12), None), board_words((12, 11), Boards(2)), board_words((4,), None)
    ('groups 10, 11, 12', 'boards 23-24, 21-22', 'group 4')
    """
    many = len(groups) > 1 or (boards is not None and boards.per_round > 1)
    word = group_word(boards)
    return f"{word}{'s' if many else ''} {', '.join(board_range(group, boards) for group in groups)}"


def are_many(boards: Boards | None) -> int:
    """Return 2 where a group is spoken of as several boards, 1 where it is one: for phrases of one or of many."""
    return 2 if boards is not None and boards.per_round > 1 else 1


def board_span(first_group: int, last_group: int, boards: Boards | None) -> str:
    """Return the first and the last board of neighbouring groups.

    >>> board_span(1, 13, Boards(2)), board_span(1, 13, None), board_span(1, 13, Boards(2, first=27))
    ('1-26', '1-13', '27-52')
    """
    numbered = boards or Boards(1)
    return f"{numbered.numbers(first_group)[0]}-{numbered.numbers(last_group)[1]}"


def group_word(boards: Boards | None) -> str:
    """Return the word for what the numbers count."""
    return "board" if boards else "group"


def boarding(section: Section, layout: Layout) -> Iterator[str]:
    """Yield a sentence for each subsection: "Tables 1-9, set A: boards 1-2 to 17-18; …"."""
    movement, boards = section.movement, section.boards
    told: set[int] = set()
    for sub in layout.subsections:
        tables = [table for table in sorted(sub.tables) if table not in told]
        if not tables:
            continue  # the second ring of a weave, boarded together with the first
        told.update(tables)
        first = movement.next_round
        words = [*_tables_words(layout, tables, first, boards), *_waiting(layout, sub, first, boards)]
        if spare := never_played(movement, sub):
            words.append(say("{boards} of this set will not be played", boards=board_words(spare, boards)))
        sets = ", ".join(map(section.set_name, sub.cases))
        out_of = say_many("set {sets}", "sets {sets}", len(sub.cases), sets=sets)
        where = say_many("Table {first}", "Tables {first}-{last}", len(tables), first=tables[0], last=tables[-1])
        yield say("{where}, {sets}: {boards}.", where=where, sets=out_of, boards="; ".join(words))


def _tables_words(layout: Layout, tables: list[int], round: int, boards: Boards | None) -> Iterator[str]:
    """Yield "tables 10-17 get groups 8 down to 1" for every run of tables and groups."""
    found: list[list[tuple[int, int]]] = []
    shared = []
    for table in tables:
        partners = layout.sharers(table)
        if partners and min(partners) < table:
            shared.append(say("table {table} shares those of table {other}", table=table, other=min(partners)))
            continue
        copy = layout.on_table(table, round)
        group = copy.group if copy else 0
        if found and _continues(found[-1], table, group):
            found[-1].append((table, group))
        else:
            found.append([(table, group)])
    yield from (_run_words(run, boards) for run in found)
    yield from shared


def _run_words(run: list[tuple[int, int]], boards: Boards | None) -> str:
    (first, low), (last, high) = run[0], run[-1]
    if first == last:
        return say("table {table} gets {boards}", table=first, boards=board_words((low,), boards))
    phrase = "tables {first}-{last} get {word}s {low} to {high}"
    if low > high:
        phrase = "tables {first}-{last} get {word}s {low} down to {high}"
    start, end = board_range(low, boards), board_range(high, boards)
    return say(phrase, first=first, last=last, word=group_word(boards), low=start, high=end)


def _continues(run: list[tuple[int, int]], table: int, group: int) -> bool:
    last_table, last_group = run[-1]
    step = group - last_group
    same_way = len(run) == 1 or step == last_group - run[-2][1]
    return table == last_table + 1 and abs(step) == 1 and same_way


def _waiting(layout: Layout, sub: Subsection, round: int, boards: Boards | None) -> Iterator[str]:
    for stand in layout.stands:
        if layout.home(stand) is sub:
            waiting = [copy.group for copy in layout.on_stand(stand, round)]
            phrase = "{boards} on stand {number}, beside table {table}"
            yield say(phrase, boards=board_words(waiting, boards), number=stand.number, table=stand.beside)


def never_played(movement: Movement, sub: Subsection) -> list[int]:
    """Return the groups of a one-case subsection that no table of it gets in the rounds played."""
    played = set(movement.groups[:, [table - 1 for table in sub.tables]].ravel().tolist())
    everything = {copy.group for copy in sub.boarding if copy}
    return sorted(everything - played) if len(sub.cases) == 1 and None not in sub.boarding else []


def how_to_share(tables: int, boards: Boards | None) -> str:
    """Return how so many tables share the boards of a round; nothing where it is not known how many boards that are.

    >>> how_to_share(2, Boards(2))
    'one table starts with the first board, the other with the second; then change'
    >>> how_to_share(2, Boards(1))
    'one table plays the board first, then passes it on'
    >>> how_to_share(3, Boards(2))
    '2 tables start with a board each, 1 waits; then pass them on'
    """
    if boards is None:
        return ""
    if boards.per_round == 1:
        return say("one table plays the board first, then passes it on")
    if (waiting := tables - boards.per_round) > 0:
        phrases = (
            "{boards} tables start with a board each, 1 waits; then pass them on",
            "{boards} tables start with a board each, {number} wait; then pass them on",
        )
        return say_many(*phrases, waiting, boards=boards.per_round)
    half = boards.per_round // 2
    if tables > 2 or boards.per_round % 2:
        return say("each table starts with another board; then pass them on")
    return say_many(
        "one table starts with the first board, the other with the second; then change",
        "one table starts with the first {number} boards, the other with the last {number}; then change",
        half,
    )


def go_by_list(movement: Movement) -> bool:
    """Tell whether there is one copy of each board and no ring: a list tells where it goes, and who shares when."""
    return movement.layout is None and called(movement) is not PLAYERS and bool(movement.claimed(Card))


def listed_sharing(movement: Movement, boards: Boards | None, *, at_table: int = 0) -> Iterator[str]:
    """Yield who shares what in which round, where boards go by a list; all of it, or what one table needs to know."""
    if not go_by_list(movement):
        return
    for round in movement.rounds_left:
        row = movement.groups[round - 1].tolist()
        for group in sorted({group for group in row if group and row.count(group) > 1}):
            tables = [table for table, here in enumerate(row, start=1) if here == group]
            if at_table in (0, *tables):
                told, how = board_words((group,), boards), how_to_share(len(tables), boards)
                phrase = (
                    "In round {round} {tables} share {boards}: {how}."
                    if how
                    else "In round {round} {tables} share {boards}."
                )
                yield say(phrase, round=round, tables=listed("table", tables), boards=told, how=how)


def lie_unplayed(movement: Movement) -> bool:
    """Tell whether boards lie on a table in a round in which they are not played."""
    return bool(((movement.groups > 0) & ~movement.played).any())


def sharing(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the tables that share all night, each two once."""
    for table in sorted({t for sub in layout.subsections for t in sub.tables}):
        yield from ((table, partner) for partner in layout.sharers(table) if table < partner)
