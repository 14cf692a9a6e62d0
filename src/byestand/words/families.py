"""The families of movements as text. Commands and addresses use the English words as keys."""

from byestand.language import phrase, say

_TEXTS = {
    "web": phrase("Web"),
    "mitchell": phrase("Mitchell"),
    "relay": phrase("relay Mitchell (share and bye stand)"),
    "crisscross": phrase("crisscross Mitchell"),
    "segmented": phrase("segmented Mitchell"),
    "howell": phrase("Howell"),
    "rainbow": phrase("Rainbow"),
    "whist": phrase("whist"),
}


def family_text(word: str) -> str:
    """Return the family with a key; a family of another package has only its key.

    >>> family_text("web"), family_text("spider")
    ('Web', 'spider')
    """
    return say(_TEXTS[word]) if word in _TEXTS else word
