"""Write the golden output of the commands in tests/support/golden_commands.py.

Run it by hand, then read the difference before you commit it.
"""

import contextlib
import io

from byestand import cli
from tests.support.golden_commands import COMMANDS, golden_file


def main() -> None:
    """Run every frozen command and save its output."""
    for command in COMMANDS:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            cli.run(command.split())
        golden_file(command).write_text(out.getvalue(), encoding="utf-8")


if __name__ == "__main__":
    main()
