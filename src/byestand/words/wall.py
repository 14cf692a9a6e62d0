"""What stands under the chart on the wall: how it is read, and what its marks mean."""

from collections.abc import Iterator

import numpy as np

from byestand.model.claims import Route, Step, Turn
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned
from byestand.model.session import Section
from byestand.words.boards import lie_unplayed, sharing
from byestand.words.chart import Chart, ns_stay_at_their_number, ruled
from byestand.words.claims import told
from byestand.words.numbers import numbered_runs
from byestand.words.people import PLAYERS, called, named
from byestand.words.phrases import say
from byestand.words.roving import parties
from byestand.words.steps import skips


def wall_notes(section: Section, chart: Chart) -> tuple[str, ...]:
    """Return the sentences under a chart that hangs on the wall."""
    movement = section.movement
    rest = [claim for claim in movement.claims if not isinstance(claim, Route | Step | Turn)]
    return (
        *ruled(movement),
        *_how_it_is_read(movement),
        *_switched(movement),
        *_skipped(movement),
        *_roving(section),
        *_stands(movement, chart),
        *(note for part in told(movement, rest) for note in part.notes()),
        *_sitting_out(movement, chart),
    )


def _how_it_is_read(movement: Movement) -> Iterator[str]:
    people = called(movement)
    if ns_stay_at_their_number(movement):
        yield say("{who} {many} stay at the table of their number.", who=movement.seat_names[0], many=people.many)
        if people is not PLAYERS:
            yield say("Find your EW number: that is your table.")
    elif people is not PLAYERS:
        yield say("The first number plays NS, the second EW.")
    if people is PLAYERS:
        yield say("Find your number: that is your table, and your seat for the first board.")


def _switched(movement: Movement) -> Iterator[str]:
    turned = arrow_turned(movement)
    whole, single = turned.all(axis=1), turned.any(axis=1) & ~turned.all(axis=1)
    if whole.any():
        home, away = _at_home(movement)
        if home and away:
            phrase = "In the rounds marked SWITCH {home} play EW, {away} play NS."
            yield say(phrase, home=numbered_runs("pair", home), away=numbered_runs("pair", away))
        else:
            yield say("In the rounds marked SWITCH the arrow is switched at all tables.")
    if single.any():
        yield say("In a frame: the arrow is switched, at this table in this round.")


def _at_home(movement: Movement) -> tuple[list[int], list[int]]:
    """Return who plays NS and who EW where nothing is switched; nobody where some do both."""
    usual = np.where(arrow_turned(movement)[:, :, np.newaxis], movement.seats[:, :, ::-1], movement.seats)
    home, away = (set(usual[:, :, side].ravel().tolist()) - {0} for side in (0, 1))
    return ([], []) if home & away else (sorted(home), sorted(away))


def _skipped(movement: Movement) -> Iterator[str]:
    for round in skips(movement):
        yield say("After round {round} there is a skip: up two tables, this once.", round=round)


def _roving(section: Section) -> Iterator[str]:
    movement = section.movement
    for party in parties(movement):
        phrase = (
            "White on black is the rover, {rover}; the pair whose seat it takes sits out."
            if party.half
            else "White on black is the rover, {rover}; the pair whose seat it takes plays at table {table}."
        )
        yield say(phrase, rover=named([party.pair], movement, section.letter), table=party.table)
    if spares := [route.contestant for route in movement.claimed(Route) if not route.party_table]:
        phrase = "White on black, {who}: has this seat for the round; whose it is sits out."
        yield say(phrase, who=named(spares, movement, section.letter))


def _stands(movement: Movement, chart: Chart) -> Iterator[str]:
    if any(row.is_stand for row in chart.rows):
        yield say("Stand: the first board of what waits there, the front ones first.")
    for table, partner in sharing(movement.layout) if movement.layout else ():
        yield say("Tables {table} and {partner} share their boards in every round.", table=table, partner=partner)


def _sitting_out(movement: Movement, chart: Chart) -> Iterator[str]:
    if any(not row.table and not row.is_stand for row in chart.rows):
        yield say("out: sits out.")
    if lie_unplayed(movement):
        yield say("Boards in brackets lie there unplayed: whoever is at that table sits out.")
