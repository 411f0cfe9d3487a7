/** Tests ids, statuses and instances of work items [Y3.7], on nets like those of compiled specifications. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json, Program, Task } from '../../src/kernel/index.ts';
import { addItem } from '../../src/operations/items/add-item.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { failItem } from '../../src/operations/items/fail-item.ts';
import { forceItem } from '../../src/operations/items/force-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { resumeItem } from '../../src/operations/items/resume-item.ts';
import { rollBackItem } from '../../src/operations/items/roll-back-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { suspendItem } from '../../src/operations/items/suspend-item.ts';
import { cancelRun } from '../../src/operations/runs/cancel-run.ts';
import { resumeRun } from '../../src/operations/runs/resume-run.ts';
import { suspendRun } from '../../src/operations/runs/suspend-run.ts';
import { net, oneNet, pass, program, subnet, task, value } from '../../src/testing/net-builder.ts';
import {
  bob,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
  startTime,
} from '../operations/operations-harness.ts';
import { startCase } from './start-case.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const item = { language: 'yawl', name: 'A task', multiple: false, dynamic: false };

/** A task of YAWL: offered, and started when it is claimed. */
const atomic = (id: string, from: string, to: string | null, options: Partial<Task> = {}): Task =>
  task(id, from, to, { work: { kind: 'offer', item, takes: 'hold' }, ...options });

const several = (items: readonly Json[], create: 'static' | 'dynamic' = 'static', more = {}) =>
  ({ each: { items: value(items), create, failures: 'abort', ...more } }) as const;

const start = (played: Program): Promise<string> => startCase(harness, played);

/** Every item of the run by its YAWL id, without the run in front, with its status. */
async function itemStatuses(run: string): Promise<readonly string[]> {
  const states = ['offered', 'held', 'completed', 'failed', 'skipped', 'withdrawn'];
  const { items } = await harness.perform(listItems, { run, states });
  const named = items as readonly { readonly yawlId?: string; readonly yawlStatus?: string }[];
  return named.map(({ yawlId = '', yawlStatus }) => `${yawlId.replace(run, '')} ${yawlStatus}`);
}

test('[Y3.7] an item is enabled under the id of its case, and has a number from its start on', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'p'), atomic('B', 'p', 'o')]));
  expect(await itemStatuses(run)).toEqual([':A Enabled']);
  const { item: held } = await harness.perform(holdItem, { item: `${run}:A` });
  expect(held).toMatchObject({ yawlId: `${run}.1:A`, yawlStatus: 'Executing', holder: 'ann' });
  // The id from before the start refers to the started item.
  for (const id of [`${run}:A`, `${run}.1:A`, held.item]) {
    expect(await harness.perform(getItem, { item: id })).toMatchObject({ item: held.item });
  }
  await harness.perform(completeItem, { item: `${run}.1:A` });
  expect(await itemStatuses(run)).toEqual(['.1:A Complete', ':B Enabled']);
});

test('[Y3.7] items inside a composite task carry the numbers of the executions around them', async () => {
  const run = await start(
    program([
      net('Main', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        atomic('A', 'p', null),
        task('C', 'q', null, { work: subnet('Sub') }),
      ]),
      net('Sub', [task('D', 'i', 'o', { work: subnet('Low') })]),
      net('Low', [atomic('B', 'i', 'o')]),
    ]),
  );
  expect(await itemStatuses(run)).toEqual([':A Enabled', '.2.1:B Enabled']);
  await harness.perform(holdItem, { item: `${run}.2.1:B` });
  await harness.perform(holdItem, { item: `${run}:A` });
  expect(await itemStatuses(run)).toEqual(['.3:A Executing', '.2.1.1:B Executing']);
  expect(await harness.refused(getItem, { item: `${run}.2:B` })).toMatchObject({
    code: 'work_item_not_found',
  });
  expect(await harness.refused(getItem, { item: `${run}.3:B` })).toMatchObject({
    code: 'work_item_not_found',
  });
});

test('[Y3.7] a claim of a multiple-instance item holds the first instance, and lists the others', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o', several(['x', 'y', 'z']))]));
  const [parent] = (await harness.perform(listItems, { run })).items;
  const request = { item: `${run}:A`, leaseMs: 60_000, idempotencyKey: 'mine' };
  const taken = await harness.perform(holdItem, request);
  expect(taken.item).toMatchObject({ yawlId: `${run}.1:A`, state: 'held', holder: 'ann' });
  expect(taken.item.leaseUntil).toBe(new Date(startTime + 60_000).toISOString());
  expect(taken.parent).toBe(parent?.item);
  expect(taken.siblings).toHaveLength(2);
  expect(await itemStatuses(run)).toEqual([':A Is parent', '.1:A Executing', '.2:A Fired', '.3:A Fired']);
  // The same key returns the same instance, as long as it is held.
  expect(await harness.perform(holdItem, request)).toMatchObject({
    repeated: true,
    item: { item: taken.item.item },
    parent: parent?.item,
  });
  // Later callers receive the remaining ones.
  const refused = await harness.refused(holdItem, { item: `${run}:A` }, bob);
  expect(refused).toMatchObject({
    code: 'work_item_divided',
    message: `The work item “${run}:A” is split into 3 instances since “ann” took it. Available: “${run}.2:A”, “${run}.3:A”.`,
    context: { offered: taken.siblings?.join(', ') },
  });
  expect(await harness.refused(completeItem, { item: `${run}:A` })).toMatchObject({
    code: 'work_item_divided',
  });
  await harness.perform(holdItem, { item: `${run}.2:A` }, bob);
  await harness.perform(releaseItem, { item: `${run}.1:A` });
  expect(await harness.refused(holdItem, request)).toMatchObject({ code: 'work_item_not_held' });
  for (const n of [1, 3]) await harness.perform(completeItem, { item: `${run}.${n}:A` });
  await harness.perform(completeItem, { item: `${run}.2:A` }, bob);
  expect(await itemStatuses(run)).toEqual([':A Complete', '.1:A Complete', '.2:A Complete', '.3:A Complete']);
});

test('[Y3.7] the id of an item that was claimed as one instance refers to that instance', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o', several(['x']))]));
  const { item: child } = await harness.perform(holdItem, { item: `${run}:A` });
  expect(child).toMatchObject({ yawlId: `${run}.1:A`, holder: 'ann' });
  expect(await harness.refused(holdItem, { item: `${run}:A` }, bob)).toMatchObject({
    code: 'work_item_held',
    context: { item: child.item },
  });
  await harness.perform(completeItem, { item: `${run}:A` });
  await harness.until(run, isOver);
  expect(await itemStatuses(run)).toEqual([':A Complete', '.1:A Complete']);
});

const multiple = {
  work: { kind: 'offer', item: { ...item, multiple: true }, takes: 'hold' },
} as const;

test('[Y3.7] a multiple-instance item is only answered by its instances, and reports this; the whole can be skipped or forced', async () => {
  const whole = () => oneNet([atomic('A', 'i', 'o', { ...multiple, ...several(['x', 'y']) })]);
  const run = await start(whole());
  const id = { item: `${run}:A` };
  for (const refused of [
    await harness.refused(completeItem, id),
    await harness.refused(failItem, { ...id, message: 'No.' }),
    await harness.refused(forceItem, { ...id, output: {} }),
  ]) {
    expect(refused).toMatchObject({
      code: 'work_item_undivided',
      message: expect.stringContaining(`“${run}:A” has several instances`),
      suggestedAction: expect.stringContaining('Take it with “items.hold”'),
    });
  }
  expect(await itemStatuses(run)).toEqual([':A Enabled']);
  expect(await harness.perform(skipItem, id)).toMatchObject({ item: { state: 'skipped' } });
  expect((await harness.until(run, isOver)).status).toBe('completed');
  expect(await itemStatuses(run)).toEqual([':A Complete']);
  const forced = await start(whole());
  await harness.perform(forceItem, { item: `${forced}:A` });
  expect((await harness.until(forced, isOver)).status).toBe('completed');
  expect(await itemStatuses(forced)).toEqual([':A ForcedComplete']);
});

test('[Y3.4] [Y3.7] too many instances refuse the start, with advice', async () => {
  const run = await start(
    oneNet([atomic('A', 'i', 'o', { ...multiple, ...several(['x', 'y'], 'static', { max: 1 }) })]),
  );
  expect(await harness.refused(holdItem, { item: `${run}:A` })).toMatchObject({
    code: 'too_many_instances',
    suggestedAction: expect.stringMatching(/^Correct the data that the task counts/),
  });
  expect(await itemStatuses(run)).toEqual([':A Enabled']);
});

test('[Y3.7] the recipient of a delegated multiple-instance item holds the first instance', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o', several(['x', 'y']))]));
  const { item: given } = await harness.perform(delegateItem, { item: `${run}:A`, to: 'bob' });
  expect(given).toMatchObject({ yawlId: `${run}.1:A`, holder: 'bob' });
});

test('[Y3.7] [F1.2] an instance whose lease has ended is fired again, for every principal', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o', several(['x', 'y']))]));
  const request = { item: `${run}:A`, leaseMs: 60_000, idempotencyKey: 'mine' };
  await harness.perform(holdItem, request);
  harness.clock.advance(60_000);
  await harness.until(run, ({ seq }) => seq > 2);
  expect(await itemStatuses(run)).toEqual([':A Is parent', '.1:A Fired', '.2:A Fired']);
  expect(await harness.refused(holdItem, request)).toMatchObject({ code: 'work_item_not_held' });
  expect(await harness.perform(holdItem, { item: `${run}.1:A` }, bob)).toMatchObject({
    item: { holder: 'bob' },
  });
});

test('[Y3.7] while a case is suspended no instances are created', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o', several(['x', 'y'], 'dynamic'))]));
  await harness.perform(suspendRun, { run });
  expect(await harness.refused(holdItem, { item: `${run}:A` })).toMatchObject({ code: 'work_item_paused' });
  expect(await itemStatuses(run)).toEqual([':A Enabled']);
  await harness.perform(resumeRun, { run });
  await harness.perform(holdItem, { item: `${run}:A` });
  await harness.perform(suspendRun, { run });
  expect(await harness.refused(addItem, { item: `${run}.1:A`, input: 'z' })).toMatchObject({
    code: 'work_item_paused',
  });
});

test('[Y3.7] an item is suspended and resumed, and accepts nothing meanwhile', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o')]));
  const id = { item: `${run}:A` };
  expect(await harness.refused(resumeItem, id)).toMatchObject({
    code: 'wrong_state',
    message: expect.stringMatching(/is not suspended\.$/),
  });
  await harness.perform(suspendItem, id);
  expect(await itemStatuses(run)).toEqual([':A Suspended']);
  const { item: paused } = await harness.perform(getItem, id);
  expect(await harness.refused(holdItem, id)).toMatchObject({
    code: 'work_item_paused',
    message: `The work item “${paused}” is suspended.`,
  });
  expect(await harness.refused(suspendItem, id)).toMatchObject({ code: 'work_item_paused' });
  await harness.perform(resumeItem, id);
  await harness.perform(holdItem, id);
  await harness.perform(suspendItem, id);
  expect(await itemStatuses(run)).toEqual(['.1:A Suspended']);
  // A held item belongs to its holder, except for operators.
  const clerk = { ...bob, scopes: new Set(['workitems:manage', 'workflows:query'] as const) };
  expect(await harness.refused(resumeItem, id, clerk)).toMatchObject({ code: 'work_item_held' });
  expect((await harness.perform(resumeItem, id, bob)).item).toMatchObject({
    yawlStatus: 'Executing',
    holder: 'ann',
  });
});

test('[Y3.7] a roll-back leaves an item fired; only its holder can', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o')]));
  const id = { item: `${run}:A` };
  expect(await harness.refused(rollBackItem, id)).toMatchObject({ code: 'work_item_not_held' });
  await harness.perform(holdItem, id);
  expect(await harness.refused(rollBackItem, id, bob)).toMatchObject({ code: 'work_item_held' });
  await harness.perform(rollBackItem, id);
  expect(await itemStatuses(run)).toEqual(['.1:A Fired']);
  await harness.perform(holdItem, id, bob);
  expect(await itemStatuses(run)).toEqual(['.1:A Executing']);
});

test('[Y3.7] an operator completes an item by force, held or not, suspended or not', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'p'), atomic('B', 'p', 'o')]));
  const id = { item: `${run}:A` };
  await harness.perform(holdItem, id);
  await harness.perform(suspendItem, id);
  const clerk = { ...bob, scopes: new Set(['workitems:manage'] as const) };
  expect(await harness.refused(forceItem, id, clerk)).toMatchObject({ code: 'missing_scope' });
  await harness.perform(forceItem, id, bob);
  await harness.perform(forceItem, { item: `${run}:B`, output: { done: true } }, bob);
  await harness.until(run, isOver);
  expect(await itemStatuses(run)).toEqual(['.1:A ForcedComplete', '.2:B ForcedComplete']);
});

test('[Y3.7] instances are added to a dynamic task while one is held, up to its maximum', async () => {
  const run = await start(oneNet([atomic('A', 'i', 'o', several(['x', 'y'], 'dynamic', { max: 3 }))]));
  const { item: first } = await harness.perform(holdItem, { item: `${run}:A` });
  const request = { item: first.item, input: 'z', idempotencyKey: 'more' };
  expect(await harness.refused(addItem, { ...request, item: `${run}.2:A` })).toMatchObject({
    code: 'work_item_not_held',
  });
  const clerk = { ...bob, scopes: new Set(['workitems:manage'] as const) };
  expect(await harness.refused(addItem, { item: first.item, input: 'z' }, clerk)).toMatchObject({
    code: 'work_item_held',
  });
  const added = await harness.perform(addItem, request);
  expect(added).toMatchObject({
    item: { yawlId: `${run}.3:A`, yawlStatus: 'Fired', index: 2 },
    siblings: [first.item, expect.any(String)],
  });
  expect(await harness.perform(addItem, request)).toMatchObject({
    repeated: true,
    item: { item: added.item.item },
  });
  expect(await harness.refused(addItem, { item: first.item, input: 'w' })).toMatchObject({
    code: 'too_many_instances',
  });
  expect(await harness.refused(addItem, { item: `${run}:A`, input: 'w' })).toMatchObject({
    code: 'work_item_divided',
  });
});

test('[Y3.7] none are added to a task that is not dynamic, nor to one of a single instance', async () => {
  const run = await start(
    oneNet([
      task('fork', 'i', ['p', 'q'], { work: pass }),
      atomic('A', 'p', null, several(['x', 'y'])),
      atomic('B', 'q', null),
    ]),
  );
  await harness.perform(holdItem, { item: `${run}:A` });
  await harness.perform(holdItem, { item: `${run}:B` });
  expect(await harness.refused(addItem, { item: `${run}.2:A`, input: 1 })).toMatchObject({
    code: 'wrong_state',
    message: '“A” takes no further instances.',
  });
  expect(await harness.refused(addItem, { item: `${run}.4:B`, input: 1 })).toMatchObject({
    code: 'wrong_state',
    message: expect.stringContaining('not one of several instances'),
  });
});

test('[Y3.7] the end of an item is reported as in YAWL', async () => {
  const run = await start(
    oneNet(
      [
        task('fork', 'i', ['a', 'b', 'c', 'd', 'e', 'f', 'g'], { work: pass }),
        atomic('Fails', 'a', null, { catch: { to: null } }),
        atomic('Skipped', 'b', null),
        atomic('Rival', 'c', null),
        atomic('Chosen', 'c', null),
        atomic('Cleared', 'd', null),
        atomic('Enough', 'e', null, several([1, 2, 3], 'static', { threshold: 1 })),
        atomic('Expired', 'f', null, {
          timeout: { after: value(1_000), from: 'hold', onExpiry: 'finish' },
        }),
        atomic('Left', 'g', null),
        atomic('Ends', 'x', 'o', { cancels: { places: [], tasks: ['Cleared'] } }),
        atomic('Before', 'y', 'x'),
        task('more', 'z', ['y'], { work: pass }),
      ].map((each) => (each.id === 'fork' ? { ...each, flows: [...each.flows, { to: 'z' }] } : each)),
    ),
  );
  const take = (name: string) => harness.perform(holdItem, { item: `${run}:${name}` });
  await take('Fails');
  await harness.perform(failItem, { item: `${run}:Fails`, message: 'no' });
  await harness.perform(skipItem, { item: `${run}:Skipped` });
  await take('Chosen');
  await take('Cleared');
  const { item: one } = await take('Enough');
  await harness.perform(completeItem, { item: one.item });
  await take('Expired');
  await take('Left');
  harness.clock.advance(1_000);
  await harness.until(run, ({ seq }) => seq > 10);
  await harness.perform(completeItem, { item: `${run}:Before` });
  await harness.perform(completeItem, { item: `${run}:Ends` });
  await harness.until(run, isOver);
  const lines = (await itemStatuses(run)).map((line) => line.replace(/^[.\d]*:/, ''));
  expect(lines.toSorted()).toEqual([
    'Before Complete',
    'Chosen Discarded',
    'Cleared Cancelled',
    'Ends Complete',
    'Enough Cancelled',
    'Enough Cancelled',
    'Enough Complete',
    'Enough Complete',
    'Expired ForcedComplete',
    'Fails Failed',
    'Left Discarded',
    'Rival Withdrawn',
    'Skipped Complete',
  ]);
});

test('[Y3.7] when a case is cancelled, started items are cancelled and others are withdrawn', async () => {
  const run = await start(
    oneNet([task('fork', 'i', ['p', 'q'], { work: pass }), atomic('A', 'p', null), atomic('B', 'q', null)]),
  );
  await harness.perform(holdItem, { item: `${run}:A` });
  await harness.perform(cancelRun, { run });
  await harness.until(run, isOver);
  expect(await itemStatuses(run)).toEqual(['.2:A CancelledByCase', ':B Withdrawn']);
});

test('[Y3.7] remaining items in the net of a composite task are discarded with it', async () => {
  const run = await start(
    program([
      net('Main', [task('C', 'i', 'p', { work: subnet('Sub') }), atomic('Z', 'p', 'o')]),
      net('Sub', [
        task('fork', 'i', ['p', 'q'], { work: pass }),
        atomic('A', 'p', 'o'),
        task('D', 'q', null, { work: subnet('Low') }),
      ]),
      net('Low', [atomic('B', 'i', 'o')]),
    ]),
  );
  await harness.perform(holdItem, { item: `${run}.1.2:B` });
  await harness.perform(completeItem, { item: `${run}.1:A` });
  expect(await itemStatuses(run)).toEqual(['.1.3:A Complete', '.1.2.1:B Discarded', ':Z Enabled']);
});
