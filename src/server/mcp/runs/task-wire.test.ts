import { expect, test } from 'vitest';
import type { RunView } from '../../../operations/index.ts';
import { createdTask, detailedTask, isOver, legacyTask, lifeOf } from './task-wire.ts';

const run = (changes: Partial<RunView> = {}): RunView => ({
  run: 'run_1',
  workflow: 'order',
  version: '1',
  revision: 'abc',
  status: 'running',
  state: 'executing',
  seq: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:05.000Z',
  endedAt: null,
  startedBy: 'ada',
  openItems: 0,
  failureCode: null,
  origin: null,
  output: null,
  failure: null,
  partial: null,
  undone: [],
  waitingFor: [],
  progress: 0.5,
  ...changes,
});

const ended = (status: 'completed' | 'failed' | 'cancelled'): RunView =>
  run({ status, state: status, endedAt: '2026-01-01T00:00:10.000Z' });
const result = { content: [{ type: 'text' as const, text: 'done' }] };
const question = {
  'run_1:1': {
    method: 'elicitation/create' as const,
    params: {
      mode: 'form' as const,
      message: 'Which?',
      requestedSchema: { type: 'object' as const, properties: {} },
    },
  },
};

test('[P5.1] a new task has the status of the run, and neither result nor questions', () => {
  expect(createdTask(run(), null)).toEqual({
    resultType: 'task',
    taskId: 'run_1',
    status: 'working',
    statusMessage: 'executing (50 %)',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUpdatedAt: '2026-01-01T00:00:05.000Z',
    ttlMs: null,
    pollIntervalMs: 1_000,
  });
});

test('[P5.1] a 2026 task is working, asks, is completed with its result inside, cancelled, or failed by the protocol', () => {
  const done = { kind: 'result', result } as const;
  expect(detailedTask(run(), null, undefined, {}).status).toBe('working');
  expect(detailedTask(run(), null, undefined, question)).toMatchObject({
    status: 'input_required',
    inputRequests: question,
  });
  expect(detailedTask(ended('completed'), null, done, {})).toMatchObject({
    status: 'completed',
    result: { ...result, resultType: 'complete' },
  });
  // A failed run is a tool that reports an error: the call completed.
  const failure = { kind: 'result', result: { ...result, isError: true } } as const;
  expect(detailedTask(ended('failed'), null, failure, {})).toMatchObject({
    status: 'completed',
    result: { isError: true },
  });
  expect(detailedTask(ended('cancelled'), null, undefined, {})).not.toHaveProperty('result');
  const broken = { kind: 'error', error: { code: -32_603, message: 'broken' } } as const;
  const failed = detailedTask(ended('failed'), null, broken, {});
  expect(failed).toMatchObject({ status: 'failed', error: { code: -32_603 } });
  expect(failed).not.toHaveProperty('result');
});

test('[P5.1] a 2025 task has the states of the run', () => {
  const statuses = [run(), ended('completed'), ended('failed'), ended('cancelled')].map(
    (each) => legacyTask(each, null, '', false).status,
  );
  expect(statuses).toEqual(['working', 'completed', 'failed', 'cancelled']);
  expect(legacyTask(run(), null, 'waiting', true)).toMatchObject({
    status: 'input_required',
    statusMessage: 'waiting',
    ttl: null,
  });
});

test('[P5.1] a task lives while its run is active, and then for the retention of ended runs', () => {
  expect(lifeOf(run(), 60_000)).toBeNull();
  expect(lifeOf(ended('completed'), null)).toBeNull();
  expect(lifeOf(ended('completed'), 60_000)).toBe(70_000);
  const end = Date.parse('2026-01-01T00:01:10.000Z');
  expect(isOver(ended('completed'), 60_000, end - 1)).toBe(false);
  expect(isOver(ended('completed'), 60_000, end)).toBe(true);
  expect(isOver(run(), 60_000, end * 2)).toBe(false);
});
