"""The Rainbow for individuals (A. Groner): players meet players of the other three lines, none of them twice.

North stays, South moves up one table, East up two, West down two, boards down one. In round j, counted from 0, table x
has South x - j, East x - 2j, West x + 2j and boards x + j. Any two of these, and x itself, differ by j times 1, 2, 3 or
4, so the same two meet again when t divides that. The rule works for all t rounds exactly when t is coprime to 6; for
further rounds there are jumps (`rainbow_jumps`) or guide cards (`shipped_schedules`).
"""

from byestand.errors import BadRequest, NoSuchMovement, NotFound
from byestand.language import phrase, say, say_many
from byestand.model.claims import Step
from byestand.model.layout import Layout
from byestand.model.movement import MAX_TABLES_PER_SECTION, Movement
from byestand.model.walks import ring
from byestand.movements.board_grid import boards_on_tables, rounds_and_tables, subsection
from byestand.movements.individual_grids import players_of, rainbow_movement
from byestand.movements.rainbow_jumps import jumping_rainbow, lasting_jumps, longest_jumps, rule_rounds
from byestand.movements.shipped_schedules import guided_rainbow, shipped_sizes

IMPOSSIBLE = {2, 3, 4, 6}
"""Numbers of tables without a complete Rainbow: fewer than 5, and 6, which has no two orthogonal Latin squares."""
UNKNOWN = {10, 22}
"""Numbers of tables for which the existence of four mutually orthogonal Latin squares is an open question."""


def plain_rainbow(tables: int, rounds: int) -> Movement:
    """Return the Rainbow by its rule, even if this many rounds have repeats."""
    layout = Layout((subsection(range(1, tables + 1), deal_groups=tables, rounds=rounds, case="A"),))
    j, k = rounds_and_tables(rounds, tables)
    steps = {"South": 1, "East": 2, "West": -2}
    lines = [ring(k - step * (j - 1), tables) for step in steps.values()]
    return rainbow_movement(
        phrase("{tables}-table Rainbow"),
        lines,
        boards_on_tables(layout, tables=tables, rounds=rounds),
        deal_groups=tables,
        layout=layout,
        claims=[Step(players_of(seat, tables), tables, (by,) * (rounds - 1)) for seat, by in steps.items()],
    )


def rainbow(*, tables: int, deal_groups: int | None = None, rounds: int | None = None) -> Movement:
    """Return the simplest Rainbow for this many rounds (by default the longest): rule, jumps or guide cards."""
    t, d = tables, tables if deal_groups is None else deal_groups
    if not (2 <= t <= MAX_TABLES_PER_SECTION and d >= 1 and (rounds is None or rounds >= 1)):
        raise BadRequest(
            say(
                "a Rainbow needs 2 to {limit} tables, at least 1 deal group and at least 1 round",
                limit=MAX_TABLES_PER_SECTION,
            )
        )
    longest = rainbow_rounds(t, d)
    if longest == 0:
        raise _missing_web_error(t, d, d if rounds is None else rounds)
    played = longest if rounds is None else rounds
    if played > longest:
        raise _too_long(t, d, played, longest)
    if t == d and played <= rule_rounds(t):
        return plain_rainbow(t, played)
    found = (jumping_rainbow(t, played) if t == d else None) or guided_rainbow(t, d, played)
    if found is None:
        raise AssertionError(f"no Rainbow for {t} tables, {d} deal groups, {played} rounds")
    return found


def rainbow_rounds(tables: int, deal_groups: int) -> int:
    """Return the number of rounds of the longest known Rainbow; 0 if there is none.

    >>> [rainbow_rounds(t, t) for t in (4, 6, 8, 10, 12)], rainbow_rounds(18, 13), rainbow_rounds(19, 12)
    ([1, 5, 8, 9, 12], 13, 0)
    """
    guided = deal_groups if (tables, deal_groups) in shipped_sizes() else 0
    if tables != deal_groups:
        return guided
    return max(guided, rule_rounds(tables), longest_jumps(tables).rounds)


def is_jumping(tables: int, deal_groups: int, rounds: int) -> bool:
    """Return whether the Rainbow of this size has jumps: more rounds than by rule, but no guide cards."""
    return tables == deal_groups and rule_rounds(tables) < rounds <= longest_jumps(tables).rounds


def begun_by(tables: int, deal_groups: int, rounds: int) -> int:
    """Return the rounds of the longest Rainbow that begins with this one: by rule, with jumps or with guide cards.

    >>> begun_by(14, 14, 6), begun_by(14, 14, 14), begun_by(18, 13, 9), begun_by(33, 33, 31), begun_by(33, 33, 32)
    (7, 14, 13, 31, 33)
    """
    if tables == deal_groups and rounds <= rule_rounds(tables):
        return rule_rounds(tables)
    return lasting_jumps(tables, rounds).rounds if is_jumping(tables, deal_groups, rounds) else deal_groups


def rainbow_webs() -> tuple[tuple[int, int], ...]:
    """Return tables and deal groups of every known Rainbow Web."""
    return tuple((t, d) for t, d in shipped_sizes() if t != d)


def known_rounds_note(tables: int) -> str:
    """Return the known facts about more rounds than we have; "" if a Rainbow is complete."""
    longest = rainbow_rounds(tables, tables)
    if longest == tables:
        return ""
    if tables < 5:
        return say(
            "a second round is impossible: South, East, West and the boards come to a table from four other tables"
        )
    if tables == 6:
        return say("6 rounds are impossible: they would be two orthogonal Latin squares of order 6 (Tarry 1900)")
    if tables in UNKNOWN:
        reason = say(
            "{rounds} rounds need four mutually orthogonal Latin squares of order {rounds}, which are not known",
            rounds=tables,
        )
        more = say("{rounds} or more rounds were not found", rounds=longest + 1) if longest + 1 < tables else ""
        return f"{reason}; {more}" if more else reason
    return say(
        "{rounds} rounds exist (four published mutually orthogonal Latin squares of order {rounds}), but not here",
        rounds=tables,
    )


def _missing_web_error(t: int, d: int, rounds: int) -> Exception:
    if rounds > t:
        return NoSuchMovement(
            say("no Rainbow of {tables} tables has {rounds} rounds", tables=t, rounds=rounds),
            because=say(
                "each player would meet {rounds} players of each other line, which has {tables}",
                rounds=rounds,
                tables=t,
            ),
            instead=f"R{t:02}{t:02}",
        )
    if t < d:
        return NotFound(
            say(
                "a Rainbow has at most as many deal groups as tables; use {movement} ({groups} deal groups)",
                movement=f"R{t:02}{t:02}",
                groups=t,
            )
        )
    near = sorted((abs(size - t) + abs(groups - d), -groups, size) for size, groups in rainbow_webs())[:3]
    names = ", ".join(f"R{size:02}{-groups:02}" for _, groups, size in near)
    return NotFound(
        say(
            "no Rainbow Web is known with {tables} tables and {groups} deal groups, but one may exist;"
            " use {names}, R{tables:02}{tables:02} or 'byestand individual --search {tables}x{groups}'",
            tables=t,
            groups=d,
            names=names,
        )
    )


def _too_long(t: int, d: int, played: int, longest: int) -> Exception:
    wanted = say(
        "no Rainbow of {tables} tables and {groups} deal groups is known for {rounds} rounds",
        tables=t,
        groups=d,
        rounds=played,
    )
    instead = f"R{t:02}{d:02} ({say_many('1 round', '{number} rounds', longest)})"
    if played > d:
        return NoSuchMovement(wanted, because=say("there are only {groups} deal groups", groups=d), instead=instead)
    if t in IMPOSSIBLE:
        return NoSuchMovement(wanted, because=known_rounds_note(t), instead=instead)
    return NotFound(f"{wanted}: {known_rounds_note(t)}; {say('use {instead}', instead=instead)}")
