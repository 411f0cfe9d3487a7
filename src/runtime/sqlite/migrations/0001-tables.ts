/**
 * The tables. Ids of runs, items and messages are unique only within a tenant, so every key contains the tenant.
 * Values that only the engine interprets are JSON text.
 */
export const tables = `
CREATE TABLE runs (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  language TEXT NOT NULL,
  workflow TEXT NOT NULL,
  version TEXT NOT NULL,
  revision TEXT NOT NULL,
  program TEXT NOT NULL,
  status TEXT NOT NULL,
  suspended INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  ended_at INTEGER,
  started_by TEXT NOT NULL,
  origin_kind TEXT,
  origin_run TEXT,
  origin_at INTEGER,
  -- The run at the root of its forks, where it is one: claims are kept while one of the family is there.
  family TEXT,
  due INTEGER,
  calls INTEGER NOT NULL,
  items INTEGER NOT NULL,
  approvals INTEGER NOT NULL,
  parked INTEGER NOT NULL,
  failure TEXT,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

CREATE INDEX runs_due ON runs (due, tenant, id) WHERE due IS NOT NULL AND approvals = 0;
CREATE INDEX runs_under_way ON runs (id, tenant) WHERE calls > 0 AND approvals = 0;
CREATE INDEX runs_ended ON runs (tenant, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX runs_family ON runs (tenant, family) WHERE family IS NOT NULL;

-- Kept in the order of writing: entries of many runs at once are then one place on the disk instead of many.
CREATE TABLE journal (
  tenant TEXT NOT NULL,
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  event TEXT NOT NULL,
  notes TEXT NOT NULL,
  PRIMARY KEY (tenant, run, seq)
);

CREATE TABLE snapshots (
  tenant TEXT NOT NULL,
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL,
  PRIMARY KEY (tenant, run)
);

CREATE TABLE items (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  run TEXT NOT NULL,
  workflow TEXT NOT NULL,
  instance INTEGER NOT NULL,
  net TEXT NOT NULL,
  task TEXT NOT NULL,
  reason TEXT NOT NULL,
  item TEXT NOT NULL,
  input TEXT NOT NULL,
  position INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  state TEXT NOT NULL,
  paused INTEGER NOT NULL,
  holder TEXT NOT NULL,
  lease INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, id)
) WITHOUT ROWID;

CREATE INDEX items_lease ON items (lease, tenant, id) WHERE lease IS NOT NULL AND state = 'held';
CREATE INDEX items_of_run ON items (tenant, run, created_at, id);

CREATE TABLE contents (
  tenant TEXT NOT NULL,
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, kind, hash)
);

-- How many runs are pinned to a program or a definition.
CREATE TABLE pins (
  tenant TEXT NOT NULL,
  kind TEXT NOT NULL,
  hash TEXT NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (tenant, kind, hash)
) WITHOUT ROWID;

-- Which runs need a payload.
CREATE TABLE payload_uses (
  tenant TEXT NOT NULL,
  run TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (tenant, run, hash)
) WITHOUT ROWID;

CREATE INDEX payload_users ON payload_uses (tenant, hash);

CREATE TABLE revisions (
  tenant TEXT NOT NULL,
  document TEXT NOT NULL,
  number INTEGER NOT NULL,
  hash TEXT NOT NULL,
  at INTEGER NOT NULL,
  by TEXT NOT NULL,
  PRIMARY KEY (tenant, document, number)
) WITHOUT ROWID;

CREATE INDEX revisions_hash ON revisions (tenant, hash);

CREATE TABLE receipts (
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  input TEXT NOT NULL,
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, subject, operation, key)
) WITHOUT ROWID;

CREATE INDEX receipts_expiry ON receipts (expires_at);

CREATE TABLE outbox (
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  run TEXT NOT NULL,
  topic TEXT NOT NULL,
  target TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  -- Why it was given up; null while it is to be delivered.
  given_up TEXT,
  PRIMARY KEY (tenant, id)
);

CREATE INDEX outbox_due ON outbox (due_at, tenant, id) WHERE given_up IS NULL;
CREATE INDEX outbox_given_up ON outbox (tenant, run) WHERE given_up IS NOT NULL;

CREATE TABLE claims (
  tenant TEXT NOT NULL,
  run TEXT NOT NULL,
  instance INTEGER NOT NULL,
  claimant TEXT NOT NULL,
  family TEXT NOT NULL,
  PRIMARY KEY (tenant, run, instance)
) WITHOUT ROWID;

CREATE INDEX claims_family ON claims (tenant, family);
`;
