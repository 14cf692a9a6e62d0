"""``byestand verify``: the judge, for names of the catalogue and for files, folders and patterns of files."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import click

from byestand.cli.sources import Source, sources
from byestand.cli.words import WHOLE_NUMBER, json_text
from byestand.errors import ByestandError
from byestand.formats.document import Document
from byestand.model.judged import Finding, errors_in
from byestand.texts import printable
from byestand.verify import judge
from byestand.verify.measures import require_cases
from byestand.words.titles import title_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one movement."""

    source: str
    place: str
    """Where it stands in a file with several: its line or section, and its title."""
    title: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing worse than a warning was found."""
        return not errors_in(self.findings)


@click.command("verify")
@click.argument("named", nargs=-1, required=True, metavar="NAME|FILE|FOLDER...")
@click.option("--format", "to", type=click.Choice(["text", "json"]), default="text")
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Cases of boards at hand: report clashes.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--quiet", is_flag=True, help="Leave out movements without findings.")
def command(named: tuple[str, ...], to: str, cases: int | None, missing: tuple[str, ...], quiet: bool) -> int:
    """Judge movements, by name or in files: exit code 0 sound, 1 broken, 5 unreadable."""
    require_cases(cases)
    verdicts: list[Verdict] = []
    refused, codes = [], [0]
    for source in sources(named):
        blocks: Sequence[Document | ByestandError]
        try:
            blocks = source.blocks(missing)
        except ByestandError as refusal:
            blocks = (refusal,)
        verdicts += _verdicts(source, blocks, cases)
        for error in [block for block in blocks if isinstance(block, ByestandError)]:
            refused.append({"source": source.text, "reason": str(error)})
            codes.append(error.exit_code)
    codes += [0 if verdict.sound else 1 for verdict in verdicts]
    if to == "json":
        click.echo(_as_json(verdicts, refused))
    else:
        for verdict in verdicts:
            if not quiet or verdict.findings or verdict.notes:
                click.echo(_as_text(verdict))
        if len(verdicts) + len(refused) > 1:
            click.echo(_summary(verdicts, len(refused)))
    for failure in refused:
        click.echo(f"byestand: {printable(failure['reason'])}", err=True)
    return max(codes)


def _verdicts(source: Source, blocks: Sequence[Document | ByestandError], cases: int | None) -> list[Verdict]:
    documents = [block for block in blocks if isinstance(block, Document)]
    return [
        Verdict(
            source.text,
            _place(document) if len(blocks) > 1 else "",
            title_of(document.movement),
            _findings(document, cases),
            document.notes,
        )
        for document in documents
    ]


def _findings(document: Document, cases: int | None) -> tuple[Finding, ...]:
    if cases is None:
        return document.section.judged.findings
    return judge(document.movement, copies=cases, forgiven=document.forgiven).findings


def _place(document: Document) -> str:
    letter, line = document.section.letter, document.line
    where = f"section {letter}, " if letter else f"line {line}, " if line else ""
    return f"{where}{title_of(document.movement)}"


def _as_text(verdict: Verdict) -> str:
    warnings = sum(finding.severity == "warning" for finding in verdict.findings)
    errors = len(verdict.findings) - warnings
    counts = [
        f"{number} {word}{'s' if number > 1 else ''}"
        for number, word in ((errors, "error"), (warnings, "warning"))
        if number
    ]
    head = ", ".join(["sound" if verdict.sound else "broken", *counts])
    name = f"{verdict.source}, {verdict.place}" if verdict.place else verdict.source
    lines = [f"  {finding.severity}: {finding.sentence} [{finding.rule}]" for finding in verdict.findings]
    lines += [f"  note: {note}" for note in verdict.notes]
    return "\n".join([f"{printable(name)}: {head}", *map(printable, lines)])


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
                "place": verdict.place,
                "title": verdict.title,
                "sound": verdict.sound,
                "findings": [asdict(finding) for finding in verdict.findings],
                "notes": list(verdict.notes),
            }
            for verdict in verdicts
        ],
        "not_judged": refused,
    }
    return json_text(report)
