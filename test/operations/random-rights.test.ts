/** Compares for whom random questions are with an obvious rule, at every operation. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import type { Principal } from '../../src/operations/contract/principal.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { releaseItem } from '../../src/operations/items/release-item.ts';
import { getRun } from '../../src/operations/runs/get-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { type OperationsHarness, openOperationsHarness } from './operations-harness.ts';
import {
  defaultScopes,
  errorCodeOf,
  firstItem,
  itemScopes,
  listed,
  principalNamed,
  refusals,
} from './test-principals.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const names = ['a', 'b', 'A', '__proto__', 'constructor', 'a b'];
const kinds = ['person', 'agent', 'service'] as const;

interface RandomWho {
  readonly roles: readonly string[];
  readonly subjects: readonly string[];
  readonly kind: Principal['kind'] | null;
  readonly fourEyes: boolean;
}

const some = (random: Random, max: number): readonly string[] =>
  random.shuffle(names).slice(0, random.int(max + 1));

const randomWho = (random: Random): RandomWho => ({
  roles: some(random, 2),
  subjects: some(random, 2),
  kind: random.chance(0.5) ? null : random.pick(kinds),
  fourEyes: random.chance(0.5),
});

const randomPrincipal = (random: Random): Principal =>
  principalNamed(random.pick(names), {
    roles: some(random, 3),
    kind: random.pick(kinds),
    scopes: new Set(
      random.chance(0.2) ? [...defaultScopes, 'admin'] : random.chance(0.2) ? itemScopes : defaultScopes,
    ),
  });

/** The obvious rule. */
function mayByRule(who: RandomWho, by: Principal, starter: string): boolean {
  if (who.fourEyes && by.subject === starter) return false;
  if (who.kind !== null && who.kind !== by.kind) return false;
  if (who.roles.length + who.subjects.length === 0) return true;
  return [...who.roles.map((role) => by.roles.includes(role)), who.subjects.includes(by.subject)].some(
    Boolean,
  );
}

function sourceOf(who: RandomWho): string {
  const said: Record<string, Json> = {
    ...(who.roles.length === 0 ? {} : { roles: who.roles }),
    ...(who.subjects.length === 0 ? {} : { subjects: who.subjects }),
    ...(who.kind === null ? {} : { kind: who.kind }),
    four_eyes: who.fourEyes,
  };
  return JSON.stringify({
    workflows: { w: { graph: { ask: { type: 'yield', message: 'Well?', who: said } } } },
  });
}

test.each([1, 2, 3])(
  '[W2.3] random questions are for those whom an obvious rule names, at every operation (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    for (let round = 0; round < 25; round++) {
      const who = randomWho(random);
      const starter = random.pick(names);
      const started = principalNamed(starter, { scopes: new Set(defaultScopes) });
      const { run } = await harness.perform(startRun, { source: sourceOf(who), workflow: 'w' }, started);
      const item = await firstItem(harness, run);
      for (let one = 0; one < 8; one++) {
        const by = randomPrincipal(random);
        const context = JSON.stringify({ who, starter, by, scopes: [...by.scopes] });
        const may = mayByRule(who, by, starter);
        const isAdmin = by.scopes.has('admin');
        expect([context, await listed(harness, by, { run })]).toEqual([
          context,
          may || isAdmin ? [item] : [],
        ]);
        const seen = await harness.call(by, getItem.name, { item }).catch(errorCodeOf);
        if (may || isAdmin) expect([context, seen]).toMatchObject([context, { item, mayAnswer: may }]);
        else expect([context, typeof seen]).toEqual([context, 'string']);
        // A principal that may not take an item could not release it.
        const held = await harness.call(by, holdItem.name, { item }).catch(errorCodeOf);
        expect([context, typeof held === 'object']).toEqual([context, may]);
        if (may) await harness.call(by, releaseItem.name, { item });
        else expect([context, await refusals(harness, item, by)]).toEqual([context, new Set([held])]);
        if (!by.scopes.has('workflows:query')) {
          if (!may) expect([context, held]).toEqual([context, 'work_item_not_found']);
          continue;
        }
        const person = mayByRule(who, { ...by, kind: 'person' }, starter);
        const { waitingFor } = await harness.perform(getRun, { run }, by);
        expect([context, waitingFor]).toMatchObject([
          context,
          [{ item, mayAnswer: may, personMayAnswer: person }],
        ]);
      }
      const answerer = principalNamed('last', { roles: names, kind: who.kind ?? 'person' });
      if (mayByRule(who, answerer, starter))
        await harness.perform(completeItem, { item, output: 1 }, answerer);
    }
  },
);
