BEGIN TRANSACTION;
CREATE TABLE desks (
            id integer primary key autoincrement,
            secret blob not null,
            night integer,
            visited text not null
        ) strict;
INSERT INTO "desks" VALUES(1,X'ACF800DFB31430B943D6A7E11F863A824745C46D7F124EE5448B4680DD1FC0DF',1,'2026-11-16');
CREATE TABLE events (
            night integer not null,
            position integer not null,
            at real not null,
            kind text not null,
            contents text not null,
            primary key (night, position)
        ) strict, without rowid;
INSERT INTO "events" VALUES(1,1,1.79486842471588659291e+09,'taken over','{"night": {"format": "byestand night", "version": 6, "name": "11 pairs, W0605", "sections": [{"letter": "A", "movement": "W0605", "missing": ["N6"], "boards": 3, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}], "cases": 2, "pairs": {}, "notes": "", "results": ""}}');
INSERT INTO "events" VALUES(1,2,1.79486842471588659291e+09,'timed','{"seconds": 1350, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}');
INSERT INTO "events" VALUES(1,3,1.79486842491523432728e+09,'called','{"kind": "called", "name": "Tuesday"}');
INSERT INTO "events" VALUES(1,4,1.79486842491528439521e+09,'set up','{"sections": [{"letter": "A", "movement": "W0605", "missing": ["N6"], "boards": 3, "first_board": 4, "one_winner": false, "switch": null, "repaired": null}], "cases": 2}');
INSERT INTO "events" VALUES(1,5,1.79486842491530394555e+09,'named','{"kind": "named", "names": {"N1": "Anna & Boris", "E1": "Carla Cedar & Dörte Damson", "E6": "Ute"}}');
INSERT INTO "events" VALUES(1,6,1.79486842491531777381e+09,'noted','{"kind": "noted", "notes": "Two lines:\nthis is the second."}');
INSERT INTO "events" VALUES(1,7,1.79486842505821108818e+09,'results','{"kind": "results", "heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,1,4,1,1,4S,N,=,,,,", ",1,1,5,1,1,3NT,E,-1,,,,", ",1,1,6,1,1,PASS,,,,,,"], "gone": []}');
INSERT INTO "events" VALUES(1,8,1.79486842509360384938e+09,'results','{"kind": "results", "heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,2,7,2,2,2H,S,+1,,,,", ",1,2,8,2,2,,,,-100,,,", ",1,2,9,2,2,,,,-110,,,"], "gone": []}');
INSERT INTO "events" VALUES(1,9,1.794868425134226799e+09,'results','{"kind": "results", "heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,2,7,2,2,2H,S,=,,,,"], "gone": [",1,2,7,2,2,2H,S,+1,,,,"]}');
INSERT INTO "events" VALUES(1,10,1.79486842648294448853e+09,'repaired','{"section": {"letter": "A", "movement": {"format": "byestand movement", "version": 2, "name": "", "title": "6-table Web, 5 rounds, 5 deal groups, without N6", "tables": 6, "rounds": 5, "deal_groups": 5, "lines": [6, 6], "missing": ["N6"], "claims": [{"kind": "stay", "who": ["N1-N5"]}, {"kind": "step", "who": ["E1-E6"], "tables": 6, "by": [1, 1, 1, 1]}], "layout": {"party_case": null, "subsections": [{"order": "up", "places": [[1], [2], [3], [], []], "boarding": ["A1", "A2", "A3", "A4", "A5"], "descents": [0, 1, 2, 3, 4]}, {"order": "down", "places": [[4], [5], [6], [], []], "boarding": ["B2", "B1", "B5", "B4", "B3"], "descents": [0, 1, 2, 3, 4]}]}, "history": {"after": 2, "cancelled": [], "lost": [[3, 1], [5, 4]], "told": [], "left": [], "came": [], "copies": 2, "changed": [1, 4]}, "boards": {"per_round": 3, "first": 4}, "schedule": [{"round": 1, "table": 1, "ns": 1, "ew": 1, "group": 1}, {"round": 1, "table": 2, "ns": 2, "ew": 2, "group": 2}, {"round": 1, "table": 3, "ns": 3, "ew": 3, "group": 3}, {"round": 1, "table": 4, "ns": 4, "ew": 4, "group": 2}, {"round": 1, "table": 5, "ns": 5, "ew": 5, "group": 1}, {"round": 1, "table": 6, "ns": 0, "ew": 6, "group": 5}, {"round": 2, "table": 1, "ns": 1, "ew": 6, "group": 3}, {"round": 2, "table": 2, "ns": 2, "ew": 1, "group": 3}, {"round": 2, "table": 3, "ns": 3, "ew": 2, "group": 4}, {"round": 2, "table": 4, "ns": 4, "ew": 3, "group": 1}, {"round": 2, "table": 5, "ns": 5, "ew": 4, "group": 5}, {"round": 2, "table": 6, "ns": 0, "ew": 5, "group": 4}, {"round": 3, "table": 1, "ns": 1, "ew": 5, "group": 0}, {"round": 3, "table": 2, "ns": 2, "ew": 6, "group": 4}, {"round": 3, "table": 3, "ns": 3, "ew": 1, "group": 5}, {"round": 3, "table": 4, "ns": 4, "ew": 2, "group": 5}, {"round": 3, "table": 5, "ns": 5, "ew": 3, "group": 4}, {"round": 3, "table": 6, "ns": 0, "ew": 4, "group": 3}, {"round": 4, "table": 1, "ns": 1, "ew": 4, "group": 4}, {"round": 4, "table": 2, "ns": 2, "ew": 5, "group": 5}, {"round": 4, "table": 3, "ns": 3, "ew": 6, "group": 1}, {"round": 4, "table": 4, "ns": 4, "ew": 1, "group": 4}, {"round": 4, "table": 5, "ns": 5, "ew": 2, "group": 3}, {"round": 4, "table": 6, "ns": 0, "ew": 3, "group": 2}, {"round": 5, "table": 1, "ns": 1, "ew": 3, "group": 5}, {"round": 5, "table": 2, "ns": 2, "ew": 4, "group": 1}, {"round": 5, "table": 3, "ns": 3, "ew": 5, "group": 2}, {"round": 5, "table": 4, "ns": 4, "ew": 6, "group": 0}, {"round": 5, "table": 5, "ns": 5, "ew": 1, "group": 2}, {"round": 5, "table": 6, "ns": 0, "ew": 2, "group": 1}]}, "missing": [], "boards": 3, "first_board": 4, "one_winner": false, "switch": null, "repaired": {"words": "after round 2: back to the plan", "before": {"letter": "A", "movement": "W0605", "missing": ["N6"], "boards": 3, "first_board": 4, "one_winner": false, "switch": null, "repaired": null}}}, "cases": 2}');
INSERT INTO "events" VALUES(2,1,1.79486842492001271243e+09,'taken over','{"night": {"format": "byestand night", "version": 6, "name": "Two rooms", "sections": [{"letter": "A", "movement": "M0505", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}, {"letter": "B", "movement": "W0605", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}], "cases": 3, "pairs": {}, "notes": "", "results": ""}}');
INSERT INTO "events" VALUES(2,2,1.79486842493363451958e+09,'set up','{"sections": [{"letter": "A", "movement": "M0505", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}, {"letter": "B", "movement": "W0605", "missing": [], "boards": 2, "first_board": 11, "one_winner": false, "switch": null, "repaired": null}], "cases": 3}');
INSERT INTO "events" VALUES(2,3,1.79486842493366575241e+09,'named','{"kind": "named", "names": {"AN1": "Greta & Hugo", "BE6": "Ivy & Jakob"}}');
INSERT INTO "events" VALUES(2,4,1.79486842518191981317e+09,'results','{"kind": "results", "heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": ["A,1,1,1,1,1,,,,110,,,", "A,1,1,2,1,1,,,,-110,,,"], "gone": []}');
INSERT INTO "events" VALUES(2,5,1.79486842523144078252e+09,'results','{"kind": "results", "heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": ["B,1,2,13,2,2,,,,110,,,", "B,1,2,14,2,2,,,,-110,,,"], "gone": []}');
INSERT INTO "events" VALUES(2,6,1.79486842669844961161e+09,'awaited','{"kind": "awaited", "label": "AN2", "here": false}');
INSERT INTO "events" VALUES(2,7,1.79486842672966718671e+09,'started','{"kind": "started", "rounds": {"A": 5, "B": 5}}');
INSERT INTO "events" VALUES(2,8,1.79486842677416968344e+09,'round called','{"kind": "round called", "round": 2, "section": ""}');
INSERT INTO "events" VALUES(2,9,1.79486842681567311291e+09,'paused','{"kind": "paused", "section": ""}');
INSERT INTO "events" VALUES(2,10,1.79486842683436632157e+09,'resumed','{"kind": "resumed", "section": ""}');
INSERT INTO "events" VALUES(2,11,1.79486842685869240764e+09,'minutes','{"kind": "minutes", "seconds": 60, "section": "", "later": false}');
INSERT INTO "events" VALUES(2,12,1.79486842688596534732e+09,'released','{"kind": "released", "released": true}');
INSERT INTO "events" VALUES(2,13,1.79486842691516733164e+09,'paused','{"kind": "paused", "section": ""}');
INSERT INTO "events" VALUES(2,14,1.79486842696166706088e+09,'undone','{"kind": "undone", "position": 13}');
INSERT INTO "events" VALUES(3,1,1.79486842494823980323e+09,'taken over','{"night": {"format": "byestand night", "version": 6, "name": "One winner", "sections": [{"letter": "A", "movement": "M0808", "missing": [], "boards": 3, "first_board": 1, "one_winner": true, "switch": [7, 8], "repaired": null}], "cases": null, "pairs": {}, "notes": "", "results": ""}}');
INSERT INTO "events" VALUES(3,2,1.79486842494823980323e+09,'timed','{"seconds": 1350, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}');
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
   "movement": {
    "format": "byestand movement",
    "version": 2,
    "name": "",
    "title": "6-table Web, 5 rounds, 5 deal groups, without N6",
    "tables": 6,
    "rounds": 5,
    "deal_groups": 5,
    "lines": [
     6,
     6
    ],
    "missing": [
     "N6"
    ],
    "claims": [
     {
      "kind": "stay",
      "who": [
       "N1-N5"
      ]
     },
     {
      "kind": "step",
      "who": [
       "E1-E6"
      ],
      "tables": 6,
      "by": [
       1,
       1,
       1,
       1
      ]
     }
    ],
    "layout": {
     "party_case": null,
     "subsections": [
      {
       "order": "up",
       "places": [
        [
         1
        ],
        [
         2
        ],
        [
         3
        ],
        [],
        []
       ],
       "boarding": [
        "A1",
        "A2",
        "A3",
        "A4",
        "A5"
       ],
       "descents": [
        0,
        1,
        2,
        3,
        4
       ]
      },
      {
       "order": "down",
       "places": [
        [
         4
        ],
        [
         5
        ],
        [
         6
        ],
        [],
        []
       ],
       "boarding": [
        "B2",
        "B1",
        "B5",
        "B4",
        "B3"
       ],
       "descents": [
        0,
        1,
        2,
        3,
        4
       ]
      }
     ]
    },
    "history": {
     "after": 2,
     "cancelled": [],
     "lost": [
      [
       3,
       1
      ],
      [
       5,
       4
      ]
     ],
     "told": [],
     "left": [],
     "came": [],
     "copies": 2,
     "changed": [
      1,
      4
     ]
    },
    "boards": {
     "per_round": 3,
     "first": 4
    },
    "schedule": [
     {
      "round": 1,
      "table": 1,
      "ns": 1,
      "ew": 1,
      "group": 1
     },
     {
      "round": 1,
      "table": 2,
      "ns": 2,
      "ew": 2,
      "group": 2
     },
     {
      "round": 1,
      "table": 3,
      "ns": 3,
      "ew": 3,
      "group": 3
     },
     {
      "round": 1,
      "table": 4,
      "ns": 4,
      "ew": 4,
      "group": 2
     },
     {
      "round": 1,
      "table": 5,
      "ns": 5,
      "ew": 5,
      "group": 1
     },
     {
      "round": 1,
      "table": 6,
      "ns": 0,
      "ew": 6,
      "group": 5
     },
     {
      "round": 2,
      "table": 1,
      "ns": 1,
      "ew": 6,
      "group": 3
     },
     {
      "round": 2,
      "table": 2,
      "ns": 2,
      "ew": 1,
      "group": 3
     },
     {
      "round": 2,
      "table": 3,
      "ns": 3,
      "ew": 2,
      "group": 4
     },
     {
      "round": 2,
      "table": 4,
      "ns": 4,
      "ew": 3,
      "group": 1
     },
     {
      "round": 2,
      "table": 5,
      "ns": 5,
      "ew": 4,
      "group": 5
     },
     {
      "round": 2,
      "table": 6,
      "ns": 0,
      "ew": 5,
      "group": 4
     },
     {
      "round": 3,
      "table": 1,
      "ns": 1,
      "ew": 5,
      "group": 0
     },
     {
      "round": 3,
      "table": 2,
      "ns": 2,
      "ew": 6,
      "group": 4
     },
     {
      "round": 3,
      "table": 3,
      "ns": 3,
      "ew": 1,
      "group": 5
     },
     {
      "round": 3,
      "table": 4,
      "ns": 4,
      "ew": 2,
      "group": 5
     },
     {
      "round": 3,
      "table": 5,
      "ns": 5,
      "ew": 3,
      "group": 4
     },
     {
      "round": 3,
      "table": 6,
      "ns": 0,
      "ew": 4,
      "group": 3
     },
     {
      "round": 4,
      "table": 1,
      "ns": 1,
      "ew": 4,
      "group": 4
     },
     {
      "round": 4,
      "table": 2,
      "ns": 2,
      "ew": 5,
      "group": 5
     },
     {
      "round": 4,
      "table": 3,
      "ns": 3,
      "ew": 6,
      "group": 1
     },
     {
      "round": 4,
      "table": 4,
      "ns": 4,
      "ew": 1,
      "group": 4
     },
     {
      "round": 4,
      "table": 5,
      "ns": 5,
      "ew": 2,
      "group": 3
     },
     {
      "round": 4,
      "table": 6,
      "ns": 0,
      "ew": 3,
      "group": 2
     },
     {
      "round": 5,
      "table": 1,
      "ns": 1,
      "ew": 3,
      "group": 5
     },
     {
      "round": 5,
      "table": 2,
      "ns": 2,
      "ew": 4,
      "group": 1
     },
     {
      "round": 5,
      "table": 3,
      "ns": 3,
      "ew": 5,
      "group": 2
     },
     {
      "round": 5,
      "table": 4,
      "ns": 4,
      "ew": 6,
      "group": 0
     },
     {
      "round": 5,
      "table": 5,
      "ns": 5,
      "ew": 1,
      "group": 2
     },
     {
      "round": 5,
      "table": 6,
      "ns": 0,
      "ew": 2,
      "group": 1
     }
    ]
   },
   "missing": [],
   "boards": 3,
   "first_board": 4,
   "one_winner": false,
   "switch": null,
   "repaired": {
    "words": "after round 2: back to the plan",
    "before": {
     "letter": "A",
     "movement": "W0605",
     "missing": [
      "N6"
     ],
     "boards": 3,
     "first_board": 4,
     "one_winner": false,
     "switch": null,
     "repaired": null
    }
   }
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
','2026-11-16 22:33:46',10,1);
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
   "first_board": 11,
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
','2026-11-16 22:33:46',14,1);
INSERT INTO "nights" VALUES(3,'{
 "format": "byestand night",
 "version": 6,
 "name": "One winner",
 "sections": [
  {
   "letter": "A",
   "movement": "M0808",
   "missing": [],
   "boards": 3,
   "first_board": 1,
   "one_winner": true,
   "switch": [
    7,
    8
   ],
   "repaired": null
  }
 ],
 "cases": null,
 "pairs": {},
 "notes": "",
 "results": ""
}
','2026-11-16 22:33:44',2,1);
CREATE TABLE secrets (
            night integer not null, right text not null, secret blob not null, primary key (night, right)
        ) strict;
CREATE INDEX nights_of_a_desk on nights (desk);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('desks',1);
INSERT INTO "sqlite_sequence" VALUES('nights',3);
COMMIT;
PRAGMA user_version = 4;
