/**
 * Subscriptions and their pending messages. The first pending message of each lane (tenant, target, run) is its head.
 * Each place, host and tenant with pending messages has the time at which its first head is due, so that messages to
 * a busy one are skipped at once. A body for many targets is stored once. Before this step nothing was ever delivered
 * from the outbox.
 */
export const subscriptions = `
CREATE TABLE subscriptions (
  id TEXT NOT NULL PRIMARY KEY,
  tenant TEXT NOT NULL,
  subject TEXT NOT NULL,
  run TEXT NOT NULL,
  workflow TEXT NOT NULL,
  events TEXT NOT NULL,
  url TEXT NOT NULL,
  place TEXT NOT NULL,
  secret TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;

-- For commits: whom to tell.
CREATE INDEX subscriptions_in_force ON subscriptions (tenant, run, workflow, expires_at);
CREATE INDEX subscriptions_created ON subscriptions (tenant, created_at, id);
CREATE INDEX subscriptions_run ON subscriptions (tenant, run, created_at, id) WHERE run <> '';
CREATE INDEX subscriptions_workflow ON subscriptions (tenant, workflow, created_at, id);
CREATE INDEX subscriptions_subject ON subscriptions (tenant, subject, created_at, id);
CREATE INDEX subscriptions_expiry ON subscriptions (expires_at);

ALTER TABLE receipts ADD COLUMN outcome TEXT NOT NULL DEFAULT '';

DROP TABLE outbox;

CREATE TABLE outbox (
  -- The order of writing.
  number INTEGER PRIMARY KEY,
  tenant TEXT NOT NULL,
  id TEXT NOT NULL,
  run TEXT NOT NULL,
  event TEXT NOT NULL,
  target TEXT NOT NULL,
  place TEXT NOT NULL,
  body INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  failure TEXT NOT NULL,
  -- 'waiting' or 'given-up'.
  state TEXT NOT NULL,
  given_up_at INTEGER,
  -- Whether it is the first of its lane that waits.
  head INTEGER NOT NULL,
  UNIQUE (tenant, id)
);

CREATE INDEX outbox_lane ON outbox (tenant, target, run, number, state) WHERE state = 'waiting';
CREATE INDEX outbox_due ON outbox (due_at) WHERE head = 1;
CREATE INDEX outbox_place ON outbox (tenant, place, due_at, number, id) WHERE head = 1;
CREATE INDEX outbox_given_up ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
CREATE INDEX outbox_state ON outbox (tenant, state, created_at, id);
CREATE INDEX outbox_run ON outbox (tenant, run, state, created_at, id);
CREATE INDEX outbox_target ON outbox (tenant, target, state, created_at, id);

CREATE INDEX outbox_body ON outbox (body);

CREATE TABLE outbox_bodies (
  number INTEGER PRIMARY KEY,
  text TEXT NOT NULL
);

CREATE TRIGGER outbox_removed AFTER DELETE ON outbox BEGIN
  DELETE FROM outbox_bodies WHERE number = old.body AND NOT EXISTS (SELECT 1 FROM outbox WHERE body = old.body);
END;

CREATE TABLE outbox_places (
  tenant TEXT NOT NULL,
  place TEXT NOT NULL,
  host TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, place)
) WITHOUT ROWID;

CREATE INDEX outbox_places_due ON outbox_places (tenant, host, due_at, place);

CREATE TABLE outbox_hosts (
  tenant TEXT NOT NULL,
  host TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (tenant, host)
) WITHOUT ROWID;

CREATE INDEX outbox_hosts_due ON outbox_hosts (tenant, due_at, host);

CREATE TABLE outbox_tenants (
  tenant TEXT NOT NULL PRIMARY KEY,
  due_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX outbox_tenants_due ON outbox_tenants (due_at, tenant);
`;
