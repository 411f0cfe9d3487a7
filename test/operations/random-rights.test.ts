/** For whom random questions are, held against an obvious rule, at every operation. */
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
import { type Office, openOffice } from './office.ts';
import { codeOf, firstItem, itemScopes, listed, refusals, somebody, staffScopes } from './staff.ts';

let office: Office;
beforeEach(async () => {
  office = await openOffice({});
});
afterEach(() => office.close());

const names = ['a', 'b', 'A', '__proto__', 'constructor', 'a b'];
const kinds = ['person', 'agent', 'service'] as const;

interface RandomWho {
  readonly roles: readonly string[];
  readonly subjects: readonly string[];
  readonly kind: Principal['kind'] | null;
  readonly fourEyes: boolean;
}

const some = (random: Random, most: number): readonly string[] =>
  random.shuffle(names).slice(0, random.int(most + 1));

const randomWho = (random: Random): RandomWho => ({
  roles: some(random, 2),
  subjects: some(random, 2),
  kind: random.chance(0.5) ? null : random.pick(kinds),
  fourEyes: random.chance(0.5),
});

const randomPrincipal = (random: Random): Principal =>
  somebody(random.pick(names), {
    roles: some(random, 3),
    kind: random.pick(kinds),
    scopes: new Set(
      random.chance(0.2) ? [...staffScopes, 'admin'] : random.chance(0.2) ? itemScopes : staffScopes,
    ),
  });

/** As one would say it. */
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
      const started = somebody(starter, { scopes: new Set(staffScopes) });
      const { run } = await office.perform(startRun, { source: sourceOf(who), workflow: 'w' }, started);
      const item = await firstItem(office, run);
      for (let one = 0; one < 8; one++) {
        const by = randomPrincipal(random);
        const told = JSON.stringify({ who, starter, by, scopes: [...by.scopes] });
        const may = mayByRule(who, by, starter);
        const isAdmin = by.scopes.has('admin');
        expect([told, await listed(office, by, { run })]).toEqual([told, may || isAdmin ? [item] : []]);
        const seen = await office.call(by, getItem.name, { item }).catch(codeOf);
        if (may || isAdmin) expect([told, seen]).toMatchObject([told, { item, mayAnswer: may }]);
        else expect([told, typeof seen]).toEqual([told, 'string']);
        // Nobody could take it back who may not take it.
        const held = await office.call(by, holdItem.name, { item }).catch(codeOf);
        expect([told, typeof held === 'object']).toEqual([told, may]);
        if (may) await office.call(by, releaseItem.name, { item });
        else expect([told, await refusals(office, item, by)]).toEqual([told, new Set([held])]);
        if (!by.scopes.has('workflows:query')) {
          if (!may) expect([told, held]).toEqual([told, 'work_item_not_found']);
          continue;
        }
        const person = mayByRule(who, { ...by, kind: 'person' }, starter);
        const { waitingFor } = await office.perform(getRun, { run }, by);
        expect([told, waitingFor]).toMatchObject([told, [{ item, mayAnswer: may, personMayAnswer: person }]]);
      }
      const answerer = somebody('last', { roles: names, kind: who.kind ?? 'person' });
      if (mayByRule(who, answerer, starter))
        await office.perform(completeItem, { item, output: 1 }, answerer);
    }
  },
);
