/** API keys, the audit log, the cause of journal entries, and the storage use of tenants. Lists of texts are JSON. */
export const keysAndAudit = `
CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  name TEXT NOT NULL,
  hash TEXT NOT NULL,
  scopes TEXT NOT NULL,
  roles TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  used_at INTEGER
) WITHOUT ROWID;

CREATE INDEX api_keys_created ON api_keys (tenant, created_at, id);
CREATE INDEX api_keys_name ON api_keys (tenant, name, created_at, id);

-- Ids begin with the time: the key is the order of writing, and nothing else is written with an entry.
CREATE TABLE audit (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  at INTEGER NOT NULL,
  subject TEXT NOT NULL,
  kind TEXT NOT NULL,
  operation TEXT NOT NULL,
  outcome TEXT NOT NULL,
  code TEXT NOT NULL,
  target TEXT NOT NULL,
  correlation_id TEXT NOT NULL,
  times INTEGER NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

ALTER TABLE journal ADD COLUMN correlation_id TEXT;

-- The highest row of the journal that was purged of a tenant: whoever is not as far has missed something.
CREATE TABLE purged_rows (
  tenant TEXT NOT NULL PRIMARY KEY,
  row INTEGER NOT NULL
) WITHOUT ROWID;

-- Made once: places in the journal are sealed with it, so that those of another database are none of this one.
CREATE TABLE identity (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  text TEXT NOT NULL
);

INSERT INTO identity VALUES (1, lower(hex(randomblob(32))));

CREATE TABLE content_bytes (
  tenant TEXT NOT NULL PRIMARY KEY,
  bytes INTEGER NOT NULL
) WITHOUT ROWID;

INSERT INTO content_bytes SELECT tenant, sum(octet_length(text)) FROM contents GROUP BY tenant;

CREATE TRIGGER contents_added AFTER INSERT ON contents BEGIN
  INSERT INTO content_bytes (tenant, bytes) VALUES (new.tenant, octet_length(new.text))
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER contents_removed AFTER DELETE ON contents BEGIN
  UPDATE content_bytes SET bytes = bytes - octet_length(old.text) WHERE tenant = old.tenant;
END;
`;
