import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countTimersOf } from '../../test/pending-timers.ts';
import type { CaseStatus } from './case-answers.ts';
import { ClientError, ownFailure } from './client-error.ts';
import { pause } from './pause.ts';
import { CaseTimeout, type StatusOptions, type WaitOptions, waitForCase } from './wait-for-case.ts';

let pendingTimers: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  pendingTimers = countTimersOf('/src/client/');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const running: CaseStatus = {
  case_id: '9876',
  spec_id: 'Invoice',
  status: 'running',
  state: 'executing',
  progress: 0.33,
  running_tasks: ['Review'],
  waiting_for: [],
  input_required: false,
  output_data: null,
  events: 3,
  message: '',
  created_at: '2026-02-21T10:30:45Z',
  updated_at: '2026-02-21T10:30:45Z',
};
const completed: CaseStatus = { ...running, status: 'completed', state: 'completed', events: 9 };
const asks: CaseStatus = { ...running, input_required: true };

/** The result of one poll, and how long the server takes; default: its full wait. */
interface Step {
  readonly gives: CaseStatus | Error;
  readonly after?: number;
}

interface Asked {
  readonly at: number;
  readonly waitMs: number | undefined;
  readonly afterEvent?: number;
}

async function wait(steps: readonly Step[], options: WaitOptions = {}) {
  const asked: Asked[] = [];
  const start = performance.now();
  const ask = async (_: string, { waitMs = 0, afterEvent, signal }: StatusOptions) => {
    const at = Math.round(performance.now() - start);
    asked.push({ at, waitMs, ...(afterEvent === undefined ? {} : { afterEvent }) });
    const step = steps[Math.min(asked.length, steps.length) - 1];
    await pause(step?.after ?? waitMs, signal);
    if (step === undefined || step.gives instanceof Error) throw step?.gives;
    return step.gives;
  };
  const outcome = waitForCase(ask, '9876', options).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { outcome: await outcome, asked };
}

const outage = new ClientError('cases_status', 4, ownFailure('unreachable', 'away', true));

test('[F4.1] the end of a case is reported at once: the server waits, the client does not poll', async () => {
  const { outcome, asked } = await wait([{ gives: running }, { gives: completed, after: 700 }]);
  expect(outcome).toBe(completed);
  expect(asked).toEqual([
    { at: 0, waitMs: 20_000 },
    { at: 20_000, waitMs: 20_000 },
  ]);
});

test.each(['failed', 'cancelled'] as const)('[F4.1] a %s case is an end, too', async (state) => {
  const over: CaseStatus = { ...running, status: 'failed', state, reason: state };
  const { outcome } = await wait([{ gives: over, after: 0 }]);
  expect(outcome).toBe(over);
});

test('[F4.1] while a case waits for a work item, the client waits for the next event, then for the end of the case', async () => {
  const { outcome, asked } = await wait([
    { gives: asks, after: 0 },
    { gives: { ...running, events: 5 }, after: 2_000 },
    { gives: completed, after: 100 },
  ]);
  expect(outcome).toBe(completed);
  expect(asked).toEqual([
    { at: 0, waitMs: 20_000 },
    { at: 0, waitMs: 20_000, afterEvent: 3 },
    { at: 2_000, waitMs: 20_000 },
  ]);
});

test('[F4.1] a server that does not wait is polled every 5 seconds, for 5 minutes', async () => {
  const { outcome, asked } = await wait([{ gives: running, after: 0 }]);
  expect(outcome).toBeInstanceOf(CaseTimeout);
  expect(outcome).toMatchObject({
    caseId: '9876',
    status: running,
    message: 'The case 9876 did not end within 300000 ms: it is executing.',
  });
  // The first response is new, so the second poll follows at once.
  expect(asked.map(({ at }) => at)).toEqual([0, ...Array.from({ length: 61 }, (_, index) => index * 5_000)]);
  expect(asked.at(-1)?.waitMs).toBe(0);
});

test('[F4.1] a temporary outage does not end the wait', async () => {
  const { outcome, asked } = await wait([
    { gives: running, after: 0 },
    { gives: outage, after: 1_000 },
    { gives: outage, after: 8_000 },
    { gives: completed, after: 0 },
  ]);
  expect(outcome).toBe(completed);
  expect(asked.map(({ at }) => at)).toEqual([0, 0, 5_000, 13_000]);
});

test('[F4.1] a permanent outage ends the wait with the timeout, with the last known status', async () => {
  const { outcome } = await wait([{ gives: outage, after: 0 }], { timeoutMs: 12_000 });
  expect(outcome).toMatchObject({ name: 'CaseTimeout', status: undefined, cause: outage });
});

test('[F4.1] a poll without a response delays the result only briefly', async () => {
  const start = performance.now();
  const { outcome } = await wait([{ gives: running }, { gives: completed, after: 3_600_000 }], {
    timeoutMs: 30_000,
  });
  expect(outcome).toMatchObject({ name: 'CaseTimeout', status: running });
  expect(performance.now() - start).toBe(35_000);
});

test('[F4.1] a refusal ends the wait at once', async () => {
  const refusal = new ClientError('cases_status', 1, {
    ...ownFailure('case_not_found', 'There is no such case.', false),
    httpStatus: 404,
  });
  const { outcome, asked } = await wait([{ gives: refusal, after: 0 }]);
  expect(outcome).toBe(refusal);
  expect(asked).toHaveLength(1);
});

test('[F4.1] the caller can abort the wait between two polls', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => stop.abort(reason), 7_000);
  const { outcome, asked } = await wait([{ gives: running, after: 0 }], { signal: stop.signal });
  expect(outcome).toBe(reason);
  expect(asked.at(-1)?.at).toBe(5_000);
  expect(pendingTimers()).toBe(0);
});

test('[F4.1] the caller can abort the wait during a poll', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => stop.abort(reason), 7_000);
  const { outcome, asked } = await wait([{ gives: running }], { signal: stop.signal });
  expect([outcome, asked.length]).toEqual([reason, 1]);
});
