/** A log that is larger than a piece: its pieces form a complete document in order, and no piece is too large. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listEvents } from '../../src/operations/events/list-events.ts';
import { exportXes } from '../../src/operations/events/xes/export-xes.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import {
  ann,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from '../operations/operations-harness.ts';
import { lifecycleErrorsOf, piecesOf, readTraces, schemaErrorsOf } from './xes-fixture.ts';

const text = `
workflows:
  greet:
    graph:
      hello: { call: echo, args: { text: x } }
  endless:
    params: { items: { type: list, default: [] } }
    graph:
      each: { type: foreach, items: $items, as: item, max_iterations: 2000, step: { call: echo, args: { text: $item } } }
`;

const many = 300;
const runs: string[] = [];
let harness: OperationsHarness;

beforeAll(async () => {
  harness = await openOperationsHarness({ 'w.yaml': text });
  for (let count = 0; count < many; count++) {
    runs.push((await harness.perform(startRun, { workflow: 'greet' })).run);
    harness.clock.advance(1_000);
  }
  for (const run of runs) await harness.until(run, isOver);
});
afterAll(() => harness.close());

test(`[F5.2] ${many} cases are one log, in the order of their start`, async () => {
  const pieces = await piecesOf(harness, { workflow: 'greet' });
  const log = pieces.join('');
  expect(readTraces(log).map(({ name }) => name)).toEqual(runs);
  expect(readTraces(log).flatMap(lifecycleErrorsOf)).toEqual([]);
  expect(await schemaErrorsOf(log)).toEqual([]);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.length).toBeLessThan(510_000);
});

test('[F5.2] a log contains the cases that were started between two times, and none that begins while it is read', async () => {
  const timestampAt = (count: number): string => new Date(startTime + count * 1_000).toISOString();
  const pieces = await piecesOf(harness, {
    workflow: 'greet',
    from: timestampAt(10),
    before: timestampAt(13),
  });
  expect(readTraces(pieces.join('')).map(({ name }) => name)).toEqual(runs.slice(10, 13));
  const first = await harness.perform(exportXes, { workflow: 'greet' });
  expect(first.nextCursor).not.toBeNull();
  harness.clock.advance(1);
  const { run } = await harness.perform(startRun, { workflow: 'greet' });
  await harness.until(run, isOver);
  const second = await harness.perform(exportXes, { workflow: 'greet', cursor: first.nextCursor });
  expect([second.nextCursor, second.text.includes(run)]).toEqual([null, false]);
  expect(first.cases + second.cases).toBe(many);
});

test('[F5.2] one case may be longer than a piece, and may be removed before the next one is read', async () => {
  const items = Array.from({ length: 900 }, (_, at) => at);
  const { run } = await harness.perform(startRun, { workflow: 'endless', params: { items } });
  await harness.until(run, isOver);
  const pieces = await piecesOf(harness, { workflow: 'endless' });
  expect(pieces.length).toBeGreaterThan(1);
  const [trace, ...others] = readTraces(pieces.join(''));
  expect([trace?.name, trace?.events.length, others]).toEqual([run, 4 * 900, []]);
  const { text: begun, nextCursor: cursor } = await harness.perform(exportXes, { workflow: 'endless' });
  harness.clock.advance(1);
  await harness.call(ann, 'retention.purge', { olderThan: '0s' });
  const { text: rest, nextCursor } = await harness.perform(exportXes, { workflow: 'endless', cursor });
  expect(nextCursor).toBeNull();
  expect(await schemaErrorsOf(pieces.join(''), `${begun}${rest}`)).toEqual([]);
  expect((await harness.perform(listEvents, {})).events).toEqual([]);
});
