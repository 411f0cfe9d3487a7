import { expect, test } from 'vitest';
import type { RunRecord } from '../ports/run-record.ts';
import { ChangeLog } from './change-log.ts';

const record = (id: string, seq: number, tenant = 'acme'): RunRecord => ({
  tenant,
  id,
  language: 'graph',
  workflow: 'w',
  version: '',
  revision: '',
  program: '',
  status: 'running',
  suspended: false,
  seq,
  createdAt: 0,
  updatedAt: 0,
  endedAt: null,
  startedBy: 'ann',
  origin: null,
  due: null,
  calls: 0,
  items: 0,
  approvals: 0,
  parked: false,
  failure: null,
});

const note = (log: ChangeLog, id: string, seq: number, tenant = 'acme'): void =>
  log.note(record(id, seq, tenant));

const reported = (log: ChangeLog, after: string | undefined, tenant = 'acme'): string =>
  log
    .since(tenant, after)
    .runs.map(({ id, seq }) => `${id}${seq}`)
    .join(' ');

test('[P1.4] every changed run is listed once, in its last state, the latest last', () => {
  const log = new ChangeLog();
  note(log, 'a', 1);
  const { cursor } = log.since('acme', undefined);
  const other = log.since('other', undefined).cursor;
  expect(log.since('acme', cursor)).toEqual({ cursor, runs: [], lost: false });
  note(log, 'b', 1);
  note(log, 'a', 2);
  note(log, 'b', 2);
  note(log, 'x', 1, 'other');
  expect(reported(log, cursor)).toBe('a2 b2');
  expect(reported(log, other, 'other')).toBe('x1');
  const next = log.since('acme', cursor).cursor;
  expect(reported(log, next)).toBe('');
  note(log, 'a', 3);
  expect(reported(log, next)).toBe('a3');
  expect(reported(log, cursor)).toBe('b2 a3');
});

test('[P1.4] a caller that asks for more than is remembered gets “lost”', () => {
  const log = new ChangeLog(4);
  const start = log.since('acme', undefined).cursor;
  for (const id of ['a', 'b', 'c', 'd']) note(log, id, 1);
  expect(reported(log, start)).toBe('a1 b1 c1 d1');
  const full = log.since('acme', start).cursor;
  note(log, 'e', 1);
  expect(log.since('acme', start)).toMatchObject({ lost: true, runs: [] });
  expect(log.since('acme', full)).toMatchObject({ lost: false, runs: [{ id: 'e' }] });
  // A run that changes repeatedly takes no more space than one that changed once.
  for (let seq = 2; seq < 100; seq++) note(log, 'e', seq);
  expect(reported(log, full)).toBe('e99');
});

test('[W2.2] changes of other tenants change no cursor, and lose nothing', () => {
  const log = new ChangeLog(8);
  const before = log.since('quiet', undefined).cursor;
  note(log, 'a', 1);
  expect(log.since('quiet', undefined).cursor).toBe(before);
  note(log, 'q', 1, 'quiet');
  const { cursor } = log.since('quiet', before);
  for (let count = 0; count < 1_000; count++) {
    note(log, `run-${count}`, 1);
    note(log, `run-${count % 3}`, count, 'third');
    expect(log.since('quiet', before)).toMatchObject({ cursor, lost: false, runs: [{ id: 'q' }] });
  }
  expect(cursor).toMatch(/-1$/);
  expect(log.since('acme', before).lost).toBe(true);
});

test('[W2.2] of more tenants than can be remembered, those that were dropped get “lost”', () => {
  const log = new ChangeLog(8);
  const names = Array.from({ length: 9 }, (_, index) => `tenant-${index}`);
  const begin = log.since('nobody yet', undefined).cursor;
  for (const name of names) note(log, 'r', 1, name);
  const kept = names.filter((name) => !log.since(name, begin).lost);
  expect(kept).toHaveLength(4);
  for (const name of kept) expect(reported(log, begin, name)).toBe('r1');
  // For tenants without remembered changes it is unknown whether changes were dropped.
  expect(log.since('nobody yet', begin)).toMatchObject({ lost: true, runs: [] });
  // A dropped tenant starts over.
  const [forgotten = ''] = names.filter((name) => !kept.includes(name));
  const { cursor } = log.since(forgotten, undefined);
  note(log, 'r', 2, forgotten);
  expect(reported(log, cursor, forgotten)).toBe('r2');
});

test('[W2.2] the changes of all tenants together are bounded, and shared equally', () => {
  const log = new ChangeLog(100);
  const tenants = { big: 5_000, middle: 30, small: 3 };
  const begin = log.since('big', undefined).cursor;
  for (let count = 0; count < tenants.big; count++) {
    for (const [tenant, maxRuns] of Object.entries(tenants))
      note(log, `run-${count % maxRuns}`, count, tenant);
  }
  const sizes = Object.keys(tenants).map((tenant) => {
    const { cursor } = log.since(tenant, undefined);
    const [epoch, position = ''] = cursor.split('-');
    let least = Number(position);
    while (least > 0 && !log.since(tenant, `${epoch}-${least - 1}`).lost) least--;
    return log.since(tenant, `${epoch}-${least}`).runs.length;
  });
  const [big = 0, middle = 0, small = 0] = sizes;
  expect(small).toBe(3);
  expect(middle).toBeGreaterThanOrEqual(23);
  expect(big).toBeGreaterThanOrEqual(23);
  expect(big + middle + small).toBeLessThanOrEqual(100);
  expect(log.since('small', begin)).toMatchObject({ lost: false });
});

test('[P1.4] a cursor of another opening, or of the future, is lost', () => {
  const log = new ChangeLog();
  const { cursor } = log.since('acme', undefined);
  expect(new ChangeLog().since('acme', cursor)).toMatchObject({ lost: true, runs: [] });
  for (const wrong of [`${cursor}9`, cursor.replace('-0', '-x'), cursor.replace('-0', '-'), 'x']) {
    expect([wrong, log.since('acme', wrong).lost]).toEqual([wrong, !wrong.endsWith('-')]);
  }
});
