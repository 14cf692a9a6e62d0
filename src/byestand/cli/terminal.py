"""How wide text may be: as the terminal is; a file or a pipe has a usual width."""

import sys

USUAL_WIDTH = 100


def text_width() -> int:
    """Return how many characters go on a line."""
    if not sys.stdout.isatty():
        return USUAL_WIDTH
    import shutil  # a movement is shown without it

    return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns


def fitted(text: str) -> str:
    """Return text with long lines broken where they are read in a terminal; in a file or a pipe they stay whole."""
    if not sys.stdout.isatty():
        return text
    from byestand.words.columns import wrapped

    return "".join(f"{line}\n" for line in wrapped(text.splitlines(), text_width()))
