"""Writes the golden files of tests/test_cli.py anew. Run it by hand, then read the difference before committing it."""

import contextlib
import io
import os
import re
from pathlib import Path

from byestand import cli

HERE = Path(__file__).parent


def main() -> None:
    """Run every frozen command and keep what it prints."""
    os.environ.pop("COLUMNS", None)
    block = re.search(r'"command",\s*\[(.*?)\]', (HERE / "test_cli.py").read_text(), re.DOTALL)
    assert block
    for command in re.findall(r'"([^"]+)"', block[1]):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            cli.run(command.split())
        name = command.replace(" ", "_").replace("--", "") + ".txt"
        (HERE / "golden" / name).write_text(out.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    main()
