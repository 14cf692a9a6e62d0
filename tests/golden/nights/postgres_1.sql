-- desk 1: D1-YMLO-BCI4-JXDW-LHDA-WHGC-XX5F-YEKA-EJTZ
-- desk 2: D2-XDZL-WFBK-XOGQ-XJQJ-3DZ4-ZYVU-2KKA-42MZ
CREATE TABLE public.byestand (
    version integer NOT NULL
);
CREATE TABLE public.desks (
    id bigint NOT NULL,
    secret bytea NOT NULL,
    night bigint,
    visited text NOT NULL
);
ALTER TABLE public.desks ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.desks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events (
    night bigint NOT NULL,
    "position" bigint NOT NULL,
    at double precision NOT NULL,
    kind text NOT NULL,
    contents text NOT NULL
);
CREATE TABLE public.nights (
    id bigint NOT NULL,
    desk bigint NOT NULL,
    contents text NOT NULL,
    changed text NOT NULL,
    revision bigint NOT NULL
);
ALTER TABLE public.nights ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.nights_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.secrets (
    night bigint NOT NULL,
    "right" text NOT NULL,
    secret bytea NOT NULL
);
INSERT INTO public.byestand VALUES (1);
INSERT INTO public.desks OVERRIDING SYSTEM VALUE VALUES (1, '\x53c08d72c81fa146bec8beb320e6b53e8c03c2728bca20877412f575bf4fb45d', 2, '2026-11-16');
INSERT INTO public.desks OVERRIDING SYSTEM VALUE VALUES (2, '\x302500f77ee4cc7fab9d817b5ce512f8a50b2d069ad6de0cad920129aabaeb26', 4, '2026-11-16');
INSERT INTO public.events VALUES (1, 1, 1794868520.8002126, 'taken over', '{"night": {"format": "byestand night", "version": 6, "name": "Tuesday of desk 1", "sections": [{"letter": "A", "movement": "W0605", "missing": ["N6"], "boards": 3, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}], "cases": 2, "pairs": {"N1": "Anna & Boris", "E6": "Ute"}, "notes": "", "results": ""}}');
INSERT INTO public.events VALUES (1, 2, 1794868520.8002126, 'timed', '{"seconds": 1350, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}');
INSERT INTO public.events VALUES (1, 3, 1794868521.5533974, 'awaited', '{"kind": "awaited", "label": "N2", "here": false}');
INSERT INTO public.events VALUES (1, 4, 1794868521.6943243, 'started', '{"kind": "started", "rounds": {"A": 5}}');
INSERT INTO public.events VALUES (1, 5, 1794868521.7682369, 'round called', '{"kind": "round called", "round": 2, "section": ""}');
INSERT INTO public.events VALUES (1, 6, 1794868521.8618658, 'paused', '{"kind": "paused", "section": ""}');
INSERT INTO public.events VALUES (1, 7, 1794868521.9281595, 'resumed', '{"kind": "resumed", "section": ""}');
INSERT INTO public.events VALUES (1, 8, 1794868521.9816086, 'minutes', '{"kind": "minutes", "seconds": 60, "section": "", "later": false}');
INSERT INTO public.events VALUES (1, 9, 1794868522.0616791, 'released', '{"kind": "released", "released": true}');
INSERT INTO public.events VALUES (1, 10, 1794868522.180082, 'paused', '{"kind": "paused", "section": ""}');
INSERT INTO public.events VALUES (1, 11, 1794868522.56335, 'results', '{"heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,1,1,1,1,,,,110,,,", ",1,1,2,1,1,,,,110,,,", ",1,1,3,1,1,,,,110,,,"], "gone": []}');
INSERT INTO public.events VALUES (1, 12, 1794868522.6238678, 'results', '{"heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,2,4,2,2,,,,110,,,", ",1,2,5,2,2,,,,110,,,", ",1,2,6,2,2,,,,110,,,"], "gone": []}');
INSERT INTO public.events VALUES (2, 1, 1794868522.640577, 'taken over', '{"night": {"format": "byestand night", "version": 6, "name": "Two rooms", "sections": [{"letter": "A", "movement": "M0505", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}, {"letter": "B", "movement": "W0605", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}], "cases": null, "pairs": {"AN1": "Greta & Hugo", "BE6": "Ivy & Jakob"}, "notes": "", "results": ""}}');
INSERT INTO public.events VALUES (3, 1, 1794868522.8381805, 'taken over', '{"night": {"format": "byestand night", "version": 6, "name": "Tuesday of desk 2", "sections": [{"letter": "A", "movement": "W0605", "missing": ["N6"], "boards": 3, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}], "cases": 2, "pairs": {"N1": "Anna & Boris", "E6": "Ute"}, "notes": "", "results": ""}}');
INSERT INTO public.events VALUES (3, 2, 1794868522.8381805, 'timed', '{"seconds": 1350, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}');
INSERT INTO public.events VALUES (3, 3, 1794868523.0738986, 'awaited', '{"kind": "awaited", "label": "N2", "here": false}');
INSERT INTO public.events VALUES (3, 4, 1794868523.125316, 'started', '{"kind": "started", "rounds": {"A": 5}}');
INSERT INTO public.events VALUES (3, 5, 1794868523.1853042, 'round called', '{"kind": "round called", "round": 2, "section": ""}');
INSERT INTO public.events VALUES (3, 6, 1794868523.2454135, 'paused', '{"kind": "paused", "section": ""}');
INSERT INTO public.events VALUES (3, 7, 1794868523.2979498, 'resumed', '{"kind": "resumed", "section": ""}');
INSERT INTO public.events VALUES (3, 8, 1794868523.349324, 'minutes', '{"kind": "minutes", "seconds": 60, "section": "", "later": false}');
INSERT INTO public.events VALUES (3, 9, 1794868523.4051208, 'released', '{"kind": "released", "released": true}');
INSERT INTO public.events VALUES (3, 10, 1794868523.4690301, 'paused', '{"kind": "paused", "section": ""}');
INSERT INTO public.events VALUES (3, 11, 1794868523.640745, 'results', '{"heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,1,1,1,1,,,,110,,,", ",1,1,2,1,1,,,,110,,,", ",1,1,3,1,1,,,,110,,,"], "gone": []}');
INSERT INTO public.events VALUES (3, 12, 1794868523.7254763, 'results', '{"heading": "section,round,table,board,ns,ew,contract,declarer,result,score,lead,form,note", "new": [",1,2,4,2,2,,,,110,,,", ",1,2,5,2,2,,,,110,,,", ",1,2,6,2,2,,,,110,,,"], "gone": []}');
INSERT INTO public.events VALUES (4, 1, 1794868523.7722175, 'taken over', '{"night": {"format": "byestand night", "version": 6, "name": "Two rooms", "sections": [{"letter": "A", "movement": "M0505", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}, {"letter": "B", "movement": "W0605", "missing": [], "boards": 2, "first_board": 1, "one_winner": false, "switch": null, "repaired": null}], "cases": null, "pairs": {"AN1": "Greta & Hugo", "BE6": "Ivy & Jakob"}, "notes": "", "results": ""}}');
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (3, 2, '{
 "format": "byestand night",
 "version": 6,
 "name": "Tuesday of desk 2",
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
  "E6": "Ute"
 },
 "notes": "",
 "results": ""
}
', '2026-11-16 22:35:23', 12);
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (4, 2, '{
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
 "cases": null,
 "pairs": {
  "AN1": "Greta & Hugo",
  "BE6": "Ivy & Jakob"
 },
 "notes": "",
 "results": ""
}
', '2026-11-16 22:35:23', 1);
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (1, 1, '{
 "format": "byestand night",
 "version": 6,
 "name": "Tuesday of desk 1",
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
  "E6": "Ute"
 },
 "notes": "",
 "results": ""
}
', '2026-11-16 22:35:22', 12);
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (2, 1, '{
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
 "cases": null,
 "pairs": {
  "AN1": "Greta & Hugo",
  "BE6": "Ivy & Jakob"
 },
 "notes": "",
 "results": ""
}
', '2026-11-16 22:35:22', 1);
INSERT INTO public.secrets VALUES (1, 'display', '\x4931014504cef3adfa9c302725de3a955253c6085c5ef5aa4c4a80575a50970f');
INSERT INTO public.secrets VALUES (1, 'pair', '\x20b2ff7437ff207635c885c56fb0c08958098dd8e8d874268ce58f4dfe1a4ba2');
INSERT INTO public.secrets VALUES (3, 'display', '\xdc1710ca1123bd5b6111da2647c068a5f70659b7c6d98de7be0600fb4c8c9625');
INSERT INTO public.secrets VALUES (3, 'pair', '\x0e0e70f03e7d9cb96df707181b2cf4a2c6dbbccdd619b825009bd7b15a663010');
SELECT pg_catalog.setval('public.desks_id_seq', 2, true);
SELECT pg_catalog.setval('public.nights_id_seq', 4, true);
ALTER TABLE ONLY public.desks
    ADD CONSTRAINT desks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (night, "position");
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT nights_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (night, "right");
CREATE INDEX desk_of_a_night ON public.desks USING btree (night);
CREATE INDEX nights_of_a_desk ON public.nights USING btree (desk);
ALTER TABLE ONLY public.desks
    ADD CONSTRAINT desks_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT nights_desk_fkey FOREIGN KEY (desk) REFERENCES public.desks(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
