"""Rewrite the output in the console blocks of README and docs. Run it by hand, then read the difference.

Blocks with a line of … are not changed, because they were edited by hand.
"""

import contextlib
import io
import re
import shlex

from byestand import cli
from tests.support.paths import ROOT


def main() -> None:
    """Run every command shown, and write its output."""
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        page.write_text(
            re.sub(r"(?<=^```console\n).*?(?=^```$)", _block, text, flags=re.DOTALL | re.MULTILINE), "utf-8"
        )


def _block(block: re.Match[str]) -> str:
    return re.sub(r"^\$ byestand (.*)\n((?:(?!\$ ).*\n)*)", _command, block[0], flags=re.MULTILINE)


def _command(shown: re.Match[str]) -> str:
    if "…\n" in shown[2]:
        return shown[0]
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        cli.run(shlex.split(shown[1]))
    return f"$ byestand {shown[1]}\n{out.getvalue()}"


if __name__ == "__main__":
    main()
