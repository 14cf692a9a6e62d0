"""The families of movements as text. Commands and addresses use the English words as keys."""

from byestand.language import phrase, say

_TEXTS = {
    "web": phrase("Web"),
    "mitchell": phrase("Mitchell"),
    "relay": phrase("Mitchell with share and bye stand"),
    "crisscross": phrase("Crisscross Mitchell"),
    "segmented": phrase("Segmented Mitchell"),
    "howell": phrase("Howell"),
    "rainbow": phrase("Rainbow"),
    "whist": phrase("Whist"),
}


def family_text(word: str) -> str:
    """Return the family with a key; a family of another package has only its key.

    >>> family_text("web"), family_text("spider")
    ('Web', 'spider')
    """
    return say(_TEXTS[word]) if word in _TEXTS else word
