"""Writes the golden files of tests/frozen.py anew. Run it by hand, then read the difference before committing it."""

import contextlib
import io

from byestand import cli
from frozen import COMMANDS, golden_file


def main() -> None:
    """Run every frozen command and keep what it prints."""
    for command in COMMANDS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            cli.run(command.split())
        golden_file(command).write_text(out.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    main()
