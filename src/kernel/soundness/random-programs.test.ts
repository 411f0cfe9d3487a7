/** Compares the check with the plain search, on random programs of many nets with every kind of work [K16.5]. */
import { describe, expect, test } from 'vitest';
import { randomProgram } from '../../../test/random-nets/random-program.ts';
import { type PlainSurvey, surveyPlainly } from '../../../test/soundness/plain-survey.ts';
import { factsOf } from '../../../test/soundness/soundness-facts.ts';
import { createRandom } from '../../testing/stand-ins/seeded-random.ts';
import type { Net, NetWork, Program } from '../model/program.ts';
import { checkSoundness } from './check-soundness.ts';
import { exploreNets } from './completions.ts';

const SEED = Number(process.env['SIGNALBOX_SEED'] ?? 20_261_115);
const PROGRAMS = process.env['SIGNALBOX_LONG'] === '1' ? 1_000 : 80;
/** States of the plain search beyond which a program is left out. */
const MAX_MARKINGS = 200;

describe(`random programs, seed ${SEED}`, () => {
  test('[K16.5][K16.1][K16.2] the check agrees with the plain search on the routing of every net', () => {
    const random = createRandom(SEED);
    const seen = new Map<string, number>();
    for (let round = 0; round < PROGRAMS; round += 1) {
      const drawn = randomProgram(random.fork());
      const surveys = surveyAll(drawn);
      if (surveys === null) continue;
      const { findings } = checkSoundness(drawn);
      for (const [net, { facts: plain }] of surveys) {
        const mine = findings.filter((each) => each.net === net && each.rule !== 'unset-read');
        const where = { seed: SEED, round, program: JSON.stringify(drawn), net };
        const facts = [...factsOf(mine)].sort();
        expect({ ...where, facts }).toEqual({ ...where, facts: [...plain].sort() });
        for (const fact of ['nets', ...new Set(facts.map((each) => each.split(' ')[0] ?? ''))])
          seen.set(fact, (seen.get(fact) ?? 0) + 1);
      }
    }
    expect(seen.get('nets') ?? 0).toBeGreaterThan(PROGRAMS / 2);
    for (const fact of ['dead-task', 'deadlock', 'leftover', 'no-completion'])
      expect(seen.get(fact) ?? 0, fact).toBeGreaterThan(0);
  });

  test('[K16.5] an exhausted budget is reported, and only findings with a witness are reported', () => {
    const random = createRandom(SEED);
    let cut = 0;
    for (let round = 0; round < PROGRAMS; round += 1) {
      const drawn = randomProgram(random.fork());
      const whole = checkSoundness(drawn);
      const fuel = { left: random.int(3_000) };
      const { findings, unfinished } = checkSoundness(drawn, { fuel });
      const where = { seed: SEED, round };
      if (fuel.left > 0) {
        expect({ ...where, findings }).toEqual({ ...where, findings: whole.findings });
        continue;
      }
      cut += 1;
      const said = findings.filter(({ rule }) => rule === 'bound-reached').map(({ net }) => net);
      expect({ ...where, said: new Set(said) }).toEqual({ ...where, said: new Set(unfinished) });
      expect({ ...where, said: said.length > 0 }).toEqual({ ...where, said: true });
      const unsure = new Set(unfinished);
      const sure = findings.filter(({ net, rule }) => unsure.has(net) && rule !== 'bound-reached');
      for (const { rule, path, net, task } of sure) {
        // “No run can” is only reported if every marking was explored within the budget.
        const isCertain = whole.findings.some(
          (each) => each.rule === rule && each.net === net && each.task === task,
        );
        const isSeen = ['deadlock', 'leftover', 'unbounded', 'unset-read'].includes(rule) || isCertain;
        expect({ ...where, rule, isSeen }).toEqual({ ...where, rule, isSeen: true });
        if (rule === 'deadlock' || rule === 'leftover') expect(path.length).toBeGreaterThan(0);
      }
    }
    expect(cut).toBeGreaterThan(PROGRAMS / 10);
  });
});

test('[K16.8] nets with own variables can be left out of the check if it is known which can complete', () => {
  const random = createRandom(SEED);
  const seen = { left: 0, found: 0, incomplete: 0 };
  for (let round = 0; round < PROGRAMS; round += 1) {
    const drawn = randomProgram(random.fork());
    const explored = exploreNets(drawn);
    const completes = (net: string): boolean => explored.get(net)?.completes === true;
    const { inner, outer } = splitProgram(drawn);
    if (outer.some((net) => usesOf(net).some((use) => inner.some(({ id }) => id === use.net)))) continue;
    const wanted = new Set(inner.map(({ id }) => id));
    const { findings } = checkSoundness(drawn, { wanted });
    const alone = { ...drawn, nets: inner };
    const where = { seed: SEED, round };
    expect({ ...where, findings: checkSoundness(alone, { completes }).findings }).toEqual({
      ...where,
      findings,
    });
    expect({ ...where, findings: checkSoundness(alone, { explored }).findings }).toEqual({
      ...where,
      findings,
    });
    seen.left += outer.length;
    seen.found += outer.length > 0 ? findings.length : 0;
    seen.incomplete += outer.filter(({ id }) => !completes(id)).length;
  }
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});

/** The nets that use variables of the root, and the others. */
function splitProgram({ nets, root }: Program): {
  readonly inner: readonly Net[];
  readonly outer: readonly Net[];
} {
  const ids = new Set([root]);
  for (const id of ids) {
    const net = nets.find((each) => each.id === id);
    for (const use of net === undefined ? [] : usesOf(net)) if (use.scope !== 'own') ids.add(use.net);
  }
  return { inner: nets.filter(({ id }) => ids.has(id)), outer: nets.filter(({ id }) => !ids.has(id)) };
}

const usesOf = ({ tasks }: Net): readonly NetWork[] =>
  tasks.flatMap(({ work }) => (work.kind === 'net' ? [work] : []));

/** Repeats over all nets until the set of nets that can complete is stable; null if a net is too large. */
function surveyAll({ nets }: Program): ReadonlyMap<string, PlainSurvey> | null {
  const surveys = new Map<string, PlainSurvey>();
  for (let before = -1, completing = 0; before !== completing; ) {
    before = completing;
    const completes = (net: string) => surveys.get(net)?.completes === true;
    for (const net of nets) {
      const survey = surveyPlainly(net, { maxStates: MAX_MARKINGS, completes });
      if (!survey.isWhole) return null;
      surveys.set(net.id, survey);
    }
    completing = [...surveys.values()].filter((survey) => survey.completes).length;
  }
  return surveys;
}
