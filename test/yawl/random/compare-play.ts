/** Plays random deeds on the kernel and on the plain reading, and holds each state against those that may come. */
import type { Program } from '../../../src/kernel/index.ts';
import type { Random } from '../../../src/testing/seeded-random.ts';
import type { SpecificationPlan } from '../specification-text.ts';
import { CasePlayer, type Deed, type ItemAt } from './case-player.ts';
import { type PlainCase, type PlainEvent, readPlainly } from './plain-yawl.ts';
import { letters } from './task-sketch.ts';

export interface Comparison {
  readonly steps: readonly string[];
  readonly end: PlainCase['status'];
  /** Null where every state was one that may come. */
  readonly difference: string | null;
  readonly player: CasePlayer;
}

export function comparePlay(
  plan: SpecificationPlan,
  program: Program,
  random: Random,
  events: number,
): Comparison {
  const plain = readPlainly(plan);
  const first = pickOf(random);
  const steps = [`start with “${first}”`];
  const player = new CasePlayer(program, first, random.int(1_000_000));
  let possible = plain.begin(first);
  // What the item was given when it was started, by path and task.
  const given = new Map<string, string>();
  for (let left = events; ; left--) {
    const stand = player.stand();
    const known = possible.find((each) => JSON.stringify(each) === JSON.stringify(stand));
    const off = known === undefined ? states(stand, possible) : offersDiffer(plain, player, known);
    const items = player.items();
    if (off !== null || items.length === 0 || left === 0 || known === undefined) {
      return { steps, end: stand.status, difference: off, player };
    }
    const item = random.pick(items);
    const deed = deedFor(item, random, staleInput && item.phase === 'open' && workOf(plan, item) === 'W');
    steps.push(
      `${deed.kind} ${item.path}/${item.task} ${'output' in deed ? JSON.stringify(deed.output) : ''}`,
    );
    const key = `${item.path}/${item.task}`;
    if (item.phase === 'open') given.set(key, pickAt(known, item.path));
    player.send(item, deed);
    possible = eventsOf(plan, item, deed, given.get(key) ?? '').reduce<readonly PlainCase[]>(
      (all, event) => all.flatMap((each) => plain.after(each, event)),
      [known],
    );
  }
}

const pickAt = ({ nets }: PlainCase, path: string): string =>
  nets.find((each) => each.path === path)?.pick ?? '';

const pickOf = (random: Random): string => letters.filter(() => random.chance(0.4)).join('');

const staleInput = true;

function deedFor({ phase }: ItemAt, random: Random, onlyHold: boolean): Deed {
  const by = 'ann';
  if (onlyHold) return { kind: 'itemHeld', by };
  if (phase !== 'held') {
    return random.weighted<Deed>([
      [8, { kind: 'itemHeld', by }],
      [1, { kind: 'itemSkipped' }],
      [1, { kind: 'itemForced' }],
    ]);
  }
  return random.weighted<Deed>([
    [8, { kind: 'itemCompleted', output: { value: { pick: pickOf(random) } } }],
    [1, { kind: 'itemRolledBack', by }],
    [1, { kind: 'itemForced' }],
  ]);
}

/** Skipping and forcing start what is not started, and complete it with what it was given, as far as it was. */
function eventsOf(
  plan: SpecificationPlan,
  item: ItemAt,
  deed: Deed,
  given: string,
): readonly PlainEvent[] {
  const { path, task, phase } = item;
  const start = phase === 'open' ? [{ kind: 'start' as const, path, task }] : [];
  if (deed.kind === 'itemHeld') return start;
  if (deed.kind === 'itemRolledBack') return [];
  const unfinished = workOf(plan, item) === 'W' ? given : '';
  const pick = deed.kind === 'itemCompleted' ? answerOf(deed) : unfinished;
  return [...start, { kind: 'finish', path, task, pick }];
}

/** Ids of tasks are their own in the whole specification. */
const workOf = ({ nets }: SpecificationPlan, { task }: ItemAt): string | null | undefined =>
  nets.map(({ tasks }) => tasks[task]?.does).find((each) => each !== undefined);

const answerOf = ({ output: { value } }: Extract<Deed, { kind: 'itemCompleted' }>): string =>
  typeof value === 'object' && value !== null && 'pick' in value ? String(value['pick']) : '';

function states(stand: PlainCase, possible: readonly PlainCase[]): string {
  return [
    `is:     ${JSON.stringify(stand)}`,
    ...possible.map((each) => `may be: ${JSON.stringify(each)}`),
  ].join('\n');
}

function offersDiffer(
  plain: ReturnType<typeof readPlainly>,
  player: CasePlayer,
  { nets }: PlainCase,
): string | null {
  for (const net of nets) {
    const is = player.offered(net.path).join();
    const ought = plain.offered(net).join();
    if (is !== ought) return `on offer in “${net.path}”: ${is}\nought to be: ${ought}`;
  }
  return null;
}
