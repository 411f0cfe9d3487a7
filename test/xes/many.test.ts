/** A log that is larger than a piece: put together of pieces it is whole, in order, and no piece is too large. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportXes } from '../../src/operations/events/export-xes.ts';
import { listEvents } from '../../src/operations/events/list-events.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { ann, isOver, type Office, openingTime, openOffice } from '../operations/office.ts';
import { faultsOf, mistakesOf, piecesOf, readTraces } from './xes-lab.ts';

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
let office: Office;

beforeAll(async () => {
  office = await openOffice({ 'w.yaml': text });
  for (let count = 0; count < many; count++) {
    runs.push((await office.perform(startRun, { workflow: 'greet' })).run);
    office.clock.advance(1_000);
  }
  for (const run of runs) await office.until(run, isOver);
});
afterAll(() => office.close());

test(`[F5.2] ${many} cases are one log, in the order of their start`, async () => {
  const pieces = await piecesOf(office, { workflow: 'greet' });
  const log = pieces.join('');
  expect(readTraces(log).map(({ name }) => name)).toEqual(runs);
  expect(readTraces(log).flatMap(faultsOf)).toEqual([]);
  expect(await mistakesOf(log)).toEqual([]);
  expect(pieces.length).toBeGreaterThan(1);
  for (const piece of pieces) expect(piece.length).toBeLessThan(510_000);
});

test('[F5.2] a log holds the cases that were started between two moments, and none that begins while it is read', async () => {
  const moment = (count: number): string => new Date(openingTime + count * 1_000).toISOString();
  const pieces = await piecesOf(office, { workflow: 'greet', from: moment(10), before: moment(13) });
  expect(readTraces(pieces.join('')).map(({ name }) => name)).toEqual(runs.slice(10, 13));
  const first = await office.perform(exportXes, { workflow: 'greet' });
  expect(first.nextCursor).not.toBeNull();
  office.clock.advance(1);
  const { run } = await office.perform(startRun, { workflow: 'greet' });
  await office.until(run, isOver);
  const second = await office.perform(exportXes, { workflow: 'greet', cursor: first.nextCursor });
  expect([second.nextCursor, second.text.includes(run)]).toEqual([null, false]);
  expect(first.cases + second.cases).toBe(many);
});

test('[F5.2] one case may be longer than a piece, and may be gone before the next one is read', async () => {
  const items = Array.from({ length: 900 }, (_, at) => at);
  const { run } = await office.perform(startRun, { workflow: 'endless', params: { items } });
  await office.until(run, isOver);
  const pieces = await piecesOf(office, { workflow: 'endless' });
  expect(pieces.length).toBeGreaterThan(1);
  const [trace, ...others] = readTraces(pieces.join(''));
  expect([trace?.name, trace?.events.length, others]).toEqual([run, 4 * 900, []]);
  const { text: begun, nextCursor: cursor } = await office.perform(exportXes, { workflow: 'endless' });
  office.clock.advance(1);
  await office.call(ann, 'retention.purge', { olderThan: '0s' });
  const { text: rest, nextCursor } = await office.perform(exportXes, { workflow: 'endless', cursor });
  expect(nextCursor).toBeNull();
  expect(await mistakesOf(pieces.join(''), `${begun}${rest}`)).toEqual([]);
  expect((await office.perform(listEvents, {})).events).toEqual([]);
});
