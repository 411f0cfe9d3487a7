/** Tests that YAWL ids name the items of a case after any actions, and that the marking agrees with the items. */
import { afterEach, expect, test } from 'vitest';
import type { Program, Task } from '../../src/kernel/index.ts';
import { getCaseStatus } from '../../src/operations/cases/get-case-status.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import type { ItemView } from '../../src/operations/items/read-model/item-view.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { flow, net, pass, program, read, subnet, task, value } from '../../src/testing/net-builder.ts';
import { ann, type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { startCase } from './start-case.ts';

let harness: OperationsHarness;
afterEach(() => harness.close());

const item = { language: 'yawl', name: 'A task', multiple: false, dynamic: false };

/** Repeats as long as its answer is true. */
const again = (id: string, at: string, options: Partial<Task> = {}): Task =>
  task(id, at, null, {
    work: { kind: 'offer', item, takes: 'hold' },
    split: 'xor',
    flows: [flow(at, read('$output')), { to: null, default: true }],
    ...options,
  });

const several = { items: value([1, 2]), max: 4, create: 'dynamic', failures: 'continue' } as const;

/** Parallel tasks in loops, with one or several instances, in nested nets. */
const played: Program = program([
  net('Main', [
    task('fork', 'i', ['p', 'q', 'r', 's'], { work: pass }),
    again('A', 'p'),
    task('C', 'q', null, { work: subnet('Sub') }),
    again('M', 'r', { each: several }),
    task('N', 's', null, { work: subnet('Sub'), each: { ...several, create: 'static' } }),
  ]),
  net('Sub', [
    task('split', 'i', ['p', 'q'], { work: pass }),
    again('A', 'p'),
    again('B', 'p'),
    task('D', 'q', null, { work: subnet('Low') }),
  ]),
  net('Low', [task('begin', 'i', 'p', { work: pass }), again('M', 'p', { each: several })]),
]);

/** As this language shows it. */
type YawlItem = ItemView & { readonly yawlId?: string; readonly yawlStatus?: string };

interface Act {
  readonly operation: string;
  readonly input?: object;
}

/** The actions that its state allows. */
function actsOn({ yawlStatus, index }: YawlItem, random: Random): readonly Act[] {
  switch (yawlStatus) {
    case 'Enabled':
      return [{ operation: 'items.hold' }, { operation: 'items.suspend' }];
    case 'Fired':
      return [{ operation: 'items.hold' }, { operation: 'items.skip' }];
    case 'Suspended':
      return [{ operation: 'items.resume' }];
    default:
      return [
        { operation: 'items.complete', input: { output: random.chance(0.7) } },
        { operation: 'items.rollback' },
        { operation: 'items.force', input: { output: random.chance(0.7) } },
        ...(index < 0 ? [] : [{ operation: 'items.add', input: { input: 3 } }]),
      ];
  }
}

const countBy = (words: readonly string[]): { readonly [word: string]: number } =>
  Object.fromEntries(words.map((word) => [word, words.filter((each) => each === word).length]));

/** The number of items of each task of each net, started and not. */
const describeItems = (items: readonly YawlItem[]) =>
  countBy(
    items.flatMap(({ yawlId = '', yawlStatus, state }) =>
      yawlStatus === 'Enabled'
        ? []
        : [`${yawlId.replace(/\.\d+:/, ':')} ${state === 'held' ? 'executing' : 'entered'}`],
    ),
  );

const marked = async (run: string) => {
  const { marking = [] } = await harness.perform(getCaseStatus, { case_id: run, marking: true });
  return countBy(
    marking.flatMap(({ case_id, tasks }) =>
      tasks
        .filter(({ id }) => ['A', 'B', 'M'].includes(id))
        .flatMap(({ id, instances }) => instances.map(({ state }) => `${case_id}:${id} ${state}`)),
    ),
  );
};

test.each([1, 2, 3, 4])(
  '[Y3.7] [Y7.3] ids name items, and the marking agrees with them (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    harness = await openOperationsHarness({});
    const run = await startCase(harness, played);
    const statuses = new Set<string | undefined>();
    for (let step = 0; step < 60; step += 1) {
      const listed = await harness.perform(listItems, { run, limit: 200 });
      const items: readonly YawlItem[] = listed.items;
      if (items.length === 0) break;
      const ids = items.map(({ yawlId = '' }) => yawlId);
      expect(new Set(ids).size).toBe(ids.length);
      const chosen = random.pick(items);
      statuses.add(chosen.yawlStatus);
      const found = await harness.perform(getItem, { item: chosen.yawlId });
      expect([step, found.item]).toEqual([step, chosen.item]);
      const isTold = items.filter(({ yawlStatus }) => yawlStatus !== 'Suspended').length === items.length;
      if (isTold) expect([step, await marked(run)]).toEqual([step, describeItems(items)]);
      const { operation, input = {} } = random.pick(actsOn(chosen, random));
      await harness.call(ann, operation, { item: chosen.yawlId, ...input }).catch((error: unknown) => {
        // A task with all its instances accepts no more.
        if (operation !== 'items.add') throw error;
      });
    }
    expect([...statuses].sort()).toEqual(['Enabled', 'Executing', 'Fired', 'Suspended']);
  },
);
