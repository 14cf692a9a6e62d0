"""Join the PDFs of several runs of Typst into one, with their tags and an outline, and compress it.

Typst needs memory for every page that it typesets at once, so long booklets are made in pieces. It writes plain PDFs: a
table of objects, a tree of pages and a tree of tags. Joining them means to renumber the objects and to join both trees.
A general library would take as long as typesetting, and more memory than is saved (docs/decisions.md has the figures).

Objects without a stream are compressed together: tags are thousands of small similar objects, which shrink to a tenth.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import md5

from byestand.sheets.pdf.outline import Bookmark, PageTarget, outline

_TOKEN = re.compile(rb"\\.|[()]|\b(\d+) 0 R", re.DOTALL)
_REFERENCE = re.compile(rb"\b(\d+) 0 R")
_CELL_NAMES = re.compile(rb"(/ID|/Headers\[)((?:\(U\d+x\d+y\d+\))+)")
_KEY = re.compile(rb"(/StructParents? )(\d+)")
ONE_SIDED = b"/ViewerPreferences<</Duplex/Simplex/DisplayDocTitle true>>"
"""Nearly all sheets are cut or shown on one side, so they are not printed on both."""


@dataclass(slots=True)
class _SourcePdf:
    """One of the PDFs: the start and end of each of its objects, and their new numbers."""

    pdf: bytes
    spans: list[tuple[int, int]]
    trailer: bytes
    place: int = 0
    """The number of pieces before it."""
    keys_before: int = 0
    """The number of tag keys of the pages before."""
    references: list[bytes] = field(default_factory=list)
    """The new reference of each of its objects."""

    def objects_holding(self, number: int) -> bytes:
        """Return the contents of an object; empty for object 0."""
        start, end = self.spans[number - 1] if number else (0, 0)
        return self.pdf[start:end]

    @property
    def root(self) -> int:
        return _name_destinations(b"Root", self.trailer)

    @property
    def pages(self) -> int:
        return _name_destinations(b"Pages", self.objects_holding(self.root))

    @property
    def tags(self) -> int:
        return _name_destinations(b"StructTreeRoot", self.objects_holding(self.root))

    def sheets(self, node: int = 0) -> Iterator[PageTarget]:
        """Yield every page below a node of the tree, as the target of a bookmark."""
        for kid in map(int, _REFERENCE.findall(_list_objects(b"/Kids[", self.objects_holding(node or self.pages)))):
            held = self.objects_holding(kid)
            if held.startswith(b"<</Type/Pages"):
                yield from self.sheets(kid)
            else:
                yield PageTarget(self.references[kid], float(_list_objects(b"/MediaBox[", held).split()[3]))


def merge_pdfs(pdfs: Sequence[bytes], bookmarks: Sequence[Bookmark] = ()) -> bytes:
    """Return PDFs of Typst joined into one, with an outline. The result is always the same."""
    pieces = _number_objects([_piece(pdf) for pdf in pdfs])
    first = pieces[0]
    objects = [contents for piece in pieces for contents in _renumber(piece)]
    name = md5(b"".join(pdf[-200:] for pdf in pdfs), usedforsecurity=False).hexdigest().encode()
    metadata, info = (
        _name_destinations(b"Metadata", first.objects_holding(first.root)),
        _name_destinations(b"Info", first.trailer),
    )
    objects[first.pages - 1] = _pages(pieces)
    objects[first.tags - 1] = _tags(pieces)
    objects[metadata - 1] = _metadata(first.objects_holding(metadata), pieces, name)
    objects[first.root - 1] = _catalog(first, len(objects) + 1 if bookmarks else 0)
    objects += outline(bookmarks, [sheet for piece in pieces for sheet in piece.sheets()], len(objects) + 1)
    return write_pdf(objects, b"/Root %d 0 R/Info %d 0 R/ID[(%s)(%s)]" % (first.root, info, name, name))


def _piece(pdf: bytes) -> _SourcePdf:
    """Split a PDF along its table of objects."""
    table = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    trailer = pdf.index(b"trailer", table)
    head, *rows = pdf[table:trailer].split(b"\n")[1:-1]
    starts = [int(row[:10]) for row in rows[1:]]
    if int(head.split()[1]) != len(starts) + 1:
        raise AssertionError("incomplete table of objects")
    in_order = sorted(starts)
    end_of = dict(zip(in_order, [*in_order[1:], table], strict=True))
    spans = [(pdf.index(b"obj\n", start) + 4, pdf.rindex(b"\nendobj", start, end_of[start])) for start in starts]
    return _SourcePdf(pdf, spans, pdf[trailer:])


def _number_objects(pieces: Sequence[_SourcePdf]) -> Sequence[_SourcePdf]:
    """Give every object its new number. Those of the first piece stay, and its trees become those of all."""
    before = keys_before = 0
    for place, piece in enumerate(pieces):
        piece.place, piece.keys_before = place, keys_before
        piece.references = [b"%d 0 R" % (before + number) for number in range(len(piece.spans) + 1)]
        piece.references[piece.pages] = b"%d 0 R" % pieces[0].pages
        piece.references[piece.tags] = b"%d 0 R" % pieces[0].tags
        before += len(piece.spans)
        keys_before += _figure(b"ParentTreeNextKey", piece.objects_holding(piece.tags))
    return pieces


def _renumber(piece: _SourcePdf) -> Iterator[bytes]:
    """Yield the renumbered objects of a piece. Objects that exist once come from the first piece."""
    metadata, info = (
        _name_destinations(b"Metadata", piece.objects_holding(piece.root)),
        _name_destinations(b"Info", piece.trailer),
    )
    of_the_whole = {piece.root, piece.pages, piece.tags, metadata, info} if piece.place else ()
    for number in range(1, len(piece.spans) + 1):
        contents = piece.objects_holding(number)
        if number in of_the_whole:
            yield b"null"
        elif piece.place == 0:
            yield contents
        else:
            head, stream, data = contents.partition(STREAM)
            yield _in_the_whole(head, piece) + stream + data


def _in_the_whole(head: bytes, piece: _SourcePdf) -> bytes:
    """Return an object without its stream, with names of cells and keys of pages made unique."""
    head = _references(head, piece)
    if b"/StructElem" in head:
        return _CELL_NAMES.sub(partial(_own_names, piece.place), head)
    return _KEY.sub(lambda found: b"%s%d" % (found[1], int(found[2]) + piece.keys_before), head)


def _references(head: bytes, piece: _SourcePdf) -> bytes:
    """Return an object with its references renumbered. Texts in brackets are left as they are."""
    if b"(" not in head:
        return _REFERENCE.sub(lambda found: piece.references[int(found[1])], head)
    depth, done, parts = 0, 0, []
    for token in _TOKEN.finditer(head):
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0 and token[1]:
            parts += [head[done : token.start()], piece.references[int(token[1])]]
            done = token.end()
    return b"".join((*parts, head[done:]))


def _own_names(place: int, found: re.Match[bytes]) -> bytes:
    return found[1] + found[2].replace(b"(U", b"(U%d." % place)


def _pages(pieces: Sequence[_SourcePdf]) -> bytes:
    """Return the root of all pages."""
    kids = b" ".join(
        _references(_list_objects(b"/Kids[", piece.objects_holding(piece.pages)), piece) for piece in pieces
    )
    return b"<</Type/Pages/Count %d/Kids[%s]>>" % (_count(pieces), kids)


def _tags(pieces: Sequence[_SourcePdf]) -> bytes:
    """Return the root of all tags: the documents in order, and the tags of each page and each cell."""
    documents, pages, cells = [], [], list[tuple[bytes, bytes]]()
    for piece in pieces:
        root = piece.objects_holding(piece.tags)
        documents.append(_references(_list_objects(b"/K[", root), piece))
        keys = re.findall(rb"(\d+) (\d+) 0 R", _list_objects(b"/Nums[", root))
        pages += [b"%d %s" % (int(key) + piece.keys_before, piece.references[int(tags)]) for key, tags in keys]
        named = re.findall(rb"\(U(\d+x\d+y\d+)\)(\d+) 0 R", _list_objects(b"/Names[", root))
        own = b"%d." % piece.place if piece.place else b""
        cells += [(b"U%s%s" % (own, cell), piece.references[int(tag)]) for cell, tag in named]
    roles = re.search(rb"/RoleMap<<.*?>>", pieces[0].objects_holding(pieces[0].tags))
    last = pieces[-1].keys_before + _figure(b"ParentTreeNextKey", pieces[-1].objects_holding(pieces[-1].tags))
    return b"<</Type/StructTreeRoot%s/K[%s]/ParentTree<</Nums[%s]>>/IDTree<</Names[%s]>>/ParentTreeNextKey %d>>" % (
        roles[0] if roles else b"",
        b" ".join(documents),
        b" ".join(pages),
        b"".join(b"(%s)%s" % cell for cell in sorted(cells)),
        last,
    )


def _catalog(first: _SourcePdf, marks: int) -> bytes:
    """Return the root of the document; *marks* is the object with the outline, if there is one."""
    catalog = re.sub(rb"/ViewerPreferences<<.*?>>|/Outlines \d+ 0 R", b"", first.objects_holding(first.root))
    own = ONE_SIDED + (b"/Outlines %d 0 R/PageMode/UseOutlines" % marks if marks else b"")
    return catalog.removesuffix(b">>") + own + b">>"


def _metadata(contents: bytes, pieces: Sequence[_SourcePdf], name: bytes) -> bytes:
    _, _, data = contents.partition(STREAM)
    text = data.removesuffix(b"\nendstream")
    text = re.sub(rb"(<xmpTPg:NPages>)\d+", rb"\g<1>%d" % _count(pieces), text)
    text = re.sub(rb"(<xmpMM:(?:Instance|Document)ID>)[^<]*", rb"\g<1>" + name, text)
    return b"<</Length %d/Type/Metadata/Subtype/XML>>%s%s\nendstream" % (len(text), STREAM, text)


def _count(pieces: Sequence[_SourcePdf]) -> int:
    """Return the number of pages."""
    return sum(_figure(b"Count", piece.objects_holding(piece.pages)) for piece in pieces)


def _list_objects(opening: bytes, contents: bytes) -> bytes:
    """Return the contents of the brackets after a key."""
    _, found, rest = contents.partition(opening)
    return rest[: rest.index(b"]")] if found else b""


def _figure(key: bytes, contents: bytes) -> int:
    found = re.search(rb"/%s (\d+)" % key, contents)
    return int(found[1]) if found else 0


def _name_destinations(key: bytes, contents: bytes) -> int:
    """Return the number of the object that a key refers to; 0 if there is no such key."""
    found = re.search(rb"/%s (\d+) 0 R" % key, contents)
    return int(found[1]) if found else 0


STREAM = b"\nstream\n"
"""Between an object and its stream."""
TOGETHER = 500
"""Objects per stream: to read one, all must be unpacked."""
_FREE, _PLAIN, _PACKED = 0, 1, 2


def write_pdf(objects: Sequence[bytes], trailer: bytes) -> bytes:
    """Return a file with these objects, numbered from 1, and a trailer."""
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
    """Return the stream of some objects: first their numbers and offsets, then their contents."""
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
