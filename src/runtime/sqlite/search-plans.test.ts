/**
 * Searches read a page from an index, independent of the number of runs: shown by the query plan of SQLite, not by
 * time.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ItemQuery, MessageQuery, RunQuery, SubscriptionQuery } from '../index.ts';
import { type Connection, openConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { createSqliteStore } from './sqlite-store.ts';

let folder: string;
let connection: Connection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-plans-'));
  connection = openConnection({ file: join(folder, 'signalbox.db'), durability: 'normal' });
  migrate(connection, migrations, () => undefined);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

/** The plans of all statements that are prepared during `work`. */
async function plansOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const asked: string[] = [];
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((sql: string) => {
    asked.push(sql);
    return prepare(sql);
  }) as typeof connection.prepare;
  await work();
  connection.prepare = prepare;
  return asked.flatMap((sql) => {
    const plan = prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', 'NULL')}`).all();
    return plan.map((row) => (row as { readonly detail: string }).detail);
  });
}

const runSearches: readonly (readonly [query: RunQuery, index: string])[] = [
  [{}, 'runs_created (tenant=? AND (created_at,id)<(?,?))'],
  [{ workflow: 'w' }, 'runs_workflow (tenant=? AND workflow=? AND status=? AND (created_at,id)<(?,?))'],
  [{ statuses: ['failed', 'running'] }, 'runs_status (tenant=? AND status=? AND (created_at,id)<(?,?))'],
  [
    { startedBy: 'ada' },
    'runs_started_by (tenant=? AND started_by=? AND status=? AND (created_at,id)<(?,?))',
  ],
  [{ failure: 'timeout' }, 'runs_failure (tenant=? AND failure=? AND (created_at,id)<(?,?))'],
  [{ forkOf: 'r' }, 'runs_fork_of (tenant=? AND origin_run=? AND (created_at,id)<(?,?))'],
  [{ suspended: true }, 'runs_suspended (tenant=? AND (created_at,id)<(?,?))'],
  [{ waiting: true }, 'runs_waiting (tenant=? AND (created_at,id)<(?,?))'],
  [
    { workflow: 'w', statuses: ['failed'], startedBy: 'ada' },
    'runs_workflow (tenant=? AND workflow=? AND status=? AND (created_at,id)<(?,?))',
  ],
];

test.each(runSearches)(
  '[R1.5] a page of runs %j is one range of an index, unsorted',
  async (query, index) => {
    const store = createSqliteStore(connection);
    const page = { limit: 50, before: 'r', beforeCreatedAt: 5 };
    const plans = await plansOf(() => store.runs.search('acme', query, page));
    expect(new Set(plans)).toEqual(new Set([`SEARCH runs USING INDEX ${index}`]));
  },
);

const itemSearches: readonly (readonly [query: ItemQuery, index: string])[] = [
  [{}, 'items_created (tenant=? AND (created_at,id)>(?,?))'],
  [{ run: 'r' }, 'items_of_run (tenant=? AND run=? AND (created_at,id)>(?,?))'],
  [{ states: ['offered', 'held'] }, 'items_state (tenant=? AND state=? AND (created_at,id)>(?,?))'],
  [{ workflow: 'w' }, 'items_workflow (tenant=? AND workflow=? AND state=? AND (created_at,id)>(?,?))'],
  [{ holder: 'ada' }, 'items_holder (tenant=? AND holder=? AND (created_at,id)>(?,?))'],
  [{ reason: 'doubt' }, 'items_reason (tenant=? AND reason=? AND (created_at,id)>(?,?))'],
];

test.each(itemSearches)(
  '[R1.5] a page of items %j is one range of an index, unsorted',
  async (query, index) => {
    const store = createSqliteStore(connection);
    const page = { limit: 50, after: 'i', afterCreatedAt: 5 };
    const plans = await plansOf(() => store.items.search('acme', query, page));
    expect(new Set(plans)).toEqual(new Set([`SEARCH items USING INDEX ${index}`]));
  },
);

const messageSearches: readonly (readonly [query: MessageQuery, index: string])[] = [
  [{}, 'outbox_state (tenant=? AND state=? AND (created_at,id)>(?,?))'],
  [{ state: 'given-up' }, 'outbox_state (tenant=? AND state=? AND (created_at,id)>(?,?))'],
  [{ run: 'r' }, 'outbox_run (tenant=? AND run=? AND state=? AND (created_at,id)>(?,?))'],
  [{ target: 't' }, 'outbox_target (tenant=? AND target=? AND state=? AND (created_at,id)>(?,?))'],
];

test.each(messageSearches)(
  '[F3.3] a page of messages %j is one range of an index, unsorted',
  async (query, index) => {
    const store = createSqliteStore(connection);
    const page = { limit: 50, after: 'm', afterCreatedAt: 5 };
    const plans = await plansOf(() => store.outbox.search('acme', query, page));
    const searches = plans.filter((plan) => !plan.startsWith('CORRELATED'));
    const body = 'SEARCH outbox_bodies USING INTEGER PRIMARY KEY (rowid=?)';
    expect(new Set(searches)).toEqual(new Set([`SEARCH outbox USING INDEX ${index}`, body]));
  },
);

const subscriptionSearches: readonly (readonly [query: SubscriptionQuery, index: string])[] = [
  [{}, 'subscriptions_created (tenant=? AND (created_at,id)>(?,?))'],
  [{ at: 1 }, 'subscriptions_created (tenant=? AND (created_at,id)>(?,?))'],
  [{ run: 'r' }, 'subscriptions_run (tenant=? AND run=? AND (created_at,id)>(?,?))'],
  [{ workflow: 'w' }, 'subscriptions_workflow (tenant=? AND workflow=? AND (created_at,id)>(?,?))'],
  [
    { subject: 's', workflow: 'w' },
    'subscriptions_subject (tenant=? AND subject=? AND (created_at,id)>(?,?))',
  ],
];

test.each(subscriptionSearches)(
  '[F3.4] a page of subscriptions %j is one range of an index, unsorted',
  async (query, index) => {
    const store = createSqliteStore(connection);
    const page = { limit: 50, after: 's', afterCreatedAt: 5 };
    const plans = await plansOf(() => store.subscriptions.search('acme', query, page));
    expect(new Set(plans)).toEqual(new Set([`SEARCH subscriptions USING INDEX ${index}`]));
  },
);

test('[F3.1] the subscribers of a commit, and the next due message, are found without reading pending messages', async () => {
  const plans = await plansOf(async () => createSqliteStore(connection));
  const ofPost = plans.filter((plan) => /(outbox|subscriptions)/.test(plan));
  expect(ofPost).toContain('SEARCH subscriptions USING INDEX subscriptions_in_force (tenant=? AND run=?)');
  for (const search of [
    'outbox USING COVERING INDEX outbox_due (due_at>?)',
    'outbox USING COVERING INDEX outbox_lane (tenant=? AND target=? AND run=?)',
    'outbox USING COVERING INDEX outbox_place (tenant=? AND place=? AND due_at<?)',
    'outbox_tenants USING COVERING INDEX outbox_tenants_due ((due_at,tenant)>(?,?) AND due_at<?)',
    'outbox_hosts USING COVERING INDEX outbox_hosts_due (tenant=? AND (due_at,host)>(?,?) AND due_at<?)',
    'outbox_places USING COVERING INDEX outbox_places_due (tenant=? AND host=? AND (due_at,place)>(?,?) AND due_at<?)',
  ]) {
    expect(ofPost).toContain(`SEARCH ${search}`);
  }
});

test('[R1.5][W5.1] nothing is sorted, for any query', async () => {
  const plans = await plansOf(async () => createSqliteStore(connection));
  expect(plans.filter((plan) => plan.includes('TEMP B-TREE'))).toEqual([]);
  expect(plans).toContain('SEARCH journal USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)');
});

test('[R1.6] due and unfinished runs are read from partial indexes', async () => {
  const plans = await plansOf(async () => createSqliteStore(connection));
  const scans = plans.filter((plan) => /^SCAN (?!\(subquery|CONSTANT ROW)/.test(plan));
  // A scan of these reads their first entries, in order; pending messages are also counted.
  const small = /USING (COVERING )?INDEX (runs_due|items_lease|outbox_lane|outbox_given_up)/;
  expect(scans.filter((scan) => !small.test(scan))).toEqual([]);
  expect(scans.length).toBeGreaterThan(0);
});
