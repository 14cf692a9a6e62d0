-- A session file written by commit 5c8fc542 (version 7), as a dump.
BEGIN TRANSACTION;
CREATE TABLE codes (
            hash blob primary key,
            night integer not null,
            "right" text not null,
            pair text not null,
            shown text not null
        ) strict, without rowid;
INSERT INTO "codes" VALUES(X'A6F128D8EF88A8EC1E9D4E2A66758C1EFFDDD9BCFB0091798952EB0A0FB62CA5',1,'display','','2026-11-19 15:30:00');
INSERT INTO "codes" VALUES(X'DCB6FB08392A99CE70926570A6F2F5F0062207A752515C883C4ED6A1B24D1416',1,'pair','N1','2026-11-19 15:30:00');
CREATE TABLE events (
            night integer not null,
            revision integer not null,
            at real not null,
            kind text not null,
            contents text not null, author text not null default 'director', key text not null default '', checksum text not null default '',
            primary key (night, revision)
        ) strict, without rowid;
INSERT INTO "events" VALUES(1,1,1795102200.0,'created','{"setup": {"event": {"club": "", "title": "Thursday pairs", "session": "", "date": null, "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0505", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "contestants": {"N1": {"members": [{"name": "Anna Example"}]}}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}','director','','2ec9d4a91a3d3abd');
INSERT INTO "events" VALUES(1,2,1795102200.0,'notes changed','{"notes": "before the release"}','director','','3a0015183df4c9fc');
CREATE TABLE nights (
            id integer primary key autoincrement,
            changed text not null default current_timestamp
        , revision integer not null default 1, workspace integer not null default 1, name text not null default '', date text, state text not null default '', tables integer, checksum text not null default '') strict;
INSERT INTO "nights" VALUES(1,'2026-11-19 15:30:00',2,1,'Thursday pairs',NULL,'planned',5,'41a38c7a402b73de');
CREATE TABLE secrets (
            night integer not null, right text not null, secret blob not null, primary key (night, right)
        ) strict;
INSERT INTO "secrets" VALUES(1,'display',X'7EBF67352A81F7B9478A8C79471935000E918221F6D7305859395DA7AEBDB4B0');
INSERT INTO "secrets" VALUES(1,'pair',X'EA02343BCA14F423F34F2B22DF52264FE55A8B5402B6D9FE06A34DB316C7CC49');
CREATE TABLE uploads (
            token text primary key, owner text not null, name text not null, data blob not null, at real not null
        ) strict;
CREATE TABLE "workspaces" (
            id integer primary key autoincrement,
            secret blob not null,
            night integer,
            visited text not null
        ) strict;
INSERT INTO "workspaces" VALUES(1,X'24661D77B1DC82801EA4E65D19AE76133918F7787D6BE7BF6762D389FA36CB46',1,'9999-12-31');
CREATE INDEX uploads_of_an_owner on uploads (owner);
CREATE INDEX nights_of_a_workspace on nights (workspace);
CREATE UNIQUE INDEX event_of_a_key on events (night, key) where key <> '';
CREATE INDEX codes_of_a_night on codes (night);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('workspaces',1);
INSERT INTO "sqlite_sequence" VALUES('nights',1);
COMMIT;
PRAGMA user_version = 7;
