-- A database of a service written by commit 5c8fc542 (version 4), as a dump.
CREATE TABLE public.byestand (
    version integer NOT NULL
);
CREATE TABLE public.codes (
    hash bytea NOT NULL,
    night bigint NOT NULL,
    "right" text NOT NULL,
    pair text NOT NULL,
    shown text NOT NULL
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
INSERT INTO public.byestand VALUES (4);
INSERT INTO public.codes VALUES ('\x269083008b12f99238bc800e4ac82f450608e56d4bb3d3c535122ad188474cdf', 1, 'display', '', '2026-11-19 15:30:00');
INSERT INTO public.codes VALUES ('\x71b976b01aa46328cdcffcfcb1cdf2ac59673fde28fed290ae05527fa93d357e', 1, 'pair', 'N1', '2026-11-19 15:30:00');
INSERT INTO public.events VALUES (1, 1, 1795102200, 'created', '{"setup": {"event": {"club": "", "title": "Thursday pairs", "session": "", "date": null, "starts": null, "minutes": null, "switch": "boards"}, "scoring": {"method": "matchpoints", "factor": "neuberg", "sections": "field"}, "sections": [{"letter": "A", "movement": {"kind": "catalog", "name": "M0505", "missing": [], "one_winner": false, "switch_rounds": null, "chained": false}, "boards": {"per_round": 2, "first": 1}, "contestants": {"N1": {"members": [{"name": "Anna Example"}]}}}], "sets": null, "timing": {"seconds": 900, "warnings": [300, 60], "breaks": [], "starts": null, "apart": false, "gong": true}}}', 'director', '', '2ec9d4a91a3d3abd');
INSERT INTO public.events VALUES (1, 2, 1795102200, 'notes changed', '{"notes": "before the release"}', 'director', '', '3a0015183df4c9fc');
INSERT INTO public.nights OVERRIDING SYSTEM VALUE VALUES (1, 1, '2026-11-19 15:30:00', 2, 'Thursday pairs', NULL, 'planned', 5, '41a38c7a402b73de');
INSERT INTO public.secrets VALUES (1, 'display', '\x820da9b06ecfca42c27161af50c61282d301553c2acb17e8c7d34730fb30aa81');
INSERT INTO public.secrets VALUES (1, 'pair', '\x8c0de492f086c68fd38b08b31547fa27e26b03c12787d4a174c991ad63950858');
INSERT INTO public.workspaces OVERRIDING SYSTEM VALUE VALUES (1, '\xa49dab3a1d8f07941f39d25b9cef8d481985038a985708b0e70638e660c3db9b', 1, '2026-11-19');
SELECT pg_catalog.setval('public.desks_id_seq', 1, true);
SELECT pg_catalog.setval('public.nights_id_seq', 1, true);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_pkey PRIMARY KEY (hash);
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
CREATE INDEX codes_of_a_night ON public.codes USING btree (night);
CREATE UNIQUE INDEX event_of_a_key ON public.events USING btree (night, key) WHERE (key <> ''::text);
CREATE INDEX nights_of_a_workspace ON public.nights USING btree (workspace);
CREATE INDEX uploads_of_an_owner ON public.uploads USING btree (owner);
CREATE INDEX workspace_of_a_night ON public.workspaces USING btree (night);
ALTER TABLE ONLY public.codes
    ADD CONSTRAINT codes_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT desks_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.nights
    ADD CONSTRAINT nights_desk_fkey FOREIGN KEY (workspace) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.secrets
    ADD CONSTRAINT secrets_night_fkey FOREIGN KEY (night) REFERENCES public.nights(id) ON DELETE CASCADE;
