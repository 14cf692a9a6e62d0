"""A movement: the room round by round, the chart, what to do and say, how good it is, and what to take away."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from markupsafe import Markup

from byestand.catalog import Name, find, is_for_players, parse
from byestand.errors import BadRequest, ByestandError
from byestand.model.claims import Route
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.night.setting import Setting
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.pages.tonight import tables_in_words
from byestand.server.pictures.figures import bars, grid, heat_map
from byestand.server.pictures.room import room_picture
from byestand.server.questions import section_of, setting_asked, switching
from byestand.server.rendering import rendered
from byestand.sheets.boards.dealing import dealing_words, sharing_words
from byestand.verify import judge
from byestand.verify.measures import Measures, copies, measure
from byestand.words.boards import board_range
from byestand.words.instructions import count_first, instructions
from byestand.words.numbers import between
from byestand.words.phrases import Instructions
from byestand.words.titles import called_by_people

ROVERS = {"": "without a rover", "ER": "with an EW rover", "NR": "with an NS rover", "TR": "with a two-way rover"}
AFTER_EVERY_ROUND = "after every round"
MOST_FOUND = 4
"""People who are shown at once, where a name is that of several."""
ROVERS_TRIED = ("ER", "NR")
"""Those that are looked for; whether a two-way rover is needed takes a search that may be long."""


@job("quick")
def content(name: str, pairs: Pairs) -> Page:
    """Return the page of a movement of the catalogue."""
    asked = Asked(pairs)
    return page(setting_asked(name, asked), asked)


def page(setting: Setting, asked: Asked, people: Mapping[str, str] | None = None, night: str = "") -> Page:
    """Return the page of a movement as it is set up; in a night with the names of *people*, by their labels."""
    people = people or {}
    section = section_of(setting)
    movement = section.movement
    if not setting.brought:
        setting = replace(setting, name=movement.name or setting.name)
    judged = judge(movement, copies=setting.cases, forgiven=section.judged.evidence.forgiven)
    measures, boards = measure(judged), section.boards
    picture = room_picture(movement, boards)
    round = _round(asked, movement)
    found = sought(asked.text("pair"), movement, people)
    said, told = _words(section)
    return rendered(
        "movement.html",
        setting.words,
        asked=asked,
        setting=setting,
        movement=movement,
        called=called_by_people(movement),
        tables=tables_in_words([movement]),
        one="pair" if len(movement.seat_names) == 2 else "player",
        people=people,
        night=night,
        round=round,
        found=found,
        whereabouts=_whereabouts(movement, found, round, people),
        picture=picture,
        moves={"wide": _for_script(picture.wide.data()), "tall": _for_script(picture.tall.data())},
        names=_for_script(dict(people)),
        grid=grid(movement, boards),
        said=said,
        instructions=told,
        findings=judged.findings,
        sound=judged.is_sound,
        measures=measures,
        figures=tuple(_figures(measures, setting)),
        heat=heat_map(measures),
        plays=bars({board_range(g, boards): n for g, n in enumerate(measures.plays_per_group, start=1)}),
        sitting=_sitting(movement),
        dealing=dealing_words(section),
        sharing=sharing_words(section) if setting.cases else (),
        switching=switching(setting) if setting.one_winner and not movement.is_individual else None,
        variants=tuple(_variants(setting, movement)),
    )


def _words(section: Section) -> tuple[tuple[str, ...], tuple[Instructions, ...]]:
    """Return what is said after every round, people before boards, and everything else there is to do and say."""
    parts = instructions(section)
    after_each = [part for part in parts if part.heading.endswith(AFTER_EVERY_ROUND)]
    said = tuple(line for part in reversed(after_each) for line in part.lines)
    before = Instructions("Before you board", (count_first((section.movement,)),))
    return said, (before, *(part for part in parts if part not in after_each))


def _for_script(data: object) -> Markup:
    """Return data for a script on the page; nothing in it can end the element it stands in."""
    return Markup(json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"))  # noqa: S704 - our own figures, without <


def _round(asked: Asked, movement: Movement) -> int:
    round = asked.number("round") or 1
    if round > movement.rounds:
        raise BadRequest(f"there are {movement.rounds} rounds, no round {round}")
    return round


def sought(text: str, movement: Movement, people: Mapping[str, str]) -> tuple[str, ...]:
    """Return who is meant by a label, a number without its letter, or a part of a name.

    >>> from byestand.catalog import find
    >>> sought("e3", find("W0605"), {}), sought("3", find("W0605"), {}), sought("ann", find("W0605"), {"N2": "Anna"})
    (('E3',), ('N3', 'E3'), ('N2',))
    """
    labels = [movement.field.label(contestant) for contestant in movement.field.present]
    wanted = text.strip().casefold()
    if not wanted or wanted.upper() in labels:
        return (wanted.upper(),) if wanted else ()
    by_number = tuple(label for label in labels if label.lstrip("NEW") == wanted)
    by_name = tuple(label for label in labels if wanted in people.get(label, "").casefold())
    # Who is neither is refused with what there is.
    return by_number or by_name[:MOST_FOUND] or (movement.field.label(movement.field.contestant(text)),)


def _whereabouts(movement: Movement, found: Sequence[str], round: int, people: Mapping[str, str]) -> str:
    """Return where those are in a round who were sought; the script on the page says the same."""
    where = "; ".join(_place(movement, label, round, people) for label in found)
    return f"Round {round}: {where}." if where else ""


def _place(movement: Movement, label: str, round: int, people: Mapping[str, str]) -> str:
    who = f"{label} {people[label]}" if label in people else label
    visit = next((visit for visit in movement.itinerary(label) if visit.round == round), None)
    if visit is None:
        return f"{who} sits out and has no table"
    seat = f", {visit.seat}, against" if len(movement.seat_names) == 2 else ", with"
    others = f"{seat} {', '.join(visit.others)}" if visit.plays else ", sitting out"
    return f"{who} at table {visit.table}{others}"


def _figures(measures: Measures, setting: Setting) -> Iterator[tuple[str, str, str]]:
    """Yield the word that explains a figure, the figure, and what it is of."""
    each = setting.boards or 1
    what = "boards" if setting.boards else "groups"
    need = copies(measures.judged, cases=setting.cases)
    yield "group", f"{measures.groups_in_play * each}", f"{what} in play"
    yield "", between(tuple(played * each for played in measures.groups_played)), f"{what} played by each"
    yield "apples", f"{100 * measures.apples_and_oranges:.1f} %", "of comparisons are on different boards"
    yield from _balance(measures)
    yield "", between(measures.opponents_met), "opponents met by each"
    yield "sitout", f"{max(measures.sit_outs) * each}", f"{what} sat out at most"
    yield "stationary", f"{len(measures.stationary)}", "keep their seats all night"
    yield "", f"{max(measures.tables_walked)}", "tables walked at most"
    yield "case", f"{need.cases or max(need.fewest)}", "sets of boards"
    yield "", f"{need.total * each}", f"{what} to deal at least"


def _balance(measures: Measures) -> Iterator[tuple[str, str, str]]:
    figure = " / ".join(f"{figure:.1f}" for figure in measures.line_balance)
    one_field = len(measures.line_balance) == 1 and not measures.movement.is_individual
    if one_field and measures.balance_proved:
        yield "balance", figure, "balance of the field, proved best"
        return
    yield "balance", figure, "balance of the field"
    if one_field:
        yield "", f"{measures.balance_bound:.1f}", "balance possible at most"


def _sitting(movement: Movement) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return who sits out, and when."""
    found = ((movement.field.label(c), movement.sit_outs(movement.field.label(c))) for c in movement.field.present)
    return tuple((label, rounds) for label, rounds in found if rounds)


def _variants(setting: Setting, movement: Movement) -> Iterator[tuple[str, str, bool]]:
    """Yield what else can be made of it: in words, where it is, and whether it is what is shown."""
    if setting.brought:
        return
    if is_for_players(setting.name):
        yield from _rankings_of_players(setting, movement)
        return
    setting = replace(setting, address="")  # another movement is not that of the night
    name = parse(setting.name)
    if setting.one_winner or len(movement.field.lines) == 2:
        yield "two winners", replace(setting, one_winner=False, switch=None).link(), not setting.one_winner
        if not name.rover_kind:
            yield "one winner, arrow switched", replace(setting, one_winner=True).link(), setting.one_winner
    yield from _other_directions(setting, name)
    yield from _rovers_over(setting, name)
    yield from _half_tables(setting, movement, name)


def _rankings_of_players(setting: Setting, movement: Movement) -> Iterator[tuple[str, str, bool]]:
    """Yield the two ways to rank a Rainbow: a winner for each line, or one of all."""
    setting = replace(setting, address="")
    if setting.one_winner or movement.field.winners > 1:
        yield "a winner for each line", replace(setting, one_winner=False).link(), not setting.one_winner
        yield "one winner of all players", replace(setting, one_winner=True).link(), setting.one_winner


def _other_directions(setting: Setting, name: Name) -> Iterator[tuple[str, str, bool]]:
    """Yield the Howells of the same size, in which pairs sit other ways."""
    if not name.family.is_one_field:
        return
    alike = [other for other in name.family.members(name.tables) if other.deal_groups == name.deal_groups]
    for other in alike if len(alike) > 1 else ():
        told = str(replace(other, rounds=name.rounds))
        yield told, replace(setting, name=told, missing=()).link(), other.variant == name.variant


def _rovers_over(setting: Setting, name: Name) -> Iterator[tuple[str, str, bool]]:
    if not name.family.rovers:
        return
    whole = replace(setting, missing=(), one_winner=False, switch=None)
    for rover in ("", *ROVERS_TRIED, *((name.rover_kind,) if name.rover_kind == "TR" else ())):
        other = str(name.with_rover(rover))
        if rover in ("", name.rover_kind) or (name.family.lists_rovers and not _why_no_rover(other)):
            yield ROVERS[rover], replace(whole, name=other).link(), rover == name.rover_kind
    if not name.family.lists_rovers and not name.rover_kind:
        # Over other movements than Webs a search may take long: it is made when somebody wants to see it.
        yield "look for a rover", replace(whole, name=setting.name).link("/rovers"), False


def _half_tables(setting: Setting, movement: Movement, name: Name) -> Iterator[tuple[str, str, bool]]:
    half = setting
    if len(movement.field.lines) == 2:
        ns, ew = movement.field.lines
        last: tuple[str, ...] = (f"N{ns}", f"E{ew}")
    elif name.family.is_one_field:
        half_name = name.family.for_half_table(name)
        half, last = replace(setting, name=str(half_name)), (half_name.phantom,)
    else:
        return
    roams = {movement.field.label(route.contestant) for route in movement.claimed(Route)}
    for label in last:
        is_shown = (half.name, setting.missing) == (setting.name, (label,))
        if label not in roams:  # without its rover it would be another movement
            yield f"half table: {label} missing", replace(half, missing=(label,)).link(), is_shown
    yield "all seats taken", replace(setting, missing=()).link(), not setting.missing


@job("slow")
def rovers(name: str, pairs: Pairs) -> Page:
    """Return the page of rovers over a movement: each that there is, or why there is none."""
    setting = replace(setting_asked(name, Asked(pairs)), missing=(), one_winner=False, switch=None)
    parsed = parse(setting.name)
    ways = []
    for rover in ROVERS_TRIED:
        other = replace(setting, name=str(parsed.with_rover(rover)))
        ways.append((ROVERS[rover], other, _why_no_rover(other.name)))
    return rendered("rovers.html", f"Rovers over {setting.name}", setting=setting, ways=ways)


def _why_no_rover(name: str) -> str:
    """Return why there is no movement of that name, with its rover; nothing where there is one."""
    try:
        find(name)
    except ByestandError as no:
        return str(no)
    return ""
