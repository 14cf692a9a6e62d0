"""Boarding in words: which groups go on which tables and bye stands before round 1."""

from collections.abc import Iterator

from byestand.model import Layout, Movement, Subsection
from byestand.sheets.boards import boards, named


def boarding(movement: Movement, layout: Layout, boards_per_round: int | None) -> Iterator[str]:
    """Yield a sentence for each subsection: "Tables 1-9, case A: groups 1 to 9; …"."""
    told: set[int] = set()
    for sub in layout.subsections:
        tables = [table for table in sorted(sub.tables) if table not in told]
        if not tables:
            continue  # the second ring of a weave, boarded together with the first
        told.update(tables)
        words = "; ".join(_tables_words(layout, tables, boards_per_round))
        for stand in layout.stands:
            if layout.home(stand) is sub:
                waiting = [copy.group for copy in layout.on_stand(stand, 1)]
                words += (
                    f"; {named(waiting, boards_per_round)} on bye stand {stand.number}, beside table {stand.beside}"
                )
        if spare := never_played(movement, sub):
            words += f"; {named(spare, boards_per_round)} of this case will not be played"
        case = f"case {sub.cases[0]}" if len(sub.cases) == 1 else f"cases {', '.join(sub.cases)}"
        yield f"{_span(tables[0], tables[-1])}, {case}: {words}."


def _tables_words(layout: Layout, tables: list[int], boards_per_round: int | None) -> Iterator[str]:
    """Yield "tables 10-17 get groups 8 down to 1" for every run of tables and groups."""
    runs: list[list[tuple[int, int]]] = []
    shared = []
    for table in tables:
        partners = layout.sharers(table)
        if partners and min(partners) < table:
            shared.append(f"table {table} shares those of table {min(partners)}")
            continue
        copy = layout.on_table(table, 1)
        group = copy.group if copy else 0
        if runs and _continues(runs[-1], table, group):
            runs[-1].append((table, group))
        else:
            runs.append([(table, group)])
    for run in runs:
        (first, low), (last, high) = run[0], run[-1]
        if first == last:
            yield f"table {first} gets {named((low,), boards_per_round)}"
        else:
            way = "to" if low < high else "down to"
            word = "boards" if boards_per_round else "groups"
            start, end = boards(low, boards_per_round), boards(high, boards_per_round)
            yield f"tables {first}-{last} get {word} {start} {way} {end}"
    yield from shared


def _continues(run: list[tuple[int, int]], table: int, group: int) -> bool:
    last_table, last_group = run[-1]
    step = group - last_group
    same_way = len(run) == 1 or step == last_group - run[-2][1]
    return table == last_table + 1 and abs(step) == 1 and same_way


def never_played(movement: Movement, sub: Subsection) -> list[int]:
    """Return the groups of a one-case subsection that no table of it gets in the rounds played."""
    played = set(movement.groups[:, [table - 1 for table in sub.tables]].ravel().tolist())
    everything = {copy.group for copy in sub.boarding if copy}
    return sorted(everything - played) if len(sub.cases) == 1 and None not in sub.boarding else []


def _span(first: int, last: int) -> str:
    return f"Table {first}" if first == last else f"Tables {first}-{last}"
