"""Boards in words: what deal groups are called, what goes where before play, and where it goes after each round.

Where boards go is read off the layout: the rings in which they travel. Of a night that went wrong it is told of the
rounds that are left.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from byestand.model import Boards, Card, Layout, Movement, Stand, Subsection
from byestand.model.seen import ring_tables
from byestand.words.numbers import in_words, numbered
from byestand.words.people import PLAYERS, called
from byestand.words.phrases import say, say_many
from byestand.words.steps import over_the_edge, runs, step_words


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


def boarding(movement: Movement, layout: Layout, boards: Boards | None) -> Iterator[str]:
    """Yield a sentence for each subsection: "Tables 1-9, case A: groups 1 to 9; …"."""
    told: set[int] = set()
    for sub in layout.subsections:
        tables = [table for table in sorted(sub.tables) if table not in told]
        if not tables:
            continue  # the second ring of a weave, boarded together with the first
        told.update(tables)
        first = movement.next_round
        words = [*_tables_words(layout, tables, first, boards), *_waiting(layout, sub, first, boards)]
        if spare := never_played(movement, sub):
            words.append(say("{boards} of this case will not be played", boards=board_words(spare, boards)))
        case = say_many("case {cases}", "cases {cases}", len(sub.cases), cases=", ".join(sub.cases))
        where = say_many("Table {first}", "Tables {first}-{last}", len(tables), first=tables[0], last=tables[-1])
        yield say("{where}, {case}: {boards}.", where=where, case=case, boards="; ".join(words))


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
            phrase = "{boards} on bye stand {number}, beside table {table}"
            yield say(phrase, boards=board_words(waiting, boards), number=stand.number, table=stand.beside)


def never_played(movement: Movement, sub: Subsection) -> list[int]:
    """Return the groups of a one-case subsection that no table of it gets in the rounds played."""
    played = set(movement.groups[:, [table - 1 for table in sub.tables]].ravel().tolist())
    everything = {copy.group for copy in sub.boarding if copy}
    return sorted(everything - played) if len(sub.cases) == 1 and None not in sub.boarding else []


def board_moves(movement: Movement, layout: Layout, boards: Boards | None) -> Iterator[str]:
    """Yield how the boards travel: the rule, then every table that is an exception to it."""
    if movement.rounds == 1:
        yield say("They stay: there is one round only.")
        return
    weave = any(None in sub.boarding for sub in layout.subsections)
    if weave:
        yield from (_weave(sub, movement, boards) for sub in layout.subsections)
    else:
        yield from _down(movement, layout)
    for table, partner in sharing(layout):
        if how := how_to_share(1 + len(layout.sharers(table)), boards):
            yield say("Tables {table} and {partner} share their boards: {how}.", table=table, partner=partner, how=how)
        else:
            yield say("Tables {table} and {partner} play the same boards, sharing them.", table=table, partner=partner)
    if lie_unplayed(movement):
        whom = "four players" if called(movement) is PLAYERS else "a pair"
        yield say("Boards that nobody plays, for want of {whom}, are passed on all the same.", whom=whom)


def how_to_share(tables: int, boards: Boards | None) -> str:
    """Return how so many tables share the boards of a round; nothing where it is not known how many boards that are."""
    if boards is None:
        return ""
    if tables == 2 and boards.per_round % 2 == 0:
        half = in_words(boards.per_round // 2, "board")
        return say("each begins with half of them; swap after {half}", half=half)
    return say("each begins with another board, and they pass them on")


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
                yield say(phrase, round=round, tables=numbered("table", tables), boards=told, how=how)


def lie_unplayed(movement: Movement) -> bool:
    """Tell whether boards lie on a table in a round in which they are not played."""
    return bool(((movement.groups > 0) & ~movement.played).any())


def sharing(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the tables that share all night, each two once."""
    for table in sorted({t for sub in layout.subsections for t in sub.tables}):
        yield from ((table, partner) for partner in layout.sharers(table) if table < partner)


def _down(movement: Movement, layout: Layout) -> Iterator[str]:
    """Yield that boards go down one table after every round, who passes to or takes from elsewhere, and when not so."""
    descents = layout.subsections[0].descents
    steps = [descents[round] - descents[round - 1] for round in movement.moves_left]
    usual = [round for round, step in zip(movement.moves_left, steps, strict=True) if step == 1]
    if usual:
        if any(layout.passes_to(table, usual[-1]).tables for sub in layout.subsections for table in sub.tables):
            yield say("Boards go down one table.")
        yield from (_stand_words(layout, stand, usual[-1]) for stand in layout.stands)
        yield from _exceptions(layout, usual[-1])
    for step, _, rounds in runs(steps, movement.moves_left.start):
        if step != 1:
            phrase = "After {rounds} all boards go {step}, bye stands counted like tables."
            phrase = phrase if step else "After {rounds} all boards stay where they are."
            yield say(phrase, rounds=rounds, step=step_words(-step))


def _exceptions(layout: Layout, round: int) -> Iterator[str]:
    """Yield the tables that do not pass to the next one down."""
    for table in sorted(t for sub in layout.subsections for t in sub.tables):
        goes = layout.passes_to(table, round).tables
        if goes and goes not in ((table - 1,), (table,)):
            to = " and table ".join(map(str, goes))
            yield say("Table {table} passes to table {to}.", table=table, to=to)


def _stand_words(layout: Layout, stand: Stand, round: int) -> str:
    """Return who passes to a stand and who takes from it: first in, first out."""
    before = [t for t in layout.home(stand).tables if layout.passes_to(t, round).stand == stand.number]
    phrase = (
        "Table {source} passes to bye stand {stand}, at the back;"
        " table {beside} takes the front group, the one that has waited longest."
    )
    if before[0] == stand.beside:
        phrase = (
            "Table {source} passes to bye stand {stand}, at the back,"
            " and takes the front group, the one that has waited longest."
        )
    return say(phrase, source=before[0], stand=stand.number, beside=stand.beside)


def _weave(sub: Subsection, movement: Movement, boards: Boards | None) -> str:
    """Return how one half of the boards of a crisscross goes, up and down."""
    groups = [copy.group for copy in sub.boarding if copy]
    first, tables = movement.moves_left.start, ring_tables(movement)
    steps = [a - b for a, b in pairwise(sub.descents[first - 1 :])]
    moves = [
        say("{step} after {rounds}{edge}", step=step_words(step), rounds=rounds, edge=over_the_edge(step, tables))
        for step, _, rounds in runs(steps, first)
    ]
    return say("{boards} go {moves}.", boards=board_words(groups, boards).capitalize(), moves="; ".join(moves))
