"""Binding: several PDFs of one press as one, with their tags and bookmarks.

Typst needs memory for every page that it sets at once, so long booklets are set in pieces. It writes plain PDFs: a
table of objects, none of them packed, with a tree of pages, a tree of tags and a list of bookmarks. So binding is to
number all objects through and to join these three. A general library would make an object of every tag of every cell,
and need more memory than was saved.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from hashlib import md5
from itertools import pairwise

PAGES, TAGS, BOOKMARKS, CATALOG = 1, 2, 3, 4
"""The numbers of the objects that belong to the whole."""

_TOKEN = re.compile(rb"[()]|\b(\d+) 0 R")
_CELL_NAMES = re.compile(rb"(/ID|/Headers\[)((?:\(U\d+x\d+y\d+\))+)")
_STREAM = b"\nstream\n"


@dataclass(slots=True)
class _Piece:
    """One of the PDFs: where its objects, the first, second, …, begin and end, and their numbers in the whole."""

    pdf: bytes
    spans: list[tuple[int, int]]
    trailer: bytes
    joined: dict[int, int] = field(default_factory=dict)
    """Objects that are joined to one of the whole, and that one's number."""
    before: int = 0
    """By how much the others are numbered higher, but for those joined before them."""

    def holding(self, number: int) -> bytes:
        """Return what an object holds; nothing for none."""
        start, end = self.spans[number - 1] if number else (0, 0)
        return self.pdf[start:end]

    def number(self, number: int) -> int:
        """Return the number of an object in the whole."""
        if number in self.joined:
            return self.joined[number]
        return self.before + number - sum(joined < number for joined in self.joined)

    @property
    def catalog(self) -> bytes:
        return self.holding(_named(b"Root", self.trailer))

    @property
    def pages(self) -> bytes:
        return self.holding(_named(b"Pages", self.catalog))

    @property
    def tags(self) -> bytes:
        return self.holding(_named(b"StructTreeRoot", self.catalog))

    @property
    def bookmarks(self) -> bytes:
        return self.holding(_named(b"Outlines", self.catalog))


def bound(pdfs: Sequence[bytes]) -> bytes:
    """Return PDFs of Typst as one, in their order; the same every time."""
    if len(pdfs) == 1:
        return pdfs[0]
    pieces = [_piece(pdf) for pdf in pdfs]
    _number_through(pieces)
    name = md5(b"".join(pdf[-200:] for pdf in pdfs), usedforsecurity=False).hexdigest().encode()
    whole, starts = bytearray(b"%PDF-1.7\n%\x80\x80\x80\x80\n\n"), []
    for contents in _objects(pieces, name):
        starts.append(len(whole))
        whole += b"%d 0 obj\n%s\nendobj\n" % (len(starts), contents)
    table = len(whole)
    whole += b"xref\n0 %d\n0000000000 65535 f\r\n" % (len(starts) + 1)
    whole += b"".join(b"%010d 00000 n\r\n" % start for start in starts)
    info = pieces[0].number(_named(b"Info", pieces[0].trailer))
    whole += b"trailer\n<</Size %d/Root %d 0 R/Info %d 0 R" % (len(starts) + 1, CATALOG, info)
    whole += b"/ID[(%s)(%s)]>>\nstartxref\n%d\n%%%%EOF" % (name, name, table)
    return bytes(whole)


def _objects(pieces: Sequence[_Piece], name: bytes) -> Iterator[bytes]:
    """Yield what the objects of the whole hold, in the order of their numbers."""
    yield from (_pages(pieces), _tags(pieces), _bookmarks(pieces), _catalog(pieces[0]))
    metadata = pieces[0].number(_named(b"Metadata", pieces[0].catalog))
    more, keys_before = _links(pieces), 0
    for place, piece in enumerate(pieces):
        for number in range(1, len(piece.spans) + 1):
            if number in piece.joined:
                continue
            contents = _renumbered(piece.holding(number), piece, place, keys_before)
            new = piece.number(number)
            if new == metadata:
                contents = _metadata(contents, sum(_figure(b"Count", one.pages) for one in pieces), name)
            yield contents.replace(b"<<", b"<<" + more[new], 1) if new in more else contents
        keys_before += _figure(b"ParentTreeNextKey", piece.tags)


def _piece(pdf: bytes) -> _Piece:
    """Take a PDF apart along its table of objects."""
    table = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    trailer = pdf.index(b"trailer", table)
    head, *rows = pdf[table:trailer].split(b"\n")[1:-1]
    starts = [int(row[:10]) for row in rows[1:]]
    if int(head.split()[1]) != len(starts) + 1:
        raise AssertionError("a table of objects that is not whole")
    in_order = sorted(starts)
    end_of = dict(zip(in_order, [*in_order[1:], table], strict=True))
    spans = [(pdf.index(b"obj\n", start) + 4, pdf.rindex(b"\nendobj", start, end_of[start])) for start in starts]
    return _Piece(pdf, spans, pdf[trailer:])


def _number_through(pieces: Sequence[_Piece]) -> None:
    """Give every object its number in the whole; of what belongs to the whole there is one."""
    following = CATALOG
    for piece in pieces:
        piece.joined = {
            _named(b"Root", piece.trailer): CATALOG,
            _named(b"StructTreeRoot", piece.catalog): TAGS,
            _named(b"Outlines", piece.catalog): BOOKMARKS,
        }
        piece.joined.pop(0, None)
        piece.before = following
        following += len(piece.spans) - len(piece.joined)


def _renumbered(contents: bytes, piece: _Piece, place: int, keys_before: int) -> bytes:
    """Return an object in the numbers of the whole; names of cells and keys of pages are the piece's own no longer."""
    head, stream, data = contents.partition(_STREAM)
    head = _references(head, piece)
    if b"/StructElem" in head:
        head = _CELL_NAMES.sub(partial(_own_names, place), head)
    if head.startswith(b"<</Type/Pages"):
        head = head.replace(b"<<", b"<</Parent %d 0 R" % PAGES, 1) if b"/Parent" not in head else head
    else:
        head = re.sub(rb"/StructParents? \d+", partial(_later_key, keys_before), head)
    return head + stream + data


def _references(head: bytes, piece: _Piece) -> bytes:
    """Return the part of an object before a stream with its references renumbered; texts are left as they are."""
    depth, done, parts = 0, 0, []
    for token in _TOKEN.finditer(head):
        depth += {b"(": 1, b")": -1}.get(token[0], 0)
        if depth == 0 and token[1]:
            parts += [head[done : token.start()], b"%d 0 R" % piece.number(int(token[1]))]
            done = token.end()
    return b"".join((*parts, head[done:]))


def _own_names(place: int, found: re.Match[bytes]) -> bytes:
    return found[1] + found[2].replace(b"(U", b"(U%d." % place)


def _later_key(keys_before: int, found: re.Match[bytes]) -> bytes:
    key, number = found[0].split()
    return b"%s %d" % (key, int(number) + keys_before)


def _pages(pieces: Sequence[_Piece]) -> bytes:
    kids = b" ".join(b"%d 0 R" % piece.number(_named(b"Pages", piece.catalog)) for piece in pieces)
    return b"<</Type/Pages/Count %d/Kids[%s]>>" % (sum(_figure(b"Count", piece.pages) for piece in pieces), kids)


def _tags(pieces: Sequence[_Piece]) -> bytes:
    """Return the root of all tags: the documents in a row, and where the tags of each page and each cell are."""
    documents, pages, cells, before = [], [], list[tuple[bytes, bytes]](), 0
    for place, piece in enumerate(pieces):
        root = piece.tags
        documents.append(_references(_listed(b"/K[", root), piece))
        keys = _references(_listed(b"/Nums[", root), piece).split()
        pages += [b"%d %s 0 R" % (int(keys[i]) + before, keys[i + 1]) for i in range(0, len(keys), 4)]
        named = re.findall(rb"\(U(\d+x\d+y\d+)\)(\d+) 0 R", _listed(b"/Names[", root))
        cells += [(b"U%d.%s" % (place, cell), b"%d" % piece.number(int(tag))) for cell, tag in named]
        before += _figure(b"ParentTreeNextKey", root)
    roles = re.search(rb"/RoleMap<<.*?>>", pieces[0].tags)
    return b"<</Type/StructTreeRoot%s/K[%s]/ParentTree<</Nums[%s]>>/IDTree<</Names[%s]>>/ParentTreeNextKey %d>>" % (
        roles[0] if roles else b"",
        b" ".join(documents),
        b" ".join(pages),
        b"".join(b"(%s)%s 0 R" % cell for cell in sorted(cells)),
        before,
    )


def _ends(pieces: Sequence[_Piece]) -> list[tuple[int, int]]:
    """Return the first and the last bookmark of every piece that has some."""
    return [
        (piece.number(_named(b"First", piece.bookmarks)), piece.number(_named(b"Last", piece.bookmarks)))
        for piece in pieces
        if piece.bookmarks
    ]


def _bookmarks(pieces: Sequence[_Piece]) -> bytes:
    ends, count = _ends(pieces), sum(_figure(b"Count", piece.bookmarks) for piece in pieces)
    if not ends:
        return b"<</Type/Outlines/Count 0>>"
    return b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % (ends[0][0], ends[-1][1], count)


def _links(pieces: Sequence[_Piece]) -> dict[int, bytes]:
    """Return what lets the bookmarks of each piece go on in those of the next, by their numbers."""
    more: dict[int, bytes] = {}
    for (_, last), (first, _) in pairwise(_ends(pieces)):
        more[last] = more.get(last, b"") + b"/Next %d 0 R" % first
        more[first] = b"/Prev %d 0 R" % last
    return more


def _catalog(first: _Piece) -> bytes:
    catalog = re.sub(rb"/Outlines \d+ 0 R", b"", first.catalog)
    catalog = re.sub(rb"/Pages \d+ 0 R", b"", catalog)
    own = b"<</Pages %d 0 R/Outlines %d 0 R" % (PAGES, BOOKMARKS)
    return _references(catalog, first).replace(b"<<", own, 1)


def _metadata(contents: bytes, pages: int, name: bytes) -> bytes:
    _, _, data = contents.partition(_STREAM)
    text = data.removesuffix(b"\nendstream")
    text = re.sub(rb"(<xmpTPg:NPages>)\d+", rb"\g<1>%d" % pages, text)
    text = re.sub(rb"(<xmpMM:(?:Instance|Document)ID>)[^<]*", rb"\g<1>" + name, text)
    return b"<</Length %d/Type/Metadata/Subtype/XML>>%s%s\nendstream" % (len(text), _STREAM, text)


def _listed(opening: bytes, contents: bytes) -> bytes:
    """Return what stands in the brackets after a key."""
    _, found, rest = contents.partition(opening)
    return rest[: rest.index(b"]")] if found else b""


def _figure(key: bytes, contents: bytes) -> int:
    found = re.search(rb"/%s (\d+)" % key, contents)
    return int(found[1]) if found else 0


def _named(key: bytes, contents: bytes) -> int:
    """Return the number of the object that a key refers to; 0 where there is no such key."""
    found = re.search(rb"/%s (\d+) 0 R" % key, contents)
    return int(found[1]) if found else 0
