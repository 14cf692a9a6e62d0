"""Options side by side, in text: what each costs, and then what to say and do for each."""

from collections.abc import Iterator, Sequence

from byestand.plan.repairs.options import Option
from byestand.texts import printable
from byestand.words.repairs import option_title, proof_words

_HEADINGS = ("lost", "again", "shared", "told", "changes")


def repair_text(name: str, after: int, options: Sequence[Option], said: Sequence[Sequence[str]]) -> str:
    """Return all options as text, each with what is *said* of it."""
    return "\n".join(printable(line) for line in _lines(name, after, options, said)) + "\n"


def _lines(name: str, after: int, options: Sequence[Option], said: Sequence[Sequence[str]]) -> Iterator[str]:
    titles = [_title(option) for option in options]
    width = max(map(len, titles))
    yield f"{name} after round {after}"
    yield ""
    yield f"   {'':{width}}  {'  '.join(_HEADINGS)}"
    least = min(option.cost_to_players for option in options)
    for number, (option, title) in enumerate(zip(options, titles, strict=True), start=1):
        costs = zip(_HEADINGS, (option.figures.lost_in_all, *option.figures.costs[1:]), strict=True)
        figures = "  ".join(f"{figure:>{len(heading)}}" for heading, figure in costs)
        how = option.continuation
        is_best = how.proved or option.cost_to_players == least
        best = proof_words(how.scope, proved=how.proved) if is_best else ""
        yield f"{number:>2} {title:{width}}  {figures}  {best}".rstrip()
    for number, (title, lines) in enumerate(zip(titles, said, strict=True), start=1):
        yield ""
        yield f"{number}. {title[:1].upper()}{title[1:]}"
        yield from (f"  {line}" for line in lines)


def _title(option: Option) -> str:
    return option_title(option.continuation.kind, option.figures.told)
