/** Random programs that `link` accepts, for tests that compare two kernels. */
import type { Limits, Program } from '../../src/kernel/model/program.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { type ProgramDraft, randomProfile } from './net-draft.ts';
import { addNet, ownNames, randomNetWork } from './random-net.ts';

export function randomProgram(random: Random): Program {
  const draft: ProgramDraft = {
    random,
    profile: randomProfile(random),
    nets: [],
    reusable: [],
    netsLeft: random.weighted([
      [1, 0],
      [2, 1],
      [4, 3],
      [3, 5],
    ]),
    counters: 0,
    netWork: randomNetWork,
  };
  const budget = random.weighted([
    [0.4, 5],
    [2, 9],
    [3, 12],
    [4, 15],
  ]);
  addNet(draft, { id: 'main', level: 1, budget, names: ownNames(draft), shares: false });
  const size = draft.nets.at(-1)?.tasks.length ?? 0;
  if (size < 3 || size > 12) return randomProgram(random);
  return {
    semantics: 1,
    root: 'main',
    nets: random.shuffle(draft.nets),
    limits: randomLimits(random),
    ...(random.chance(0.3) ? { onMisfit: 'refuse' as const } : {}),
  };
}

/** The limit of visits is always small: routing-only loops must end soon, or tests of many nets do not end. */
function randomLimits(random: Random): Limits {
  return {
    visits: random.between(4, 12),
    steps: random.chance(0.1) ? random.between(5, 40) : 400,
    payload: random.chance(0.1) ? random.between(700, 1500) : 2000,
    ...(random.chance(0.05) ? { depth: random.between(1, 3) } : {}),
    ...(random.chance(0.1) ? { instances: random.between(3, 6) } : {}),
    ...(random.chance(0.15) ? { tokens: random.between(3, 9) } : {}),
    ...(random.chance(0.3) ? { signals: random.between(1, 2) } : {}),
  };
}
