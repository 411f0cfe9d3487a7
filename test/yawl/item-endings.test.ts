/** Tests how the history of a run and later refusals report how an item ended, and by whom. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Task } from '../../src/kernel/index.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { forceItem } from '../../src/operations/items/force-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { runHistory } from '../../src/operations/runs/run-history.ts';
import { oneNet, task, value } from '../../src/testing/net-builder.ts';
import { bob, type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { startCase } from './start-case.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const offer = { kind: 'offer', item: { language: 'yawl', name: 'A' }, takes: 'hold' } as const;
const atomic = (id: string, from: string, to: string | null, more: Partial<Task> = {}): Task =>
  task(id, from, to, { work: offer, ...more });

const linesOf = async (run: string): Promise<readonly string[]> =>
  (await harness.perform(runHistory, { run })).entries
    .flatMap(({ lines }) => lines)
    .map((line) => line.replace(/^\S+ (?:m?s) +/, ''))
    .filter((line) => /^[A-C] /.test(line) && !line.includes(' asks '));

const endedAs = async (item: string): Promise<string> =>
  (await harness.refused(completeItem, { item })).message.replace(/.* is closed: it was /, '');

test('[Y3.7] [M3] a forced or skipped item is reported with its actor, who is not its holder', async () => {
  const run = await startCase(
    harness,
    oneNet([atomic('A', 'i', 'p'), atomic('B', 'p', 'q'), atomic('C', 'q', 'o')]),
  );
  await harness.perform(holdItem, { item: `${run}:A` });
  await harness.perform(forceItem, { item: `${run}:A` }, bob);
  await harness.perform(holdItem, { item: `${run}:B` });
  await harness.perform(skipItem, { item: `${run}:B` }, bob);
  await harness.perform(holdItem, { item: `${run}:C` });
  await harness.perform(completeItem, { item: `${run}:C`, output: {} });
  expect(await linesOf(run)).toEqual([
    'A held by ann',
    'A completed by force by bob',
    'B held by ann',
    'B skipped by bob',
    'C held by ann',
    'C got {} from ann',
  ]);
  expect([await endedAs(`${run}:A`), await endedAs(`${run}:B`), await endedAs(`${run}:C`)]).toEqual([
    'force-completed, or completed by its timeout.',
    'skipped.',
    'completed by “ann”.',
  ]);
});

test.each([
  ['when it was not started', 'start', ['A is past its deadline', 'A skipped']],
  ['when it was', 'hold', ['A held by ann', 'A is past its deadline']],
] as const)('[Y3.6] [M3] an expired item is reported as past its deadline: %s', async (_, from, lines) => {
  const timeout = { after: value(5_000), from: value(from), onExpiry: 'finish' } as const;
  const run = await startCase(harness, oneNet([atomic('A', 'i', 'p', { timeout }), atomic('B', 'p', 'o')]));
  if (from === 'hold') await harness.perform(holdItem, { item: `${run}:A` });
  const { seq } = await harness.until(run, () => true);
  harness.clock.advance(5_000);
  await harness.until(run, (record) => record.seq > seq);
  expect(await linesOf(run)).toEqual(lines);
});
