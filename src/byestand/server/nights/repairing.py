"""A section that went wrong: the ways to go on, one of them chosen, and undone again.

The ways that a search has found are cached: whoever chooses one gets the one that was shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from byestand.errors import BadRequest, NotFound
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.night.night import MOST_NOTES, MOST_WORDS, Night, dumps, loads
from byestand.night.setting import Repaired, Setting
from byestand.plan.repairs.options import Option
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.mishaps import after_asked, ways_asked
from byestand.server.nights.sections import section_kept
from byestand.server.questions import judged, section_of
from byestand.texts import MOST_NAME, is_one_line
from byestand.words.repairs import option_title, proof_words, repaired_words

LATE = "that way to go on is no longer at hand: look at the ways again, and choose one of them"


@dataclass(frozen=True, slots=True)
class FoundWay:
    """A way to go on that the search has found."""

    key: str
    title: str
    best: str
    """What is proved of it; empty unless nothing costs players less."""
    costs: tuple[int, ...]
    rounds: tuple[int, ...]
    """In which something changes."""
    told_in: tuple[int, ...]
    """In which somebody has to be told something."""
    said: tuple[str, ...]
    night: str
    """The movement, as json."""
    is_plan: bool


@job("slow")
def found(contents: str, letter: str, pairs: Pairs) -> tuple[FoundWay, ...]:
    """Return every way to go on in a section, the best first."""
    section = section_of(section_kept(loads(contents), letter))
    ways = ways_asked(section, Asked(pairs))
    least = min(option.cost_to_players for option in ways.options)
    both = zip(ways.options, ways.said, strict=True)
    return tuple(_found_way(section, option, said, least) for option, said in both)


def _found_way(section: Section, option: Option, said: tuple[str, ...], least: tuple[int, ...]) -> FoundWay:
    how, figures = option.continuation, option.figures
    is_best = how.proved or option.cost_to_players == least
    night = FORMATS["json"].dumps((Document(replace(section, judged=option.judged, people={}, letter="")),)).decode()
    return FoundWay(
        key=sha256(night.encode()).hexdigest()[:16],
        title=option_title(how.kind, figures.told),
        best=proof_words(how.scope, proved=how.proved) if is_best else "",
        costs=(figures.lost_in_all, *figures.costs[1:]),
        rounds=tuple(sorted({change.round for change in figures.changes})),
        told_in=tuple(sorted({change.round for change in figures.changes if change.now})),
        said=said,
        night=night,
        is_plan=how.kind == "plan",
    )


def newcomers(before: Movement, after: Movement) -> tuple[str, ...]:
    """Return the labels of those who play *after* a repair and did not play *before* it."""
    known = set(labels_after(before, after).values())
    labels = map(after.field.label, after.field.present)
    return tuple(label for label in labels if label not in known)


def labels_after(before: Movement, after: Movement) -> dict[str, str]:
    """Return by the label of everyone who plays *before* a repair their label *after* it.

    If two lines become one field, EW pairs are numbered on after NS.
    """
    old, new = before.field, after.field

    def number(one: int) -> int:
        line = old.line(one)
        return one if len(old.lines) != len(new.lines) else one - old.before(line) + new.before(line)

    return {old.label(one): new.label(number(one)) for one in old.present}


@job("quick")
def chosen(contents: str, letter: str, ways: tuple[FoundWay, ...], key: str, pairs: Pairs, names: Pairs = ()) -> Night:
    """Return the night in which a section goes on as one of the *ways* has it, with the *names* of those who came."""
    night = loads(contents)
    setting = section_kept(night, letter)
    way = next((way for way in ways if way.key == key), None)
    if way is None:
        raise NotFound(LATE)
    words = repaired_words(after_asked(Asked(pairs)), way.title)[:MOST_WORDS]
    repaired = Setting(
        setting.name,
        boards=setting.boards,
        first=setting.first,
        cases=setting.cases,
        letter=setting.letter,
        brought=way.night,
        repaired=Repaired(words, setting),
    )
    after = _with_section(night, repaired)
    movements = judged(setting).movement, judged(repaired).movement
    known = _relabelled(night, letter, labels_after(*movements))
    # Written and read once: the log compares movements in the words in which they are stored.
    return loads(dumps(replace(after, pairs=known | _names(after, letter, newcomers(*movements), names))))


def _relabelled(night: Night, letter: str, labels: Mapping[str, str]) -> dict[str, str]:
    """Return all names of the night by label, with other *labels* in one section."""
    prefix = section_prefix(night, letter)
    lettered = {f"{prefix}{old}": f"{prefix}{new}" for old, new in labels.items()}
    return {lettered.get(label, label): name for label, name in night.pairs.items()}


def _names(night: Night, letter: str, came: Sequence[str], names: Pairs) -> dict[str, str]:
    """Return the names that were typed for those who came, by their labels in this night."""
    typed = dict(names)
    found = {f"{section_prefix(night, letter)}{label}": typed.get(label, "").strip() for label in came}
    for name in found.values():
        if len(name) > MOST_NAME or not is_one_line(name):
            raise BadRequest(f"names are one line of at most {MOST_NAME} characters: {name[:40]!r}")
    return {label: name for label, name in found.items() if name}


def section_prefix(night: Night, letter: str) -> str:
    """Return what stands before the labels of a section: its letter where there are several sections."""
    return letter if len(night.sections) > 1 else ""


@job("quick")
def undone(contents: str, letter: str) -> Night:
    """Return the night as it was before the last repair of a section; who came with it is noted, if named."""
    night = loads(contents)
    setting = section_kept(night, letter)
    if setting.repaired is None:
        raise BadRequest(f"nothing has been repaired in this section: {letter[:40]!r}")
    earlier = replace(setting.repaired.before, letter=setting.letter, first=setting.first)
    before = _with_section(night, earlier)
    labels = _labels(before)
    now = {new: old for old, new in labels_after(judged(earlier).movement, judged(setting).movement).items()}
    named = _relabelled(night, letter, now)
    left = [f"{label} {name}" for label, name in named.items() if label not in labels]
    notes = "\n".join(filter(None, [night.notes, *(f"without a seat now: {who}" for who in left)]))
    if len(notes) > MOST_NOTES:
        raise BadRequest(f"there is no room in the notes for those without a seat: {'; '.join(left)[:200]!r}")
    pairs = {label: name for label, name in named.items() if label in labels}
    return replace(before, pairs=pairs, notes=notes)


def _with_section(night: Night, setting: Setting) -> Night:
    sections = (setting if one.letter == setting.letter else one for one in night.sections)
    return replace(night, sections=tuple(sections))


def _labels(night: Night) -> set[str]:
    lettered = len(night.sections) > 1
    return {
        f"{setting.letter if lettered else ''}{field.label(contestant)}"
        for setting in night.sections
        for field in [judged(setting).movement.field]
        for contestant in field.present
    }
