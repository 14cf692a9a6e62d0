"""Where the program starts: Ctrl-C is one word from the first moment, also while modules are still being loaded."""

import gc
import os
import sys


def main() -> None:
    """Run the command line and leave with its exit code."""
    # What is being loaded stays: to look for garbage in it every few hundred things would be in vain.
    gc.set_threshold(50_000)
    # Or numpy's linear algebra starts a thread for every core while it is loaded, for matrices as small as ours.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from byestand.cli import run  # noqa: PLC0415 - the point is to be here before it is loaded

        code = run()
    except KeyboardInterrupt:
        sys.stderr.write("byestand: interrupted\n")
        code = 130
    gc.freeze()  # nor need what is left at the end be looked through
    sys.exit(code)


if __name__ == "__main__":
    main()
