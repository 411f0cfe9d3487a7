/** The cost of the outbox, measured by statements and rows instead of time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleUnit } from '../../testing/index.ts';
import type { Announcement } from '../ports/outbox.ts';
import { type Connection, openConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { createSqliteStore } from './sqlite-store.ts';

let folder: string;
let connection: Connection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-outbox-'));
  connection = openConnection({ file: join(folder, 'signalbox.db'), durability: 'normal' });
  migrate(connection, migrations, () => undefined);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

/** The store, and how many statements it has run. */
function openCounted() {
  const count = { statements: 0 };
  const prepare = connection.prepare.bind(connection);
  connection.prepare = ((sql: string) => {
    const statement = prepare(sql);
    for (const way of ['get', 'all', 'run', 'iterate'] as const) {
      const act: (...values: unknown[]) => unknown = statement[way].bind(statement);
      Object.assign(statement, {
        [way]: (...values: unknown[]) => {
          count.statements += 1;
          return act(...values);
        },
      });
    }
    return statement;
  }) as typeof connection.prepare;
  return { store: createSqliteStore(connection), count };
}

type Counted = ReturnType<typeof openCounted>;

const alone = { audit: [], receipts: [] };

const subscribe = ({ store }: Counted, id: string, url: string, tenant = 'acme') =>
  store.subscriptions.add(
    {
      tenant,
      id,
      subject: 'ada',
      run: '',
      workflow: 'book_trip',
      events: ['case_completed'],
      url,
      secret: '',
      createdAt: 1_000,
      expiresAt: 9_000,
    },
    alone,
  );

const announcement = (mark: string, body: string): Announcement => ({
  event: 'case_completed',
  mark,
  body: () => body,
  at: 1_000,
});

const announce = ({ store }: Counted, tenant: string, body: string, mark = '1') =>
  store.commit([sampleUnit({ tenant, id: `run-${mark}` }, { announcements: [announcement(mark, body)] })]);

test('[F3.3] messages to busy targets are skipped at once, for any number of them', async () => {
  const counted = openCounted();
  for (let at = 0; at < 1_500; at++) await subscribe(counted, `h${at}`, `https://host${at}.example`);
  for (let at = 0; at < 500; at++) await subscribe(counted, `p${at}`, `https://a.example/${at}`);
  await subscribe(counted, 'works', 'https://works.example', 'other');
  await announce(counted, 'acme', '{}');
  await announce(counted, 'other', '{}');
  const { store, count } = counted;
  const ask = async (busy: object) => {
    count.statements = 0;
    const none = { messages: [], places: [], hosts: [], tenants: [] };
    const due = await store.outbox.due(2_000, 1, { ...none, ...busy });
    return { targets: due.map(({ target }) => target), isCheap: count.statements < 25 };
  };
  expect((await ask({})).isCheap).toBe(true);
  expect(await ask({ tenants: ['acme'] })).toEqual({ targets: ['works'], isCheap: true });
  const hosts = ['a', 'host0', 'host1'].map((name) => ({ tenant: 'acme', host: `${name}.example` }));
  expect(await ask({ hosts })).toEqual({ targets: ['h10'], isCheap: true });
});

test('[F3.1] a body for many targets is stored once, and no longer than it is pending', async () => {
  const counted = openCounted();
  const { store } = counted;
  for (let at = 0; at < 50; at++) await subscribe(counted, `s${at}`, 'https://example.com');
  const body = JSON.stringify('x'.repeat(100_000));
  await announce(counted, 'acme', body);
  await announce(counted, 'acme', 'another', '2');
  const kept = () => connection.prepare('SELECT count(*) FROM outbox_bodies').pluck().get();
  expect([await store.outbox.count(), kept()]).toEqual([{ waiting: 100, givenUp: 0 }, 2]);
  const messages = await store.outbox.search('acme', { run: 'run-1' }, { limit: 100 });
  expect(new Set(messages.map((message) => message.body))).toEqual(new Set([body]));
  // Written again, it exists already.
  const again = { event: 'case_completed', mark: '1', body: () => body, at: 1_000 } as const;
  await store.commit([sampleUnit({ id: 'run-1', seq: 2 }, { expected: 1, announcements: [again] })]);
  expect(kept()).toBe(2);
  await store.outbox.settle(messages.slice(1).map((message) => ({ kind: 'delivered', message })));
  expect(kept()).toBe(2);
  await store.outbox.settle(messages.slice(0, 1).map((message) => ({ kind: 'delivered', message })));
  expect(kept()).toBe(1);
  for (let at = 0; at < 50; at++) await store.subscriptions.remove('acme', `s${at}`, alone);
  expect([await store.outbox.count(), kept()]).toEqual([{ waiting: 0, givenUp: 0 }, 0]);
});

test('[F3.6] the messages of an ended subscription are removed in parts: others are served in between', async () => {
  const { store, count } = openCounted();
  await subscribe({ store, count }, 'ended', 'https://a.example');
  await subscribe({ store, count }, 'stays', 'https://b.example', 'other');
  // Two messages for each run: the second waits for the first.
  for (let at = 0; at < 600; at++) {
    const announcements = ['1', '2'].map((mark) => announcement(mark, '{}'));
    await store.commit([sampleUnit({ tenant: 'acme', id: `run-${at}` }, { announcements })]);
  }
  await announce({ store, count }, 'other', '{}');
  const look = connection.prepare<[], { left: number; lanes: number; heads: number }>(
    "SELECT count(*) AS left, count(DISTINCT run) AS lanes, sum(head) AS heads FROM outbox WHERE tenant = 'acme'",
  );
  const removal = store.subscriptions.remove('acme', 'ended', alone);
  const seen: number[] = [];
  for (let left = 1_200; left > 0; ) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = look.get();
    left = now?.left ?? 0;
    if (left > 0) seen.push(left);
    // Also after a crash at this point, each of them comes up.
    expect(now?.heads ?? 0).toBe(now?.lanes);
  }
  expect(await removal).toBe(true);
  expect(seen).toEqual([700, 200]);
  expect(await store.outbox.count()).toEqual({ waiting: 1, givenUp: 0 });
});
