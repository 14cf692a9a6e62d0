"""Pictures of pages: what Typst leaves out of them, a name for those who do not see them, and their resolution."""

import struct
import zlib
from xml.sax.saxutils import escape, quoteattr

_SIGNATURE_AND_HEADER = 8 + 12 + 13
"""How long a PNG file is before everything that may describe it."""
_INCHES_A_METRE = 1 / 0.0254


def named(svg: bytes, title: str, description: str) -> bytes:
    """Return a picture with a title and a description; letters are drawn as shapes, so it has no text of its own."""
    head, _, rest = svg.partition(b">")
    said = f"<title>{escape(title)}</title><desc>{escape(description)}</desc>"
    return head + f' role="img" aria-label={quoteattr(title)}>{said}'.encode() + rest


def with_resolution(png: bytes, pixels_per_inch: float) -> bytes:
    """Return a picture that says how large it is on paper."""
    pixels_per_metre = round(pixels_per_inch * _INCHES_A_METRE)
    told = b"pHYs" + struct.pack(">IIB", pixels_per_metre, pixels_per_metre, 1)
    chunk = struct.pack(">I", len(told) - 4) + told + struct.pack(">I", zlib.crc32(told))
    return png[:_SIGNATURE_AND_HEADER] + chunk + png[_SIGNATURE_AND_HEADER:]
