BEGIN TRANSACTION;
CREATE TABLE desks (
            id integer primary key autoincrement,
            secret blob not null,
            night integer,
            visited text not null
        ) strict;
INSERT INTO "desks" VALUES(1,X'93333C5D89F46F76BF787DB9166F06E355977DD99A044B48B5DEB83CB4918A04',1,'9999-12-31');
CREATE TABLE events (
            night integer not null,
            position integer not null,
            at real not null,
            kind text not null,
            contents text not null,
            primary key (night, position)
        ) strict, without rowid;
INSERT INTO "events" VALUES(1,1,1794868337.0,'taken over','{"night": {
 "format": "byestand night",
 "version": 1,
 "name": "Tuesday",
 "sections": [
  {
   "letter": "A",
   "movement": "W0605",
   "missing": [
    "N6"
   ]
  }
 ],
 "boards": 3,
 "cases": 2,
 "one_winner": false,
 "pairs": {
  "N1": "Anna & Boris",
  "E1": "Carla Cedar & Dörte Damson",
  "E6": "Ute"
 },
 "notes": "Two lines:\nthis is the second."
}
}');
INSERT INTO "events" VALUES(1,2,1.79486844460905480384e+09,'started','{"kind": "started", "rounds": {"A": 5}}');
INSERT INTO "events" VALUES(2,1,1794868337.0,'taken over','{"night": {
 "format": "byestand night",
 "version": 1,
 "name": "Two rooms",
 "sections": [
  {
   "letter": "A",
   "movement": "M0505",
   "missing": []
  },
  {
   "letter": "B",
   "movement": "W0605",
   "missing": []
  }
 ],
 "boards": 2,
 "cases": 3,
 "one_winner": false,
 "pairs": {
  "AN1": "Greta & Hugo",
  "BE6": "Ivy & Jakob"
 },
 "notes": ""
}
}');
INSERT INTO "events" VALUES(2,2,1.79486844464546275133e+09,'started','{"kind": "started", "rounds": {"A": 5, "B": 5}}');
INSERT INTO "events" VALUES(2,3,1.79486844496597480768e+09,'results','{"heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": ["A,1,1,1,1,1,,,,110,,,", "A,1,1,2,1,1,,,,110,,,"], "gone": []}');
INSERT INTO "events" VALUES(3,1,1794868337.0,'taken over','{"night": {
 "format": "byestand night",
 "version": 1,
 "name": "One winner",
 "sections": [
  {
   "letter": "A",
   "movement": "M0808",
   "missing": []
  }
 ],
 "boards": 3,
 "cases": null,
 "one_winner": true,
 "pairs": {},
 "notes": ""
}
}');
CREATE TABLE nights (
    id integer primary key autoincrement,
    contents text not null,
    changed text not null default current_timestamp
, revision integer not null default 1, desk integer not null default 1) strict;
INSERT INTO "nights" VALUES(1,'{
 "format": "byestand night",
 "version": 6,
 "name": "Tuesday",
 "sections": [
  {
   "letter": "A",
   "movement": "W0605",
   "missing": [
    "N6"
   ],
   "boards": 3,
   "first_board": 1,
   "one_winner": false,
   "switch": null,
   "repaired": null
  }
 ],
 "cases": 2,
 "pairs": {
  "N1": "Anna & Boris",
  "E1": "Carla Cedar & Dörte Damson",
  "E6": "Ute"
 },
 "notes": "Two lines:\nthis is the second.",
 "results": ""
}
','2026-11-16 22:34:04',2,1);
INSERT INTO "nights" VALUES(2,'{
 "format": "byestand night",
 "version": 6,
 "name": "Two rooms",
 "sections": [
  {
   "letter": "A",
   "movement": "M0505",
   "missing": [],
   "boards": 2,
   "first_board": 1,
   "one_winner": false,
   "switch": null,
   "repaired": null
  },
  {
   "letter": "B",
   "movement": "W0605",
   "missing": [],
   "boards": 2,
   "first_board": 1,
   "one_winner": false,
   "switch": null,
   "repaired": null
  }
 ],
 "cases": 3,
 "pairs": {
  "AN1": "Greta & Hugo",
  "BE6": "Ivy & Jakob"
 },
 "notes": "",
 "results": ""
}
','2026-11-16 22:34:04',3,1);
INSERT INTO "nights" VALUES(3,'{
 "format": "byestand night",
 "version": 1,
 "name": "One winner",
 "sections": [
  {
   "letter": "A",
   "movement": "M0808",
   "missing": []
  }
 ],
 "boards": 3,
 "cases": null,
 "one_winner": true,
 "pairs": {},
 "notes": ""
}
','2026-11-16 22:32:17',1,1);
CREATE TABLE secrets (
            night integer not null, right text not null, secret blob not null, primary key (night, right)
        ) strict;
CREATE TABLE uploads (
            token text primary key, owner text not null, name text not null, data blob not null, at real not null
        ) strict;
CREATE INDEX nights_of_a_desk on nights (desk);
CREATE INDEX uploads_of_an_owner on uploads (owner);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('nights',3);
INSERT INTO "sqlite_sequence" VALUES('desks',1);
COMMIT;
PRAGMA user_version = 5;
