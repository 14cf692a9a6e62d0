"""Answers of the API: the same as on pages, as json."""

from dataclasses import asdict

from byestand.catalog.identify import identify
from byestand.formats.formats import blocks, load_partial
from byestand.formats.json import dumps
from byestand.job import job
from byestand.model.boards import USUAL_BOARDS_PER_ROUND
from byestand.model.session import Section
from byestand.plan import plan, plan_data, what_if, what_if_data
from byestand.repairs.repair_plan import repair_data
from byestand.server.jobs.job_results import JSON, JobFile, json_file
from byestand.server.nights.mishap_query import query_repair_options
from byestand.server.page_tools.from_query import ONLY_SECTION, movement_in_query, room, section_in_play, weights
from byestand.server.pages.movement.library import matching_entries
from byestand.server.web.query import Pairs, Query
from byestand.session.resolve import resolve_movement, resolve_one
from byestand.verify import judge
from byestand.verify.measures import measure, measures_data, require_cases
from byestand.words.titles import title_of


@job("quick")
def plans(pairs: Pairs) -> JobFile:
    """Return a plan."""
    asked = Query(pairs)
    return json_file(plan_data(plan(room(asked), weights(asked))))


@job("quick")
def changes(pairs: Pairs) -> JobFile:
    """Return the options for late changes."""
    asked = Query(pairs)
    now = section_in_play(asked).movement
    there = room(asked, now=resolve_movement(now).movement)
    ways = what_if(now.name, there, weights(asked), missing=now.missing)
    return json_file(what_if_data(now.name, there, ways))


@job("slow")
def movements(pairs: Pairs) -> JobFile:
    """Return the movements in the catalogue."""
    return json_file({"movements": [asdict(entry) for entry in matching_entries(Query(pairs))]})


@job("quick")
def movement(name: str, pairs: Pairs) -> JobFile:
    """Return a complete movement."""
    return JobFile(dumps(_section(name, Query(pairs)).movement).encode(), JSON)


@job("quick")
def measures(name: str, pairs: Pairs) -> JobFile:
    """Return the fairness figures of a movement."""
    section = _section(name, Query(pairs))
    per_round = section.boards.per_round if section.boards else USUAL_BOARDS_PER_ROUND
    return json_file(measures_data(measure(section.judged), per_round, cases=section.cases))


def _section(name: str, asked: Query) -> Section:
    return resolve_one(movement_in_query(name, asked), ONLY_SECTION)


@job("slow")
def repairs(name: str, pairs: Pairs) -> JobFile:
    """Return the repair options after a problem in a movement."""
    asked = Query(pairs)
    # Here `boards` are the boards that a table played; elsewhere it is the number of boards per round.
    others = tuple(pair for pair in pairs if pair[0] != "boards")
    section = _section(name, Query((*others, ("boards", asked.text("per_round", "0")))))
    ways = query_repair_options(section, asked)
    return json_file(repair_data(ways))


@job("check")
def verdicts(name: str, data: bytes, pairs: Pairs) -> JobFile:
    """Return the findings about every movement of a file, and its match in the catalogue."""
    cases = Query(pairs).number("cases")
    require_cases(cases)
    reports = []
    documents, unread = load_partial(blocks(data, source=name))
    for document in documents:
        judged = document.section.judged
        if cases is not None:
            judged = judge(document.movement, copies=cases, forgiven=document.forgiven)
        likeness = identify(document.movement, forgiven=document.forgiven)
        reports.append(
            {
                "title": title_of(document.movement),
                "section": document.section.letter,
                "sound": judged.is_sound,
                "findings": [asdict(finding) for finding in judged.findings],
                "notes": list(document.notes),
                "name": likeness.name,
                "how": likeness.difference,
            }
        )
    if unread and not reports:
        raise unread[0]
    sound = not unread and all(report["sound"] for report in reports)
    return json_file({"sound": sound, "movements": reports, "not_judged": [str(error) for error in unread]})
