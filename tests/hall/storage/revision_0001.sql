-- A database of the first schema, with a table at which two actions have been played
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id TEXT NOT NULL,
	seq INTEGER NOT NULL,
	at BIGINT NOT NULL,
	kind TEXT NOT NULL,
	data JSON NOT NULL,
	command TEXT,
	PRIMARY KEY (table_id, seq),
	CONSTRAINT events_command UNIQUE (table_id, command),
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "events" VALUES('old',1,1700000000000,'opened','{"game": "vier3d", "start": "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- r", "seats": [{"kind": "here", "name": "", "level": null}, {"kind": "here", "name": "", "level": null}], "clock": {"kind": "none"}, "listed": false, "lots": false}',NULL);
INSERT INTO "events" VALUES('old',2,1700000000000,'played','{"seat": 0, "actions": ["a1"]}','0:command0');
INSERT INTO "events" VALUES('old',3,1700000000000,'played','{"seat": 1, "actions": ["b1"]}','1:command1');
CREATE TABLE heartbeats (
	process TEXT NOT NULL,
	at BIGINT NOT NULL,
	PRIMARY KEY (process)
);
CREATE TABLE holders (
	table_id TEXT NOT NULL,
	seat INTEGER NOT NULL,
	digest BLOB NOT NULL,
	PRIMARY KEY (table_id, seat, digest),
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE invites (
	table_id TEXT NOT NULL,
	seat INTEGER NOT NULL,
	digest BLOB NOT NULL,
	PRIMARY KEY (table_id, seat, digest),
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE tables (
	id TEXT NOT NULL,
	listed BOOLEAN NOT NULL,
	opened_at BIGINT NOT NULL,
	over_at BIGINT, opened_by TEXT,
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('old',1,1,NULL,NULL);
CREATE INDEX tables_going_on ON tables (opened_at) WHERE over_at IS NULL;
CREATE INDEX tables_opened_by ON tables (opened_by, opened_at) WHERE opened_by IS NOT NULL;
CREATE INDEX tables_over ON tables (over_at) WHERE over_at IS NOT NULL;
COMMIT;
