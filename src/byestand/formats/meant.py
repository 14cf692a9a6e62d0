"""What of a movement is meant though it looks like a slip of the pen: foreign files imply it, ours say it."""

from byestand.formats.document import DECLARED, Document
from byestand.verify import judge


def meant(document: Document) -> tuple[str, ...]:
    """Return the rules that a movement breaks on purpose, as far as not every file is forgiven them."""
    forgiven = document.forgiven & DECLARED
    if not forgiven:
        return ()
    return tuple(sorted(forgiven & {f.rule for f in judge(document.movement).errors}))
