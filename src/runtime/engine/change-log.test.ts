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
  log.note(`${tenant}/${id}`, record(id, seq, tenant));

const told = (log: ChangeLog, after: string | undefined, tenant = 'acme'): string =>
  log
    .since(tenant, after)
    .runs.map(({ id, seq }) => `${id}${seq}`)
    .join(' ');

test('[P1.4] every run that has changed is told once, as it was last, the latest last', () => {
  const log = new ChangeLog();
  note(log, 'a', 1);
  const { cursor } = log.since('acme', undefined);
  expect(log.since('acme', cursor)).toEqual({ cursor, runs: [], lost: false });
  note(log, 'b', 1);
  note(log, 'a', 2);
  note(log, 'b', 2);
  note(log, 'x', 1, 'other');
  expect(told(log, cursor)).toBe('a2 b2');
  expect(told(log, cursor, 'other')).toBe('x1');
  const next = log.since('acme', cursor).cursor;
  expect(told(log, next)).toBe('');
  note(log, 'a', 3);
  expect(told(log, next)).toBe('a3');
  expect(told(log, cursor)).toBe('b2 a3');
});

test('[P1.4] whoever asks for more than is remembered is told that anything may have changed', () => {
  const log = new ChangeLog(4);
  const start = log.since('acme', undefined).cursor;
  for (const id of ['a', 'b', 'c', 'd']) note(log, id, 1);
  expect(told(log, start)).toBe('a1 b1 c1 d1');
  const full = log.since('acme', start).cursor;
  note(log, 'e', 1);
  expect(log.since('acme', start)).toMatchObject({ lost: true, runs: [] });
  expect(log.since('acme', full)).toMatchObject({ lost: false, runs: [{ id: 'e' }] });
  // A run that changes again and again takes no more room than one that changed once.
  for (let seq = 2; seq < 100; seq++) note(log, 'e', seq);
  expect(told(log, full)).toBe('e99');
});

test('[P1.4] a cursor of another opening, or of the future, is lost', () => {
  const log = new ChangeLog();
  const { cursor } = log.since('acme', undefined);
  expect(new ChangeLog().since('acme', cursor)).toMatchObject({ lost: true, runs: [] });
  for (const wrong of [`${cursor}9`, cursor.replace('-0', '-x'), cursor.replace('-0', '-'), 'x']) {
    expect([wrong, log.since('acme', wrong).lost]).toEqual([wrong, !wrong.endsWith('-')]);
  }
});
