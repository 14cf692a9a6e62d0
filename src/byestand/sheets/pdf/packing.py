"""Packing: objects as a PDF file. Those without a stream are squeezed, many together, into streams.

Tags are thousands of small objects that are all alike: packed they take a tenth of the room.
"""

import zlib
from collections.abc import Sequence

STREAM = b"\nstream\n"
"""What stands between an object and its stream."""
TOGETHER = 500
"""Objects in a stream: whoever wants one has to unpack them all."""
_FREE, _PLAIN, _PACKED = 0, 1, 2


def packed(objects: Sequence[bytes], trailer: bytes) -> bytes:
    """Return a file with these objects, numbered from 1, and with what its end says of them."""
    file = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n\n")
    places: list[tuple[int, int, int]] = [(_FREE, 0, 65535), *[(_FREE, 0, 0)] * len(objects)]
    small = []
    for number, contents in enumerate(objects, start=1):
        if STREAM in contents:
            places[number] = (_PLAIN, len(file), 0)
            file += _object(number, contents)
        else:
            small.append(number)
    for first in range(0, len(small), TOGETHER):
        together = small[first : first + TOGETHER]
        for index, number in enumerate(together):
            places[number] = (_PACKED, len(places), index)
        contents = _pack([(number, objects[number - 1]) for number in together])
        places.append((_PLAIN, len(file), 0))
        file += _object(len(places) - 1, contents)
    places.append((_PLAIN, len(file), 0))
    table = b"".join(kind.to_bytes(1) + place.to_bytes(4) + index.to_bytes(2) for kind, place, index in places)
    head = b"/Type/XRef/Size %d/W[1 4 2]%s" % (len(places), trailer)
    start = len(file)
    file += _object(len(places) - 1, _stream(head, table))
    file += b"startxref\n%d\n%%%%EOF" % start
    return bytes(file)


def _pack(objects: Sequence[tuple[int, bytes]]) -> bytes:
    """Return the stream that holds some objects: first their numbers and where they begin, then what they hold."""
    starts, length = list[bytes](), 0
    for number, contents in objects:
        starts.append(b"%d %d" % (number, length))
        length += len(contents) + 1
    index = b" ".join(starts) + b"\n"
    held = b"\n".join(contents for _, contents in objects)
    return _stream(b"/Type/ObjStm/N %d/First %d" % (len(objects), len(index)), index + held)


def _stream(head: bytes, data: bytes) -> bytes:
    squeezed = zlib.compress(data)
    return b"<<%s/Filter/FlateDecode/Length %d>>%s%s\nendstream" % (head, len(squeezed), STREAM, squeezed)


def _object(number: int, contents: bytes) -> bytes:
    return b"%d 0 obj\n%s\nendobj\n" % (number, contents)
