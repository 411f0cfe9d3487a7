import { expect, test } from 'vitest';
import type { HistoryEntry, RunView } from '../../../operations/index.ts';
import { stateOfRun } from './state-of-run.ts';

const run: RunView = {
  run: 'r1',
  workflow: 'tell',
  version: '1',
  revision: 'a'.repeat(64),
  status: 'completed',
  state: 'completed',
  seq: 3,
  createdAt: '2026-01-15T09:00:00.000Z',
  updatedAt: '2026-01-15T09:00:01.000Z',
  endedAt: '2026-01-15T09:00:01.000Z',
  startedBy: 'ann',
  openItems: 0,
  failureCode: null,
  origin: null,
  output: 'done',
  failure: null,
  partial: null,
  undone: [],
  waitingFor: [],
  progress: 1,
};

const entry = (seq: number, lines: readonly string[]): HistoryEntry => ({
  seq,
  at: '2026-01-15T09:00:00.000Z',
  event: 'started',
  by: 'ann',
  moments: [],
  lines,
});

test('[P6.1] events without a text are counted, and not shown', () => {
  const { value, shownEvents } = stateOfRun(
    run,
    [entry(1, ['started']), entry(2, []), entry(3, ['ended'])],
    10_000,
  );
  expect(shownEvents).toBe(3);
  expect(value).toMatchObject({
    case_id: 'r1',
    output_data: 'done',
    timeline: [
      { event: 1, at: '2026-01-15T09:00:00.000Z', lines: ['started'] },
      { event: 3, lines: ['ended'] },
    ],
  });
  expect(value).not.toHaveProperty('left_out');
});

test('[P6.1] the timeline stops when there is no more room', () => {
  const entries = Array.from({ length: 100 }, (_, at) => entry(at + 1, ['x'.repeat(500)]));
  const { value, shownEvents } = stateOfRun(run, entries, 10_000);
  expect(shownEvents).toBeGreaterThan(10);
  expect(value['timeline']).toHaveLength(shownEvents);
  const size = JSON.stringify(value).length;
  expect(size).toBeLessThanOrEqual(10_000);
  expect(size).toBeGreaterThan(9_000);
});

test('[P6.1] an event that is too big is shown by its first lines, so that reading always continues', () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `task #${at} ${'🛤'.repeat(300)}`);
  const { value, shownEvents } = stateOfRun(run, [entry(1, lines), entry(2, ['ended'])], 20_000);
  expect(shownEvents).toBe(2);
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(20_000);
  expect(JSON.stringify(value['timeline'])).toContain('… and 4990 more; “run_history” has all.');
});

test('[P6.1] the biggest fields are left out, by name, until there is room for the timeline', () => {
  const big = { ...run, output: 'x'.repeat(100_000), workflow: 'w'.repeat(20_000) };
  const { value, shownEvents } = stateOfRun(big, [entry(1, ['started'])], 20_000);
  expect(shownEvents).toBe(1);
  expect(value).toMatchObject({
    left_out: ['output_data', 'message', 'spec_id'],
    resources: { state: 'run://r1/state' },
  });
  expect(value).not.toHaveProperty('output_data');
  expect(JSON.stringify(value).length).toBeLessThanOrEqual(20_000);
});
