BEGIN TRANSACTION;
CREATE TABLE desk (id integer primary key check (id = 1), night integer not null) strict;
INSERT INTO "desk" VALUES(1,1);
CREATE TABLE nights (
            id integer primary key autoincrement,
            contents text not null,
            changed text not null default current_timestamp
        , revision integer not null default 1) strict;
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
 "results": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note\n,1,1,4,1,1,4S,N,=,,,,\n,1,1,5,1,1,3NT,E,-1,,,,\n,1,1,6,1,1,PASS,,,,,,\n,1,2,7,2,2,2H,S,=,,,,\n,1,2,8,2,2,,,,-100,,,\n,1,2,9,2,2,,,,-110,,,\n"
}
','2026-11-16 22:33:32',6);
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
 "results": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note\nA,1,1,1,1,1,,,,110,,,\nA,1,1,2,1,1,,,,-110,,,\nB,1,2,13,2,2,,,,110,,,\nB,1,2,14,2,2,,,,-110,,,\n"
}
','2026-11-16 22:33:31',4);
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
','2026-11-16 22:33:30',1);
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('nights',3);
COMMIT;
PRAGMA user_version = 2;
