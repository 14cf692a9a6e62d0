"""The start of the program. Ctrl-C ends it with one line, even while modules are still being loaded."""

import gc
import os
import sys


def main() -> None:
    """Run the command line and exit with its code."""
    # Loaded modules stay in memory, so a search for garbage in them every few hundred objects would be wasted.
    gc.set_threshold(50_000)
    # Without this numpy's linear algebra starts a thread per core when it is loaded, for matrices as small as ours.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from byestand.cli import run  # noqa: PLC0415 - interrupts during this import must be caught as well

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("byestand: interrupted\n")  # the catalogue may not be loaded yet
        code = 130
    gc.freeze()  # nothing that is left at the end needs to be searched for garbage either
    sys.exit(code)


if __name__ == "__main__":
    main()
