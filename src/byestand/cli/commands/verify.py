"""``byestand verify``: the judge, for names of the catalogue and for files."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from byestand.catalog import find
from byestand.cli.words import WHOLE_NUMBER, printable
from byestand.errors import BadRequest, ByestandError
from byestand.formats import load
from byestand.model import Movement
from byestand.verify import Finding, is_sound, judge


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one argument."""

    source: str
    title: str
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing worse than a warning was found."""
        return is_sound(self.findings)


@click.command("verify")
@click.argument("sources", nargs=-1, required=True, metavar="NAME|FILE...")
@click.option("--format", "to", type=click.Choice(["text", "json"]), default="text")
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Cases of boards at hand: report clashes.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
def command(sources: tuple[str, ...], to: str, cases: int | None, missing: tuple[str, ...]) -> int:
    """Judge movements, by name or in files: exit code 0 sound, 1 broken, 5 unreadable."""
    if cases is not None and not 1 <= cases <= 99:
        raise BadRequest(f"there are 1 to 99 cases of boards, not {cases}")
    verdicts, refused, codes = [], [], [0]
    for source in sources:
        try:
            movement = _movement(source, missing)
        except ByestandError as error:
            refused.append({"source": source, "reason": str(error)})
            codes.append(error.exit_code)
        else:
            verdicts.append(Verdict(source, movement.title, judge(movement, copies=cases)))
            codes.append(0 if verdicts[-1].sound else 1)
    if to == "json":
        click.echo(_as_json(verdicts, refused))
    else:
        for verdict in verdicts:
            click.echo(_as_text(verdict))
        if len(sources) > 1:
            click.echo(_summary(verdicts, len(refused)))
    for failure in refused:
        click.echo(f"byestand: {printable(failure['reason'])}", err=True)
    return max(codes)


def _movement(source: str, missing: tuple[str, ...]) -> Movement:
    """Return the movement of a file, or of the catalogue if the argument can be no file."""
    if not (any(mark in source for mark in "./\\") or _is_file(source)):
        return find(source, missing=missing)
    if missing:
        raise BadRequest("a file says itself who is missing: --missing goes with names only")
    return load(source)


def _is_file(source: str) -> bool:
    try:
        return Path(source).is_file()
    except (OSError, ValueError):  # no file can have such a name
        return False


def _as_text(verdict: Verdict) -> str:
    warnings = sum(finding.severity == "warning" for finding in verdict.findings)
    errors = len(verdict.findings) - warnings
    counts = [
        f"{number} {word}{'s' if number > 1 else ''}"
        for number, word in ((errors, "error"), (warnings, "warning"))
        if number
    ]
    head = ", ".join(["sound" if verdict.sound else "broken", *counts])
    lines = [f"  {finding.severity}: {finding.sentence} [{finding.rule}]" for finding in verdict.findings]
    return "\n".join([f"{printable(verdict.source)}: {head}", *lines])


def _summary(verdicts: list[Verdict], refused: int) -> str:
    sound = sum(verdict.sound for verdict in verdicts)
    parts = [f"{sound} sound", f"{len(verdicts) - sound} broken", f"{refused} not judged"]
    return f"{len(verdicts) + refused} in all: {', '.join(parts)}"


def _as_json(verdicts: list[Verdict], refused: list[dict[str, str]]) -> str:
    report = {
        "sound": not refused and all(verdict.sound for verdict in verdicts),
        "movements": [
            {
                "source": verdict.source,
                "title": verdict.title,
                "sound": verdict.sound,
                "findings": [asdict(finding) for finding in verdict.findings],
            }
            for verdict in verdicts
        ],
        "not_judged": refused,
    }
    return json.dumps(report, indent=1, ensure_ascii=False)
