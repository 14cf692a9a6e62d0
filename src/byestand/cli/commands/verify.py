"""``byestand verify``: check movements of the catalogue, and of files, folders and patterns of files."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import click

from byestand.cli.movement_sources import Source, sources
from byestand.cli.param_types import MISSING, WHOLE_NUMBER, json_text
from byestand.cli.usage import FORMAT_HELP, Command, OneOf
from byestand.errors import ByestandError
from byestand.formats.document import Document
from byestand.language import say, say_many
from byestand.model.judged import Finding, errors_in
from byestand.sanitize import printable
from byestand.verify import judge
from byestand.verify.measures import require_cases
from byestand.words.titles import title_of


@dataclass(frozen=True, slots=True)
class VerifyLine:
    """The result of the check of one movement."""

    source: str
    place: str
    """Its place in a file with several movements: section or line, and title."""
    title: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether there are no errors."""
        return not errors_in(self.findings)


@click.command("verify", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="NAME|FILE|FOLDER...")
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text", help=FORMAT_HELP)
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Sets of boards available; reports shortages.")
@click.option("--missing", multiple=True, metavar="PAIR", help=MISSING)
@click.option("--quiet", is_flag=True, help="Show only movements with findings.")
def command(named: tuple[str, ...], to: str, cases: int | None, missing: tuple[str, ...], quiet: bool) -> int:
    """Check movements by name or in files. Exit code 0: no errors, 1: errors found, 5: file not readable."""
    require_cases(cases)
    verdicts: list[VerifyLine] = []
    refused, codes = [], [0]
    for source in sources(named):
        blocks: Sequence[Document | ByestandError]
        try:
            blocks = source.blocks(missing)
        except ByestandError as error:
            blocks = (error,)
        verdicts += _verdicts(source, blocks, cases)
        for refusal in [block for block in blocks if isinstance(block, ByestandError)]:
            refused.append({"source": source.text, "reason": str(refusal)})
            codes.append(refusal.exit_code)
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


def _verdicts(source: Source, blocks: Sequence[Document | ByestandError], cases: int | None) -> list[VerifyLine]:
    documents = [block for block in blocks if isinstance(block, Document)]
    return [
        VerifyLine(
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
    title = title_of(document.movement)
    if letter:
        return f"{say('section {letter}', letter=letter)}, {title}"
    return f"{say('line {line}', line=line)}, {title}" if line else title


def _as_text(verdict: VerifyLine) -> str:
    warnings = sum(finding.severity == "warning" for finding in verdict.findings)
    errors = len(verdict.findings) - warnings
    counts = [say_many("1 error", "{number} errors", errors) if errors else say("no errors")]
    if notes := warnings + len(verdict.notes):
        counts.append(say_many("1 note", "{number} notes", notes))
    name = f"{verdict.source}, {verdict.place}" if verdict.place else verdict.source
    severities = {"error": say("error"), "warning": say("note")}
    lines = [f"  {severities[finding.severity]}: {finding.sentence} [{finding.rule}]" for finding in verdict.findings]
    lines += [f"  {say('note')}: {note}" for note in verdict.notes]
    return "\n".join([f"{printable(name)}: {', '.join(counts)}", *map(printable, lines)])


def _summary(verdicts: list[VerifyLine], refused: int) -> str:
    valid = sum(verdict.sound for verdict in verdicts)
    return say(
        "{count} movements: {valid} valid, {errors} with errors, {refused} not checked",
        count=len(verdicts) + refused,
        valid=valid,
        errors=len(verdicts) - valid,
        refused=refused,
    )


def _as_json(verdicts: list[VerifyLine], refused: list[dict[str, str]]) -> str:
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
