import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { purgeRuns } from '../../src/operations/retention/purge-runs.ts';
import { findSession } from '../../src/operations/sessions/find-session.ts';
import { noteSession } from '../../src/operations/sessions/note-session.ts';
import {
  ann,
  bob,
  type OperationsHarness,
  openOperationsHarness,
  robot,
  startTime,
  stranger,
} from './operations-harness.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const digestOf = (id: string | number): string => createHash('sha256').update(String(id)).digest('hex');

const session = digestOf('first');
const expiresAt = new Date(startTime + 3_600_000).toISOString();
const view = { watched: ['run://a/state', 'definition://ask'], ended: false, expiresAt };
const find = async (by = ann, name = session) =>
  (await harness.perform(findSession, { session: name }, by)).note;

test('[P1.3] the stored state of a session is found; an unknown session has none', async () => {
  expect(await find()).toBeNull();
  expect(await harness.perform(noteSession, { session, ...view })).toEqual({ note: view });
  expect(await find()).toEqual(view);
  expect(await find(ann, digestOf('second'))).toBeNull();
});

test('[P1.3] storing twice leaves one state, and the next one replaces it', async () => {
  for (let time = 0; time < 2; time++) await harness.perform(noteSession, { session, ...view });
  expect(await find()).toEqual(view);
  const next = { ...view, watched: [], expiresAt: new Date(startTime + 7_200_000).toISOString() };
  await harness.perform(noteSession, { session, ...next });
  expect(await find()).toEqual(next);
});

test('[P1.3] an ended session stays ended, and a late write is reported', async () => {
  await harness.perform(noteSession, { session, ...view, watched: [], ended: true });
  expect(await harness.perform(noteSession, { session, ...view })).toEqual({
    note: { ...view, ended: true },
  });
  expect(await find()).toMatchObject({ ended: true });
});

test('[P1.3] a session belongs to its principal: others neither see nor end it', async () => {
  await harness.perform(noteSession, { session, ...view });
  for (const other of [bob, robot, stranger, { ...stranger, subject: ann.subject }]) {
    expect(await find(other)).toBeNull();
    await harness.perform(noteSession, { session, ...view, watched: [], ended: true }, other);
    expect(await find(other)).toMatchObject({ ended: true });
  }
  expect(await find()).toEqual(view);
});

test('[P1.3] an expired state is not found, and is removed by the next cleanup', async () => {
  await harness.perform(noteSession, { session, ...view });
  const kept = () => harness.services.store.sessionNotes.find(ann.tenant, ann.subject, session);
  const purge = () => harness.perform(purgeRuns, { olderThan: '30 days' });
  const later = digestOf('later');
  await harness.perform(noteSession, { session: later, ...view, expiresAt: '2026-12-01T00:00:00+01:00' });
  harness.clock.advance(3_599_999);
  await purge();
  expect(await find()).toEqual(view);
  harness.clock.advance(1);
  expect(await find()).toBeNull();
  await purge();
  expect(await kept()).toBeUndefined();
  expect(await find(ann, later)).toMatchObject({ expiresAt: '2026-11-30T23:00:00.000Z' });
});

test('[P1.3] a state has at most 1,000 URIs of 2,000 characters, 64 KiB of them, and names its session by a digest', async () => {
  const uri = 'x'.repeat(2_000);
  const many = Array.from({ length: 1_000 }, (_, at) => `run://${'y'.repeat(50)}${at}`);
  const full = { ...view, watched: many };
  expect(await harness.perform(noteSession, { session, ...full })).toEqual({ note: full });
  const long = { ...view, watched: Array.from({ length: 32 }, () => uri) };
  expect(await harness.perform(noteSession, { session: digestOf('long'), ...long })).toEqual({ note: long });
  const refusals: readonly (readonly [object, string])[] = [
    [{ watched: [...full.watched, 'run://one-more'] }, 'watched'],
    [{ watched: [...long.watched, uri] }, 'watched'],
    [{ watched: ['run://a', `${uri}x`] }, 'watched.1'],
    [{ watched: [''] }, 'watched.0'],
    [{ session: digestOf('first').toUpperCase() }, 'session'],
    [{ session: session.slice(1) }, 'session'],
    [{ session: `${session}\n` }, 'session'],
    [{ expiresAt: 'tomorrow' }, 'expiresAt'],
  ];
  for (const [wrong, path] of refusals) {
    const details = await harness.refused(noteSession, { session, ...view, ...wrong });
    expect([path, details]).toMatchObject([path, { code: 'invalid_input', violations: [{ path }] }]);
  }
  expect(await find()).toEqual(full);
});

test('[P1.3] of more than 1,000 sessions of a principal the least recently stored is removed', async () => {
  const first = digestOf(0);
  await harness.perform(noteSession, { session: first, ...view }, bob);
  for (let each = 0; each < 1_000; each++) {
    await harness.perform(noteSession, { session: digestOf(each), ...view });
    harness.clock.advance(1);
  }
  expect(await find(ann, first)).toEqual(view);
  await harness.perform(noteSession, { session, ...view });
  expect(await find(ann, first)).toBeNull();
  for (const left of [digestOf(1), digestOf(999), session]) expect(await find(ann, left)).toEqual(view);
  expect(await find(bob, first)).toEqual(view);
});
