BEGIN TRANSACTION;
CREATE TABLE desk (id integer primary key check (id = 1), night integer not null) strict;
INSERT INTO "desk" VALUES(1,1);
CREATE TABLE nights (
    id integer primary key autoincrement,
    contents text not null,
    changed text not null default current_timestamp
) strict;
INSERT INTO "nights" VALUES(1,'{
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
','2026-11-16 22:32:17');
INSERT INTO "nights" VALUES(2,'{
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
','2026-11-16 22:32:17');
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
','2026-11-16 22:32:17');
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('nights',3);
COMMIT;
PRAGMA user_version = 1;
