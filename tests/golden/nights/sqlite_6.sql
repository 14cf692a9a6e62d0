-- director D1-WYT7-I5T5-33ET-YP3G
-- night 1: wall W1-IHYU-PAIB-7RXI-2YC3, pairs P1-7S62-25D3-UWFM-BFBE, N1 P1.N1-UYR7-7AC2-K5HT-ZY6O
-- night 2: wall W2-XFT3-KTIJ-TUKG-R2NM, pairs P2-D6I4-QKKC-SMNH-Y5XJ, N1 P2.N1-SOFY-B76Q-BXB7-M74K
BEGIN TRANSACTION;
CREATE TABLE events (
            night integer not null,
            revision integer not null,
            at real not null,
            kind text not null,
            contents text not null, author text not null default 'director', key text not null default '', checksum text not null default '',
            primary key (night, revision)
        ) strict, without rowid;
INSERT INTO "events" VALUES(1,1,1.7948899093718390465e+09,'created','{"setup": {"event": {"club": "", "title": "Planned", "session": "", "date": "2026-11-17", "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0303", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "names": {"N1": "Anna Alder & Béla Beech", "E2": "Clara Cedar & Dieter Damson"}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}','director','','c5e0e5b79477cc60');
INSERT INTO "events" VALUES(2,1,1.79488990947658705711e+09,'created','{"setup": {"event": {"club": "", "title": "Played", "session": "", "date": "2026-11-17", "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0303", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "names": {"N1": "Anna Alder & Béla Beech", "E2": "Clara Cedar & Dieter Damson"}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}','director','','b4a87a120fd99dc4');
INSERT INTO "events" VALUES(2,2,1.79488991063136887546e+09,'started','{"rounds": {"A": 3}}','director','','abdf241d6870b0b6');
INSERT INTO "events" VALUES(2,3,1.79488991094551181794e+09,'results changed','{"entered": [{"section": "A", "line": {"board": 1, "ns": ["1"], "ew": ["1"], "outcome": {"ns": {"parts": [[1, 50]]}, "ew": {"parts": [[1, 50]]}}, "section": "", "round": 1, "table": 1, "form": "", "contract": {"level": 3, "strain": "NT", "doubled": 0}, "is_passed_out": false, "declarer": "E", "tricks": 8, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 2, "ns": ["1"], "ew": ["1"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 1, "table": 1, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}','director','','55969e956513a929');
INSERT INTO "events" VALUES(2,4,1.79488991103743290899e+09,'results changed','{"entered": [{"section": "A", "line": {"board": 3, "ns": ["2"], "ew": ["2"], "outcome": {"ns": {"parts": [[1, -650]]}, "ew": {"parts": [[1, -650]]}}, "section": "", "round": 1, "table": 2, "form": "", "contract": {"level": 4, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "W", "tricks": 11, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 4, "ns": ["2"], "ew": ["2"], "outcome": {"ns": {"parts": [[1, -100]]}, "ew": {"parts": [[1, -100]]}}, "section": "", "round": 1, "table": 2, "form": "", "contract": {"level": 2, "strain": "S", "doubled": 0}, "is_passed_out": false, "declarer": "N", "tricks": 7, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}','director','','3a2ff2bedfaf29a0');
INSERT INTO "events" VALUES(2,5,1.79488991106199240687e+09,'results changed','{"entered": [{"section": "A", "line": {"board": 5, "ns": ["3"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 1, "table": 3, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 6, "ns": ["3"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 0]]}, "ew": {"parts": [[1, 0]]}}, "section": "", "round": 1, "table": 3, "form": "", "contract": null, "is_passed_out": true, "declarer": "", "tricks": null, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}','director','','8b7c41821d2a38bf');
INSERT INTO "events" VALUES(2,6,1.79488991107185482981e+09,'round called','{"round": 2, "section": ""}','director','','3139a7263c9b8435');
INSERT INTO "events" VALUES(2,7,1.79488991107888555534e+09,'results changed','{"entered": [{"section": "A", "line": {"board": 3, "ns": ["1"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 2, "table": 1, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 4, "ns": ["1"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 110]]}, "ew": {"parts": [[1, 110]]}}, "section": "", "round": 2, "table": 1, "form": "", "contract": null, "is_passed_out": false, "declarer": "", "tricks": null, "lead": "", "written": "110", "note": "", "number": 0}}], "withdrawn": []}','director','','3435db5ef2f1bfee');
CREATE TABLE nights (
            id integer primary key autoincrement,
            changed text not null default current_timestamp
        , revision integer not null default 1, workspace integer not null default 1, name text not null default '', date text, state text not null default '', tables integer, checksum text not null default '') strict;
INSERT INTO "nights" VALUES(1,'2026-11-17 04:31:49',1,1,'Planned','2026-11-17','planned',3,'1c79f0c4f9ebd2fc');
INSERT INTO "nights" VALUES(2,'2026-11-17 04:31:51',7,1,'Played','2026-11-17','started',3,'9add3f9082b4e3b4');
CREATE TABLE secrets (
            night integer not null, right text not null, secret blob not null, primary key (night, right)
        ) strict;
INSERT INTO "secrets" VALUES(1,'display',X'A1A4AF188E12EF80802C3D2390E70F62330F1ADF45B1DC9AD1837AA97874B3CC');
INSERT INTO "secrets" VALUES(1,'pair',X'BB227F2BC24F193520D5F3D43F622CC26F96FBA20C96AAB7872B2E8934E1249E');
INSERT INTO "secrets" VALUES(2,'display',X'6818174A71F3265BC5CA65265FDC31CC3A12069105C6415725AAD2F8611B9C68');
INSERT INTO "secrets" VALUES(2,'pair',X'C1953CB9ADF7DF36C80612A74003FBECCAFA7B473384F365C40FF570DA3EC54C');
CREATE TABLE uploads (
            token text primary key, owner text not null, name text not null, data blob not null, at real not null
        ) strict;
CREATE TABLE "workspaces" (
            id integer primary key autoincrement,
            secret blob not null,
            night integer,
            visited text not null
        ) strict;
INSERT INTO "workspaces" VALUES(1,X'66F028E2CA26BFF99AF16D732A3E7BEA81DA1459C7ACABB035BE0B79BDE97A4E',2,'9999-12-31');
CREATE INDEX uploads_of_an_owner on uploads (owner);
CREATE INDEX nights_of_a_workspace on nights (workspace);
CREATE UNIQUE INDEX event_of_a_key on events (night, key) where key <> '';
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('workspaces',1);
INSERT INTO "sqlite_sequence" VALUES('nights',2);
COMMIT;
PRAGMA user_version = 6;
