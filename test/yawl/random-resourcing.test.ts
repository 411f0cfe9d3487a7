/** Tests items with random rights in random nets against a simple rule, while random people act on them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { delegateItem } from '../../src/operations/items/delegate-item.ts';
import { failItem } from '../../src/operations/items/fail-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { skipItem } from '../../src/operations/items/skip-item.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import {
  defaultScopes,
  errorCodeOf,
  listed,
  operator,
  principalNamed,
} from '../operations/test-principals.ts';
import { itemsByTask, resourcedProgram, startResourcedProgram } from './resourced-program.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const names = ['ann', 'bob', 'cy', 'di'];
const tasks = ['A', 'B', 'C', 'D'];
const roles = ['clerk', 'boss'];

interface Rule {
  readonly roles: readonly string[];
  readonly subjects: readonly string[];
  readonly familiar: readonly string[];
  readonly apartFrom: readonly string[];
  readonly offeredBy: 'user' | 'system';
  readonly allocatedBy: 'user' | 'system';
  readonly startedBy: 'user' | 'system';
}

const some = (random: Random, among: readonly string[], max: number): readonly string[] =>
  random.shuffle(among).slice(0, random.int(max + 1));

const randomRule = (random: Random): Rule => ({
  roles: random.chance(0.3) ? some(random, roles, 1) : [],
  subjects: random.chance(0.6) ? some(random, names, 3) : [],
  familiar: random.chance(0.3) ? some(random, tasks, 1) : [],
  apartFrom: random.chance(0.4) ? some(random, tasks, 2) : [],
  offeredBy: random.chance(0.15) ? 'user' : 'system',
  allocatedBy: random.chance(0.4) ? 'system' : 'user',
  startedBy: random.chance(0.5) ? 'system' : 'user',
});

type Privileged = 'all' | { readonly roles: readonly string[]; readonly subjects: readonly string[] };
const privileged = (random: Random): { readonly [key: string]: Privileged } =>
  Object.fromEntries(
    ['skip', 'suspend', 'delegate', 'reallocate'].flatMap((key) =>
      random.chance(0.5)
        ? [
            [
              key,
              random.chance(0.5)
                ? 'all'
                : { roles: some(random, roles, 1), subjects: some(random, names, 2) },
            ],
          ]
        : [],
    ),
  );

/** Who completed and who ended each task. */
class Memory {
  readonly completed = new Map<string, Set<string>>();
  readonly ended = new Map<string, Set<string>>();
  note(into: Map<string, Set<string>>, task: string, subject: string): void {
    into.set(task, (into.get(task) ?? new Set()).add(subject));
  }
  of(from: Map<string, Set<string>>, all: readonly string[]): readonly string[] {
    return all.flatMap((task) => [...(from.get(task) ?? [])]);
  }
}

/** The simple rule. @param chosen the participant that the system reports as chosen */
function mayByRule(
  rule: Rule,
  memory: Memory,
  by: Principal,
  holder: string,
  chosen: string | undefined,
): boolean {
  if (memory.of(memory.ended, rule.apartFrom).includes(by.subject)) return false;
  if (rule.offeredBy === 'user' && holder !== by.subject) return false;
  const familiar = memory.of(memory.completed, rule.familiar);
  if (familiar.length > 0) {
    if (!familiar.includes(by.subject)) return false;
  } else if (rule.roles.length + rule.subjects.length > 0) {
    const isNamed = rule.subjects.includes(by.subject) || rule.roles.some((role) => by.roles.includes(role));
    if (!isNamed) return false;
  }
  return chosen === undefined || chosen === by.subject || holder === by.subject;
}

function candidatesByRule(rule: Rule, memory: Memory): readonly string[] {
  if (rule.offeredBy === 'user' || rule.allocatedBy === 'user' || rule.subjects.length === 0) return [];
  const familiar = memory.of(memory.completed, rule.familiar);
  const apart = memory.of(memory.ended, rule.apartFrom);
  return (familiar.length > 0 ? familiar : rule.subjects).filter((name) => !apart.includes(name));
}

const has = (whom: Privileged | undefined, by: Principal): boolean =>
  whom === 'all' ||
  (whom !== undefined &&
    (whom.subjects.includes(by.subject) || whom.roles.some((role) => by.roles.includes(role))));

type Rules = ReadonlyMap<string, { readonly rule: Rule; readonly privileges: ReturnType<typeof privileged> }>;

/** The result of the rule for one item, and its state. */
async function checkItem(rules: Rules, memory: Memory, by: Principal, task: string, item: string) {
  const found = rules.get(task);
  if (found === undefined) throw new Error(task);
  const view = await harness.perform(getItem, { item }, operator);
  const chosen = view.who?.chosen;
  const may = mayByRule(found.rule, memory, by, view.holder, chosen);
  const told = JSON.stringify({ task, ...found, by, scopes: [...by.scopes], view });
  const candidates = candidatesByRule(found.rule, memory);
  const isFit = chosen === undefined ? candidates.length === 0 : candidates.includes(chosen);
  expect([told, isFit]).toEqual([told, true]);
  return { ...found, holder: view.holder, may, told };
}

async function performRandomAction(
  random: Random,
  rules: Rules,
  memory: Memory,
  by: Principal,
  task: string,
  item: string,
) {
  const { rule, privileges, holder, may, told } = await checkItem(rules, memory, by, task, item);
  const isAdmin = by.scopes.has('admin');
  const isApart = memory.of(memory.ended, rule.apartFrom).includes(by.subject);
  const isFree = holder === '' || holder === by.subject;
  const expectEnd = async (operation: { readonly name: string }, input: object, allowed: boolean) => {
    const end = await harness.call(by, operation.name, { item, ...input }).then(() => 'done', errorCodeOf);
    // The recipient can be another reason to refuse the delegation.
    if (allowed && end === 'delegate_not_allowed') return false;
    expect([told, operation.name, end === 'done']).toEqual([told, operation.name, allowed]);
    return allowed;
  };
  const hands =
    has(privileges['delegate'], by) || (holder === by.subject && has(privileges['reallocate'], by));
  switch (random.pick(['complete', 'skip', 'hold', 'release', 'delegate', 'fail'])) {
    case 'complete':
      if (await expectEnd(completeItem, { output: {} }, may && isFree)) {
        memory.note(memory.completed, task, by.subject);
        memory.note(memory.ended, task, by.subject);
      }
      return;
    case 'skip':
      if (await expectEnd(skipItem, {}, isAdmin ? !isApart : may && isFree && has(privileges['skip'], by))) {
        memory.note(memory.ended, task, by.subject);
      }
      return;
    case 'hold':
      await expectEnd(holdItem, {}, may && holder === '');
      return;
    case 'release':
      await expectEnd(releaseItem, {}, holder === by.subject);
      return;
    case 'delegate':
      await expectEnd(delegateItem, { to: random.pick(names) }, isAdmin || (may && isFree && hands));
      return;
    default:
      // A failure would end the run.
      if (!may || !isFree) await expectEnd(failItem, { message: 'No.' }, false);
  }
}

test.each([1, 2, 3, 4])(
  '[Y6.1] [Y6.2] only principals that a simple rule allows end an item, and lists show what each may do (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 5; round++) {
      const rules: Rules = new Map(
        tasks.map((task) => [task, { rule: randomRule(random), privileges: privileged(random) }]),
      );
      const program = resourcedProgram(
        [...rules].map(([id, { rule, privileges }]) => ({ id, who: { ...rule }, privileges })),
        random.chance(0.5) ? 'parallel' : 'sequence',
      );
      const run = await startResourcedProgram(harness, program);
      const memory = new Memory();
      for (let step = 0; step < 25; step++) {
        const by = principalNamed(random.pick(names), {
          roles: some(random, roles, 1),
          scopes: new Set(random.chance(0.1) ? [...defaultScopes, 'admin'] : defaultScopes),
        });
        const open = Object.entries(await itemsByTask(harness, run));
        if (open.length === 0) break;
        await performRandomAction(random, rules, memory, by, ...random.pick(open));
        const shown = new Set(await listed(harness, by, { run }));
        for (const [task, item] of Object.entries(await itemsByTask(harness, run))) {
          const { rule, privileges, holder, may, told } = await checkItem(rules, memory, by, task, item);
          const isAdmin = by.scopes.has('admin');
          expect([told, shown.has(item)]).toEqual([told, may || isAdmin]);
          if (!shown.has(item)) continue;
          const isApart = memory.of(memory.ended, rule.apartFrom).includes(by.subject);
          const hands = holder === by.subject && has(privileges['reallocate'], by);
          const given = [
            ...((isAdmin && !isApart) || (!isAdmin && has(privileges['skip'], by)) ? ['skip'] : []),
            ...(isAdmin || has(privileges['suspend'], by) ? ['suspend'] : []),
            ...(isAdmin || has(privileges['delegate'], by) || hands ? ['delegate'] : []),
          ];
          const view = await harness.perform(getItem, { item }, by);
          expect([told, view]).toMatchObject([told, { mayAnswer: may, privileges: given }]);
        }
      }
    }
  },
);
