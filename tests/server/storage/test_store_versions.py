"""Data of earlier versions is migrated from each of them to the newest, and newer data is not touched."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from byestand.errors import FormatError
from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night import events as of
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.roles import Role
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.records import NightRow, checksum
from byestand.server.storage.schema import POSTGRES_STEPS, SQLITE_STEPS
from tests.support.people import entry_texts
from tests.support.setups import session_setup
from tests.support.stores import InFile, InPostgres, Place, contents, place_of, someones

OLD_NIGHT = (
    '{"format": "byestand night", "version": 1, "name": "Old", "sections": [{"letter": "A", "movement": "W0605",'
    ' "missing": []}], "boards": 2, "cases": null, "one_winner": false, "pairs": {"N1": "Anna"}, "notes": "mine"}'
)
"""As the first version wrote it, without arrow-switched rounds."""
AS_IT_WAS = session_setup("Old", "W0605", names={"N1": "Anna"})
SECTION = SectionSetup("A", CatalogMovement("W0605"), contestants=entry_texts({"N1": "Anna"}))
CREATED = of.NightCreated(SessionSetup(Event(title="Old"), sections=(SECTION,)), "mine")
EVENTS = f"""
    insert into events values (2, 1, 1700000000.5, 'taken over', '{{"night": {OLD_NIGHT}}}');
    insert into events values (2, 2, 1700000001.5, 'called', '{{"name": "Newer"}}');
"""  # noqa: S608 - ours
NIGHT_CHECKSUM = checksum(2, 1, "Newer", None, "2026-11-16 20:00:00", 2, "", None)
FIRST_CHECKSUM = checksum(1, 1700000000.5, "taken over", "director", "", f'{{"night": {OLD_NIGHT}}}')
SECOND_CHECKSUM = checksum(2, 1700000001.5, "called", "director", "", '{"name": "Newer"}')
EVENTS_WITH_CHECKSUMS = (
    EVENTS.replace("insert into events", "insert into events (night, revision, at, kind, contents, checksum)")
    .replace("}}');", f"}}}}', '{FIRST_CHECKSUM}');")
    .replace('"Newer"}\');', f"\"Newer\"}}', '{SECOND_CHECKSUM}');")
)
PRINTED = "P2-DIJF-EJUW-TUQ5-5GX6", "P2.N1-C3RA-KGK5-URLR-O6EC"
"""The codes of all pairs and of N1 that the version with file version 6 showed for this secret of pairs."""
DESKS, PAIRS = (f"x'{secret.hex()}'" for secret in (b"secret of the desk", b"secret of pairs"))

FIRST_FILE = f"""
    create table nights (id integer primary key autoincrement, contents text not null,
                         changed text not null default current_timestamp) strict;
    create table desk (id integer primary key check (id = 1), night integer not null) strict;
    insert into nights (id, contents) values (2, '{OLD_NIGHT}');
    insert into desk values (1, 2);
"""  # noqa: S608 - ours
SECOND_FILE = FIRST_FILE + "alter table nights add column revision integer not null default 1;"
THIRD_FILE = f"""{SECOND_FILE}
    update nights set revision = 2;
    create table events (night integer not null, position integer not null, at real not null, kind text not null,
                         contents text not null, primary key (night, position)) strict, without rowid;
    {EVENTS}
    create table secrets (night integer not null, right text not null, secret blob not null,
                          primary key (night, right)) strict;
    create trigger secrets_go_with_their_night after delete on nights begin
        delete from secrets where night = old.id;
    end;
    insert into secrets values (0, 'director', {DESKS}), (2, 'pair', {PAIRS});
"""  # noqa: S608 - ours
FOURTH_FILE = f"""
    create table desks (id integer primary key autoincrement, secret blob not null, night integer,
                        visited text not null) strict;
    create table nights (id integer primary key autoincrement, contents text not null,
                         changed text not null default current_timestamp, revision integer not null default 1,
                         desk integer not null default 1) strict;
    create index nights_of_a_desk on nights (desk);
    create table events (night integer not null, position integer not null, at real not null, kind text not null,
                         contents text not null, primary key (night, position)) strict, without rowid;
    create table secrets (night integer not null, right text not null, secret blob not null,
                          primary key (night, right)) strict;
    insert into desks values (1, {DESKS}, 2, '2026-11-16');
    insert into nights (id, contents, revision) values (2, '{OLD_NIGHT}', 2);
    insert into secrets values (2, 'pair', {PAIRS});
    {EVENTS}
"""  # noqa: S608 - ours
FIFTH_FILE = f"""{FOURTH_FILE}
    update desks set visited = '9999-12-31';
    create table uploads (token text primary key, owner text not null, name text not null, data blob not null,
                          at real not null) strict;
    create index uploads_of_an_owner on uploads (owner);
    insert into uploads values ('x', 'desk 1', 'x.mov', x'00', 1700000000.5);
"""  # noqa: S608 - ours
SIXTH_FILE = f"""
    create table workspaces (id integer primary key autoincrement, secret blob not null, night integer,
                             visited text not null) strict;
    create table nights (id integer primary key autoincrement, changed text not null default current_timestamp,
                         revision integer not null default 1, workspace integer not null default 1,
                         name text not null default '', date text, state text not null default '', tables integer,
                         checksum text not null default '') strict;
    create index nights_of_a_workspace on nights (workspace);
    create table events (night integer not null, revision integer not null, at real not null, kind text not null,
                         contents text not null, author text not null default 'director',
                         key text not null default '', checksum text not null default '',
                         primary key (night, revision)) strict, without rowid;
    create unique index event_of_a_key on events (night, key) where key <> '';
    create table secrets (night integer not null, right text not null, secret blob not null,
                          primary key (night, right)) strict;
    create table uploads (token text primary key, owner text not null, name text not null, data blob not null,
                          at real not null) strict;
    create index uploads_of_an_owner on uploads (owner);
    insert into workspaces values (1, {DESKS}, 2, '9999-12-31');
    insert into nights (id, changed, revision, name, checksum)
        values (2, '2026-11-16 20:00:00', 2, 'Newer', '{NIGHT_CHECKSUM}');
    insert into secrets values (2, 'pair', {PAIRS});
    {EVENTS_WITH_CHECKSUMS}
"""  # noqa: S608 - ours
SEVENTH_FILE = f"""{SIXTH_FILE}
    create table codes (hash blob primary key, night integer not null, "right" text not null, pair text not null,
                        shown text not null) strict, without rowid;
    create index codes_of_a_night on codes (night);
"""
FILES = {
    0: FIRST_FILE,
    1: FIRST_FILE,
    2: SECOND_FILE,
    3: THIRD_FILE,
    4: FOURTH_FILE,
    5: FIFTH_FILE,
    6: SIXTH_FILE,
    7: SEVENTH_FILE,
}
"""A file of each version, written independently, with one current session."""

FIRST_DATABASE = f"""
    create table byestand (version integer not null);
    insert into byestand values (1);
    create table desks (id bigint generated always as identity primary key, secret bytea not null, night bigint,
                        visited text not null);
    create table nights (id bigint generated always as identity primary key,
                         desk bigint not null references desks on delete cascade, contents text not null,
                         changed text not null, revision bigint not null);
    create index nights_of_a_desk on nights (desk);
    alter table desks add foreign key (night) references nights on delete set null;
    create index desk_of_a_night on desks (night);
    create table events (night bigint not null references nights on delete cascade, position bigint not null,
                         at double precision not null, kind text not null, contents text not null,
                         primary key (night, position));
    create table secrets (night bigint not null references nights on delete cascade, "right" text not null,
                          secret bytea not null, primary key (night, "right"));
    insert into desks (secret, visited) values ('secret of the desk', '2026-11-16');
    insert into nights (desk, contents, changed, revision) values (1, 'thrown away', '2026-11-16 20:00:00', 1);
    delete from nights;
    insert into nights (desk, contents, changed, revision) values (1, '{OLD_NIGHT}', '2026-11-16 20:00:00', 2);
    update desks set night = 2;
    insert into secrets values (2, 'pair', 'secret of pairs');
    {EVENTS}
"""  # noqa: S608 - ours
SECOND_DATABASE = f"""{FIRST_DATABASE}
    update byestand set version = 2;
    create table uploads (token text primary key, owner text not null, name text not null, data bytea not null,
                          at double precision not null);
    create index uploads_of_an_owner on uploads (owner);
    insert into uploads values ('x', 'desk 1', 'x.mov', 'x', 1700000000.5);
"""  # noqa: S608 - ours
THIRD_DATABASE = f"""
    create table byestand (version integer not null);
    insert into byestand values (3);
    create table workspaces (id bigint generated always as identity primary key, secret bytea not null, night bigint,
                             visited text not null);
    create table nights (id bigint generated always as identity primary key,
                         workspace bigint not null references workspaces on delete cascade,
                         changed text not null, revision bigint not null, name text not null default '', date text,
                         state text not null default '', tables bigint, checksum text not null default '');
    create index nights_of_a_workspace on nights (workspace);
    alter table workspaces add foreign key (night) references nights on delete set null;
    create index workspace_of_a_night on workspaces (night);
    create table events (night bigint not null references nights on delete cascade, revision bigint not null,
                         at double precision not null, kind text not null, contents text not null,
                         author text not null default 'director', key text not null default '',
                         checksum text not null default '', primary key (night, revision));
    create unique index event_of_a_key on events (night, key) where key <> '';
    create table secrets (night bigint not null references nights on delete cascade, "right" text not null,
                          secret bytea not null, primary key (night, "right"));
    create table uploads (token text primary key, owner text not null, name text not null, data bytea not null,
                          at double precision not null);
    create index uploads_of_an_owner on uploads (owner);
    insert into workspaces (secret, visited) values ('secret of the desk', '2026-11-16');
    insert into nights (workspace, changed, revision) values (1, '2026-11-16 20:00:00', 1);
    delete from nights;
    insert into nights (workspace, changed, revision, name, checksum)
        values (1, '2026-11-16 20:00:00', 2, 'Newer', '{NIGHT_CHECKSUM}');
    update workspaces set night = 2;
    insert into secrets values (2, 'pair', 'secret of pairs');
    {EVENTS_WITH_CHECKSUMS}
"""  # noqa: S608 - ours
FOURTH_DATABASE = f"""{THIRD_DATABASE}
    update byestand set version = 4;
    create table codes (hash bytea primary key, night bigint not null references nights on delete cascade,
                        "right" text not null, pair text not null, shown text not null);
    create index codes_of_a_night on codes (night);
"""  # noqa: S608 - ours
DATABASES = {1: FIRST_DATABASE, 2: SECOND_DATABASE, 3: THIRD_DATABASE, 4: FOURTH_DATABASE}
"""The same for PostgreSQL, which was added with version 4 of the file."""


def old(kind: str, version: int, folder: Path) -> Place:
    """Return nights as an earlier version of Byestand left them."""
    place = place_of(kind, folder)
    if isinstance(place, InFile):
        with closing(sqlite3.connect(place.path)) as base:
            base.executescript(FILES[version])
        place.set_version(version)
    else:
        place.do(DATABASES[version])
    return place


def columns(place: Place) -> list[tuple[object, ...]]:
    """Return the columns of all tables."""
    if isinstance(place, InPostgres):
        wanted = "table_name, column_name, data_type, is_nullable"
        where = "from information_schema.columns where table_schema = 'public'"
        return sorted(place.do(f"select {wanted} {where}"))
    return sorted(
        (table, *column[1:4])
        for table in place.tables()
        for column in place.do(f"select cid, name, type, \"notnull\" from pragma_table_info('{table}')")  # noqa: S608 - ours
    )


OLD = [("file", version) for version in FILES] + [("postgres", version) for version in DATABASES]


def test_every_version_is_tried() -> None:
    assert [*FILES] == [*range(len(SQLITE_STEPS) + 1)]
    assert [*DATABASES] == [*range(1, len(POSTGRES_STEPS) + 1)]


@pytest.mark.parametrize(("kind", "version"), OLD)
def test_an_earlier_version_is_brought_up_with_all_that_it_has(kind: str, version: int, tmp_path: Path) -> None:
    place = old(kind, version, tmp_path)
    for _ in range(2):
        found = VisibleNights(place.store())
        current = found.current()
        assert current
        assert (current.id, current.state.notes) == (2, "mine")
        assert current.state.setup.sections == AS_IT_WAS.sections
        (listed,) = found.all()
        assert isinstance(listed, NightRow)
        assert (listed.name, listed.state, listed.tables) == (current.title, "planned", 6)
    has_events = kind == "postgres" or version >= 3
    log = found.log(2)
    assert [entry.event for entry in log.entries] == [
        CREATED,
        *[of.EventChanged(Event(title="Newer"))] * has_events,
    ]
    assert not has_events or [entry.stamp.at for entry in log.entries] == [1700000000.5, 1700000001.5]
    found.append(2, of.EventChanged(Event(title="Newest")), seen=len(log.entries))
    assert VisibleNights(place.store()).get(2).revision == len(log.entries) + 1
    assert found.add(AS_IT_WAS) > 2, "a number is not given twice"
    new = place_of(kind, tmp_path / "new")
    new.store()
    assert columns(place) == columns(new)


@pytest.mark.parametrize(("kind", "version"), [one for one in OLD if one[0] == "postgres" or one[1] >= 3])
def test_secrets_of_an_earlier_version_are_those_of_the_desk_and_its_nights(
    kind: str, version: int, tmp_path: Path
) -> None:
    place = old(kind, version, tmp_path)
    place.store()
    assert place.do("select id, secret from workspaces") == [(1, b"secret of the desk")]
    assert place.do('select night, "right", secret from secrets') == [(2, "pair", b"secret of pairs")]


@pytest.mark.parametrize(("kind", "version"), [one for one in OLD if one[0] == "postgres" or one[1] >= 3])
def test_codes_that_an_earlier_version_printed_open_the_same_night(kind: str, version: int, tmp_path: Path) -> None:
    codes = Codes(old(kind, version, tmp_path).store())
    assert [codes.opened_by(code) for code in PRINTED] == [Role("pair", 2), Role("pair", 2, "N1")]
    assert codes.opened_by(PRINTED[0].replace("P2", "P2.N1")) is None
    assert codes.opened_by(codes.code(Role("pair", 2))) == Role("pair", 2)
    codes.renew(Role("pair", 2))
    assert [codes.opened_by(code) for code in PRINTED] == [None, None]


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_what_a_newer_version_keeps_is_left_alone(kind: str, tmp_path: Path) -> None:
    place = place_of(kind, tmp_path)
    someones(place.store()).add(AS_IT_WAS)
    place.set_version(99)
    before = contents(place)
    with pytest.raises(FormatError, match=r"saved by a newer Byestand \(version 99, .*\. Update Byestand"):
        place.store()
    assert contents(place) == before


@pytest.mark.parametrize("kind", ["file", "postgres"])
def test_processes_that_start_at_once_make_the_tables_once(kind: str, tmp_path: Path) -> None:
    place, many = place_of(kind, tmp_path), 4
    together = Barrier(many)

    def start(_: int) -> VisibleNights:
        together.wait(30)
        return someones(place.store())

    with ThreadPoolExecutor(many) as threads:
        everybody = list(threads.map(start, range(many)))
    assert len({nights.add(AS_IT_WAS) for nights in everybody}) == many
