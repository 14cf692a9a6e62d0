"""The second session: who sits where, so that as few as possible meet again; with the names of pairs, to print."""

from collections import defaultdict
from typing import Any

from byestand.catalog.sections import session_of
from byestand.errors import BadRequest, ByestandError
from byestand.formats.names import names_in
from byestand.plan.second_sessions.named import later_sections, named_wishes, numbered_on
from byestand.plan.second_sessions.planner import SecondSession, plan_sessions
from byestand.plan.second_sessions.words import WORDS, label, proof, session_data, titles
from byestand.search.second_sessions.goals import GOALS
from byestand.server.asking import Asked, Pairs
from byestand.server.rendering import rendered
from byestand.server.work.answers import Answer, json_answer, refusal
from byestand.sheets.ink import printed
from byestand.sheets.seating import announcement, moves, scorer_csv
from byestand.sheets.seating_pages import seating_booklet

USUAL_SECONDS, MOST_SECONDS = 4, 20
FEW_GROUPS = 12
"""As many groups can be called out; more go on the wall."""


def content(pairs: Pairs, names: str) -> Answer:
    """Return the page: a form, and the seating where a movement is named."""
    asked = Asked(pairs)
    context: dict[str, Any] = {"asked": asked, "names": names, "goals": [(goal, WORDS[goal]) for goal in GOALS]}
    title = "Second session"
    if not asked.texts("movement") or asked.flag("offered"):
        return rendered("second.html", title, answer=None, refused="", **context)
    try:
        return rendered("second.html", title, answer=_answer(asked, names), refused="", **context)
    except ByestandError as no:
        said = refusal(no)
        return rendered("second.html", title, status=said.status, answer=None, refused=said.sentence, **context)


def seating(pairs: Pairs, names: str) -> Answer:
    """Return the seating as csv, for the scorer."""
    plan, people = _planned(Asked(pairs), names)
    rows = moves(plan.sessions[0], plan.sessions[1], plan.chosen.seatings[0], people)
    return Answer(scorer_csv(rows).encode(), "text/csv; charset=utf-8", filename="session-2.csv")


def paper(pairs: Pairs, names: str) -> Answer:
    """Return the sheets for the wall, the tables and the pairs as one document."""
    plan, people = _planned(Asked(pairs), names)
    later = zip(plan.sessions[1:], plan.chosen.seatings, strict=True)
    sessions = [moves(plan.sessions[0], room, seats, people) for room, seats in later]
    pages = printed(seating_booklet(titles(plan), sessions))
    return Answer(pages.files[0], "application/pdf", filename="session-2.pdf")


def data(pairs: Pairs) -> Answer:
    """Return everything for programs."""
    plan, people = _planned(Asked(pairs), "")
    return json_answer(session_data(plan, people))


def _planned(asked: Asked, names: str) -> tuple[SecondSession, dict[str, str]]:
    named = asked.texts("movement")
    if not named:
        raise BadRequest("say which movement is played, like W1813, or A=M1313 B=W1813")
    seconds = asked.number("seconds") or USUAL_SECONDS
    if not 1 <= seconds <= MOST_SECONDS:
        raise BadRequest(f"search for 1 to {MOST_SECONDS} seconds here, not {seconds}")
    sessions = 3 if asked.choice("sessions", ("2", "3")) == "3" else 2
    later, missing = asked.texts("then"), asked.texts("missing")
    first = session_of(named, missing=missing)
    second = session_of(later_sections(named, later), missing=missing) if later else first
    wishes = named_wishes(first, **{key: ",".join(asked.texts(key)) for key in ("stay", "change", "apart")})
    people = names_in(names, [first.label(seat) for seat in first.present])
    goal = asked.choice("goal", tuple(GOALS))
    return plan_sessions(numbered_on(first, second, sessions), [goal], wishes=wishes, seconds=seconds), people


def _answer(asked: Asked, names: str) -> dict[str, object]:
    plan, people = _planned(asked, names)
    first, chosen = plan.sessions[0], plan.chosen
    again: defaultdict[str, list[str]] = defaultdict(list)
    for a, b in chosen.account.again:
        again[first.label(a)].append(first.label(b))
        again[first.label(b)].append(first.label(a))
    rules = [rule for rule in plan.rules if rule.seatings != chosen.seatings]
    return {
        "titles": titles(plan),
        "chosen": chosen,
        "options": [
            (label(option), option, "" if option in rules else proof(option), option is chosen)
            for option in (chosen, *plan.others, *rules)
        ],
        "sessions": [
            (
                number,
                announcement(first, plan.sessions[number - 1], seats) if chosen.groups <= FEW_GROUPS else (),
                moves(first, plan.sessions[number - 1], seats, people),
            )
            for number, seats in enumerate(chosen.seatings, start=2)
        ],
        "again": dict(again),
        "people": people,
        "lettered": len(first.movements) > 1,
    }
