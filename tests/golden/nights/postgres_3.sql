-- desk 1: D1-FECP-7SPR-5RSA-6VKM-QINV-D7SY-A7RO-JI4B
-- night 1: wall W1-D6PQ-EKSZ-VVOV-RLFP, pairs P1-CYJN-CWTW-43YG-SIUB, N1 P1.N1-SAQS-LO3O-6QHY-KAHU
-- night 2: wall W2-XKFW-LFAE-UMM7-IL26, pairs P2-5NTS-TKBA-FOSW-PLB3, N1 P2.N1-SMC6-CNBJ-D2OJ-Z6MN
-- desk 2: D2-LJUG-5VXG-5MMJ-NQVV-3SPF-POPT-7SPW-JZZY
-- night 3: wall W3-FU7L-BZGK-3FAA-5TES, pairs P3-BA42-SUIV-D7XC-MAGL, N1 P3.N1-4MWE-4BAR-QF5P-MZKQ
-- night 4: wall W4-B3TA-RFKW-F4AQ-N2O7, pairs P4-6XED-YHJV-IXDI-GJHB, N1 P4.N1-72WM-BWU4-KKKX-7I3J
CREATE TABLE public.byestand (
    version integer NOT NULL
);
CREATE TABLE public.workspaces (
    id bigint NOT NULL,
    secret bytea NOT NULL,
    night bigint,
    visited text NOT NULL
);
ALTER TABLE public.workspaces ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.desks_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.events (
    night bigint NOT NULL,
    revision bigint NOT NULL,
    at double precision NOT NULL,
    kind text NOT NULL,
    contents text NOT NULL,
    author text DEFAULT 'director'::text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    checksum text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.nights (
    id bigint NOT NULL,
    workspace bigint NOT NULL,
    changed text NOT NULL,
    revision bigint NOT NULL,
    name text DEFAULT ''::text NOT NULL,
    date text,
    state text DEFAULT ''::text NOT NULL,
    tables bigint,
    checksum text DEFAULT ''::text NOT NULL
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
CREATE TABLE public.uploads (
    token text NOT NULL,
    owner text NOT NULL,
    name text NOT NULL,
    data bytea NOT NULL,
    at double precision NOT NULL
);
INSERT INTO public.byestand VALUES (3);
INSERT INTO public.events VALUES (1, 1, 1794889915.6670752, 'created', '{"setup": {"event": {"club": "", "title": "Planned", "session": "", "date": "2026-11-17", "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0303", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "names": {"N1": "Anna Alder & Béla Beech", "E2": "Clara Cedar & Dieter Damson"}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}', 'director', '', '8c094f4336bfd9b3');
INSERT INTO public.events VALUES (2, 1, 1794889915.8616276, 'created', '{"setup": {"event": {"club": "", "title": "Played", "session": "", "date": "2026-11-17", "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0303", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "names": {"N1": "Anna Alder & Béla Beech", "E2": "Clara Cedar & Dieter Damson"}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}', 'director', '', '49ecac3bb4d46b31');
INSERT INTO public.events VALUES (2, 2, 1794889916.3345494, 'started', '{"rounds": {"A": 3}}', 'director', '', '852cd30ae8afa664');
INSERT INTO public.events VALUES (2, 3, 1794889916.4494116, 'results changed', '{"entered": [{"section": "A", "line": {"board": 1, "ns": ["1"], "ew": ["1"], "outcome": {"ns": {"parts": [[1, 50]]}, "ew": {"parts": [[1, 50]]}}, "section": "", "round": 1, "table": 1, "form": "", "contract": {"level": 3, "strain": "NT", "doubled": 0}, "is_passed_out": false, "declarer": "E", "tricks": 8, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 2, "ns": ["1"], "ew": ["1"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 1, "table": 1, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', '2f594efa6b277dbc');
INSERT INTO public.events VALUES (2, 4, 1794889916.6814473, 'results changed', '{"entered": [{"section": "A", "line": {"board": 3, "ns": ["2"], "ew": ["2"], "outcome": {"ns": {"parts": [[1, -650]]}, "ew": {"parts": [[1, -650]]}}, "section": "", "round": 1, "table": 2, "form": "", "contract": {"level": 4, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "W", "tricks": 11, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 4, "ns": ["2"], "ew": ["2"], "outcome": {"ns": {"parts": [[1, -100]]}, "ew": {"parts": [[1, -100]]}}, "section": "", "round": 1, "table": 2, "form": "", "contract": {"level": 2, "strain": "S", "doubled": 0}, "is_passed_out": false, "declarer": "N", "tricks": 7, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', '90927ff591e00d9e');
INSERT INTO public.events VALUES (2, 5, 1794889916.8893735, 'results changed', '{"entered": [{"section": "A", "line": {"board": 5, "ns": ["3"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 1, "table": 3, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 6, "ns": ["3"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 0]]}, "ew": {"parts": [[1, 0]]}}, "section": "", "round": 1, "table": 3, "form": "", "contract": null, "is_passed_out": true, "declarer": "", "tricks": null, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', 'd97ed214fab53b46');
INSERT INTO public.events VALUES (2, 6, 1794889917.1012685, 'round called', '{"round": 2, "section": ""}', 'director', '', 'f105123f200a4dd5');
INSERT INTO public.events VALUES (2, 7, 1794889917.2785788, 'results changed', '{"entered": [{"section": "A", "line": {"board": 3, "ns": ["1"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 2, "table": 1, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 4, "ns": ["1"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 110]]}, "ew": {"parts": [[1, 110]]}}, "section": "", "round": 2, "table": 1, "form": "", "contract": null, "is_passed_out": false, "declarer": "", "tricks": null, "lead": "", "written": "110", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', 'a92261db64a20558');
INSERT INTO public.events VALUES (3, 1, 1794889917.3281846, 'created', '{"setup": {"event": {"club": "", "title": "Planned", "session": "", "date": "2026-11-17", "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0303", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "names": {"N1": "Anna Alder & Béla Beech", "E2": "Clara Cedar & Dieter Damson"}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}', 'director', '', '18cf4ebe83a4c749');
INSERT INTO public.events VALUES (4, 1, 1794889917.4011555, 'created', '{"setup": {"event": {"club": "", "title": "Played", "session": "", "date": "2026-11-17", "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0303", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "names": {"N1": "Anna Alder & Béla Beech", "E2": "Clara Cedar & Dieter Damson"}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}', 'director', '', '1d580b685b5f3951');
INSERT INTO public.events VALUES (4, 2, 1794889917.765308, 'started', '{"rounds": {"A": 3}}', 'director', '', 'e7b8dedbf65d41ca');
INSERT INTO public.events VALUES (4, 3, 1794889917.8533633, 'results changed', '{"entered": [{"section": "A", "line": {"board": 1, "ns": ["1"], "ew": ["1"], "outcome": {"ns": {"parts": [[1, 50]]}, "ew": {"parts": [[1, 50]]}}, "section": "", "round": 1, "table": 1, "form": "", "contract": {"level": 3, "strain": "NT", "doubled": 0}, "is_passed_out": false, "declarer": "E", "tricks": 8, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 2, "ns": ["1"], "ew": ["1"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 1, "table": 1, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', 'a438b94f16601354');
INSERT INTO public.events VALUES (4, 4, 1794889917.9476705, 'results changed', '{"entered": [{"section": "A", "line": {"board": 3, "ns": ["2"], "ew": ["2"], "outcome": {"ns": {"parts": [[1, -650]]}, "ew": {"parts": [[1, -650]]}}, "section": "", "round": 1, "table": 2, "form": "", "contract": {"level": 4, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "W", "tricks": 11, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 4, "ns": ["2"], "ew": ["2"], "outcome": {"ns": {"parts": [[1, -100]]}, "ew": {"parts": [[1, -100]]}}, "section": "", "round": 1, "table": 2, "form": "", "contract": {"level": 2, "strain": "S", "doubled": 0}, "is_passed_out": false, "declarer": "N", "tricks": 7, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', 'f54726ffdd94b214');
INSERT INTO public.events VALUES (4, 5, 1794889918.0453775, 'results changed', '{"entered": [{"section": "A", "line": {"board": 5, "ns": ["3"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 1, "table": 3, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 6, "ns": ["3"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 0]]}, "ew": {"parts": [[1, 0]]}}, "section": "", "round": 1, "table": 3, "form": "", "contract": null, "is_passed_out": true, "declarer": "", "tricks": null, "lead": "", "written": "", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', '91621c4e2a394950');
INSERT INTO public.events VALUES (4, 6, 1794889918.1588233, 'round called', '{"round": 2, "section": ""}', 'director', '', '25e757b5d5e379f5');
INSERT INTO public.events VALUES (4, 7, 1794889918.2617924, 'results changed', '{"entered": [{"section": "A", "line": {"board": 3, "ns": ["1"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 140]]}, "ew": {"parts": [[1, 140]]}}, "section": "", "round": 2, "table": 1, "form": "", "contract": {"level": 2, "strain": "H", "doubled": 0}, "is_passed_out": false, "declarer": "S", "tricks": 9, "lead": "", "written": "", "note": "", "number": 0}}, {"section": "A", "line": {"board": 4, "ns": ["1"], "ew": ["3"], "outcome": {"ns": {"parts": [[1, 110]]}, "ew": {"parts": [[1, 110]]}}, "section": "", "round": 2, "table": 1, "form": "", "contract": null, "is_passed_out": false, "declarer": "", "tricks": null, "lead": "", "written": "110", "note": "", "number": 0}}], "withdrawn": []}', 'director', '', '19535bf75a9f2fb1');
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-11-17 04:31:55', 1, 'Planned', '2026-11-17', 'planned', 3, 'ec3058bb7c70aa4a');
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (2, 1, '2026-11-17 04:31:57', 7, 'Played', '2026-11-17', 'started', 3, 'dff59a80d4e430b4');
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (3, 2, '2026-11-17 04:31:57', 1, 'Planned', '2026-11-17', 'planned', 3, 'bad0eef2a9209d58');
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (4, 2, '2026-11-17 04:31:58', 7, 'Played', '2026-11-17', 'started', 3, '06c145f7dc67a34e');
INSERT INTO public.secrets VALUES (2, 'display', '\xa73b89e03962be84dc03dd1a9be19b493fbe1821afebdcca7f7c12ef3e972417');
INSERT INTO public.secrets VALUES (2, 'pair', '\xca7c4e7b5df3a79f6b98243cc8686d9eee348e8b696dbeac0b8229c5db34eb06');
INSERT INTO public.secrets VALUES (1, 'display', '\xb8d8ad1c328eca91f75c0d9b9f10196224dca47a359d03c5a9d721166f8adb1e');
INSERT INTO public.secrets VALUES (1, 'pair', '\xed08c126e6d17e0b82f2d13321907796d95cc20d443b9cc092b06930e5a7835a');
INSERT INTO public.secrets VALUES (4, 'display', '\xa5cf9b15edc30d1b3dc526770ec1059fdfc822c8c6af9b8e7cdef7a4185c0b37');
INSERT INTO public.secrets VALUES (4, 'pair', '\x7fc7d38f31f51168b4f807821381b416a3e055eb04a5579a3d4506bf79506b9d');
INSERT INTO public.secrets VALUES (3, 'display', '\xd55af9c18d815e322f6ea5fe48480fdd67f797c4b97b8c254ed4e754a3ed5dc3');
INSERT INTO public.secrets VALUES (3, 'pair', '\x320d17da7500f79d99d3eb4bab880e65a67237ef3234be2d541c5c8b80ee42ab');
INSERT INTO public.workspaces OVERRIDING SYSTEM VALUE VALUES (1, '\xfda4ef806c626169da80477f5cf97fea233013d298fb64a510158b85eba19b3e', 2, '2026-11-17');
INSERT INTO public.workspaces OVERRIDING SYSTEM VALUE VALUES (2, '\x5ead42f4ee4055757e3799c732afeaa2b20db6e82e0bcbe7b4ef4d0b68691b91', 4, '2026-11-17');
SELECT pg_catalog.setval('public.desks_id_seq', 2, true);
SELECT pg_catalog.setval('public.nights_id_seq', 4, true);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT desks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (night, revision);
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT nights_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (night, "right");
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (token);
CREATE UNIQUE INDEX event_of_a_key ON public.events USING btree (night, key) WHERE (key <> ''::text);
CREATE INDEX nights_of_a_workspace ON public.nights USING btree (workspace);
CREATE INDEX uploads_of_an_owner ON public.uploads USING btree (owner);
CREATE INDEX workspace_of_a_night ON public.workspaces USING btree (night);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT desks_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT nights_desk_fkey FOREIGN KEY (workspace) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
