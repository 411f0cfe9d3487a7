/** Compares the check with the plain search, on small random nets [K16.5]. */
import { describe, expect, test } from 'vitest';
import {
  type PlainPlay,
  type PlainState,
  type PlainStep,
  playPlainly,
} from '../../../test/soundness/plain-soundness.ts';
import { endOf, surveyPlainly } from '../../../test/soundness/plain-survey.ts';
import { factsOf } from '../../../test/soundness/soundness-facts.ts';
import { flow, net, pass, program, read, value } from '../../testing/net-builder.ts';
import { createRandom, type Random } from '../../testing/stand-ins/seeded-random.ts';
import type { Expression, Finding, Flow, Net, Task, WitnessStep, Work } from '../index.ts';
import { checkSoundness } from './check-soundness.ts';

const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 20_261_115);
const NETS = Number(
  process.env['SIGNALBOX_NETS'] ?? (process.env['SIGNALBOX_LONG'] === '1' ? 40_000 : 1_500),
);
/** States of the plain search beyond which a net is left out. */
const MAX_MARKINGS = 300;

/** The compared facts, each as a line of text. */
type Facts = ReadonlySet<string>;

describe(`random nets, seed ${SEED}`, () => {
  test('[K16.5][K16.1][K16.2][K16.3][K16.4] the check agrees with the plain search of every marking', () => {
    const random = createRandom(SEED);
    const seen = new Map<string, number>();
    for (let round = 0; round < NETS; round += 1) {
      const drawn = drawNet(random.fork());
      const { facts: plain, isWhole } = survey(drawn);
      const { findings, unfinished } = checkSoundness(program([drawn]), { bound: 500 });
      const facts = factsOf(findings);
      const where = { seed: SEED, round, net: JSON.stringify(drawn) };
      const agreed = isWhole ? [...plain].sort() : [...facts].sort();
      expect({ ...where, facts: [...facts].sort() }).toEqual({ ...where, facts: agreed });
      if (isWhole) expect({ ...where, unfinished }).toEqual({ ...where, unfinished: [] });
      for (const fact of facts) {
        const denied = plain.has(`not ${fact}`) ? fact : null;
        expect({ ...where, denied }).toEqual({ ...where, denied: null });
      }
      for (const each of findings) {
        const isReal = leadsThere(drawn, each);
        expect({ ...where, each, isReal }).toEqual({ ...where, each, isReal: true });
      }
      const kinds = isWhole ? ['nets', ...facts] : [...facts];
      for (const fact of new Set(kinds.map((each) => each.split(' ')[0] ?? '')))
        seen.set(fact, (seen.get(fact) ?? 0) + 1);
    }
    for (const fact of [
      'nets',
      'dead-task',
      'no-completion',
      'deadlock',
      'leftover',
      'unbounded',
      'error',
      'warning',
    ])
      expect(seen.get(fact) ?? 0, fact).toBeGreaterThan(NETS / 50);
  });
});

/** Includes unset reads; if there are too many states, the facts that the explored ones rule out (`not …`). */
function survey(drawn: Net): { readonly facts: Facts; readonly isWhole: boolean } {
  const reads = new Map<string, { unset: boolean; set: boolean }>();
  const { facts, begun, completes, isWhole } = surveyPlainly(drawn, {
    maxStates: MAX_MARKINGS,
    watch: (state, step) => noteReads(reads, state, step),
  });
  if (!isWhole) {
    const ruledOut = [...begun].map((id) => `not dead-task ${id}`);
    return { facts: new Set(completes ? [...ruledOut, 'not no-completion'] : ruledOut), isWhole };
  }
  const unset = drawn.tasks.flatMap(({ id }) =>
    VARIABLES.flatMap((name) => {
      const first = reads.get(`beginning ${id} reads ${name}`);
      const last = reads.get(`end ${id} reads ${name}`);
      if (first?.unset !== true && last?.unset !== true) return [];
      return [`${(first ?? last)?.set === true ? 'warning' : 'error'} ${id} reads ${name}`];
    }),
  );
  return { facts: new Set([...facts, ...unset]), isWhole };
}

/** Whether the witness ends in the state of the finding. */
function leadsThere(drawn: Net, { rule, path, task, variable }: Finding): boolean {
  const play = playPlainly(drawn);
  const passed = [beginAll(play, [play.start])];
  for (const step of path) {
    const next = (passed.at(-1) ?? []).flatMap((state) =>
      play
        .steps(state)
        .filter((each) => isStep(each, step))
        .map((each) => each.next),
    );
    passed.push(beginAll(play, next));
  }
  const last = passed.at(-1) ?? [];
  switch (rule) {
    case 'deadlock':
    case 'leftover':
      return last.some((state) => endOf(play, state) === rule);
    case 'unbounded':
      return last.some((state) =>
        passed.slice(0, -1).some((before) => before.some((each) => outgrows(state, each))),
      );
    case 'unset-read':
      return last.some(
        (state) =>
          !state.set.includes(variable ?? '') &&
          (state.busy.includes(task ?? '') ||
            play.steps(state).some((each) => each.begins && each.task.id === task)),
      );
    default:
      return path.length === 0;
  }
}

/** Includes the work that can begin from there before any work ends. */
function beginAll(play: PlainPlay, states: readonly PlainState[]): readonly PlainState[] {
  const all = new Map(states.map((state) => [JSON.stringify(state), state]));
  for (const state of all.values())
    for (const { ends, next } of play.steps(state)) if (ends === null) all.set(JSON.stringify(next), next);
  return [...all.values()];
}

function isStep({ task, ends }: PlainStep, step: WitnessStep): boolean {
  if (ends === null || task.id !== step.task || ends.caught !== step.caught) return false;
  return JSON.stringify([...ends.took].sort()) === JSON.stringify([...step.took].sort());
}

/** Whether it has all tokens of the other one, and more. */
function outgrows(big: PlainState, small: PlainState): boolean {
  const count = (list: readonly string[], one: string) => list.filter((each) => each === one).length;
  const isWithin = (inner: readonly string[], outer: readonly string[]) =>
    inner.every((one) => count(inner, one) <= count(outer, one));
  return (
    isWithin(small.tokens, big.tokens) &&
    isWithin(small.busy, big.busy) &&
    big.tokens.length > small.tokens.length
  );
}

function noteReads(
  reads: Map<string, { unset: boolean; set: boolean }>,
  { set }: PlainState,
  { task, begins, ends }: PlainStep,
): void {
  const note = (when: string, expression: Expression | undefined, known: readonly string[]): void => {
    if (expression?.kind !== 'read') return;
    const key = `${when} ${task.id} reads ${expression.name}`;
    const before = reads.get(key) ?? { unset: false, set: false };
    const isSet = known.includes(expression.name);
    reads.set(key, { unset: before.unset || !isSet, set: before.set || isSet });
  };
  if (begins && task.work.kind === 'call') note('beginning', task.work.input, set);
  if (ends === null || ends.caught) return;
  for (const { value: computed } of task.outputs ?? []) note('end', computed, set);
  const own = (task.outputs ?? []).map(({ to }) => to);
  for (const { guard } of task.flows)
    if (guard?.kind === 'read' && !own.includes(guard.name)) note('end', guard, set);
}

const VARIABLES = ['x', 'y', 'z'];

/** Any net that `link` accepts: places without a path to them are never marked. */
function drawNet(random: Random): Net {
  const places = Array.from({ length: random.between(1, 5) }, (_, at) => `p${at}`);
  const ids = Array.from({ length: random.between(2, 6) }, (_, at) => `t${at}`);
  const calm = random.chance(0.4);
  const wide = random.chance(0.5);
  const routing = () =>
    random.weighted<'and' | 'xor' | 'or'>([
      [calm ? 6 : 2, 'and'],
      [2, 'xor'],
      [1.5, 'or'],
    ]);
  const some = <T>(list: readonly T[], max: number): T[] =>
    random.shuffle(list).slice(0, random.between(1, Math.min(max, list.length)));
  const target = () => (random.chance(0.12) ? null : random.pick([...places, ...places, 'o']));
  const expression = (): Expression => read(random.pick(VARIABLES));
  const cancels = random.chance(0.3);
  const tasks = ids.map((id, at): Task => {
    const split = at === 0 && wide ? 'and' : routing();
    const work = random.weighted<Work>([
      [
        5,
        {
          kind: 'call',
          connector: 'c',
          operation: id,
          onUncertain: 'ask',
          ...(random.chance(0.3) ? { input: expression() } : {}),
        },
      ],
      [3, pass],
      [1.5, { kind: 'offer', item: null }],
      [0.5, { kind: 'fail', failure: value({ code: 'no', message: 'no' }) }],
    ]);
    const count = at === 0 && wide ? random.between(2, 4) : random.between(1, calm ? 2 : 3);
    const flows = Array.from({ length: count }, (_, position): Flow => {
      const to = target();
      if (split === 'and') return { to };
      if (position === 0 && random.chance(0.7)) return flow(to);
      const guard = random.weighted<Expression | undefined>([
        [5, expression()],
        [0.5, value(true)],
        [0.5, value(false)],
        [1, undefined],
      ]);
      const order = random.chance(0.2) ? { order: random.int(3) } : {};
      return guard === undefined ? { to, ...order } : { to, guard, ...order };
    });
    return {
      id,
      from: at === 0 ? ['i'] : some(places, random.chance(0.5) ? 1 : 3),
      join: routing(),
      split,
      flows,
      work,
      ...(random.chance(0.35)
        ? { outputs: [{ to: random.pick(VARIABLES), value: random.chance(0.5) ? value(1) : expression() }] }
        : {}),
      ...(random.chance(0.2)
        ? { catch: { to: target(), ...(random.chance(0.3) ? { as: random.pick(VARIABLES) } : {}) } }
        : {}),
      ...(cancels && random.chance(0.3)
        ? { cancels: { places: some([...places, 'o'], 3), tasks: random.chance(0.6) ? some(ids, 2) : [] } }
        : {}),
    };
  });
  return net('main', tasks, {
    places: ['i', ...places, 'o'].map((id) => ({ id })),
    variables: [{ name: 'x' }, { name: 'y', ...(random.chance(0.5) ? { initial: 1 } : {}) }, { name: 'z' }],
    onFailure: random.chance(0.2) ? 'settle' : 'abort',
  });
}
