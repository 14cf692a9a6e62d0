"""How templates are written: in short lines."""

from collections.abc import Iterator

from jinja2 import Environment

MAX_LINE_CHARS = 120


def rule_faults(env: Environment) -> Iterator[str]:
    """Yield what is against the rules in any template."""
    for file in env.list_templates(extensions=["html"]):
        assert env.loader  # noqa: S101 - it always has one
        source = env.loader.get_source(env, file)[0]
        for number, line in enumerate(source.splitlines(), start=1):
            if len(line) > MAX_LINE_CHARS:
                yield f"{file}:{number}: {len(line)} characters in a line, of at most {MAX_LINE_CHARS}"
