/** Multiple instances of one task, occasionally with each of the bounds. */
import type { Bound, Each, Work } from '../../src/kernel/model/program.ts';
import type { NetDraft, ProgramDraft } from './net-draft.ts';
import { anyExpression, constant, listExpression, numberExpression, read } from './random-expression.ts';

export function randomEach(draft: ProgramDraft, net: NetDraft): Each {
  const { random } = draft;
  const bound = (low: number, high: number): Bound => {
    const number = random.between(low, high);
    if (random.chance(0.05)) return numberExpression(draft, net);
    return random.chance(0.2) ? constant(number) : number;
  };
  const listed = random.chance(0.85);
  return {
    ...(listed ? { items: listExpression(draft, net) } : {}),
    ...(!listed || random.chance(0.1) ? { min: bound(1, 2) } : {}),
    ...(random.chance(0.2) ? { max: bound(4, 6) } : {}),
    ...(random.chance(0.25) ? { threshold: bound(1, 3) } : {}),
    ...(random.chance(0.35) ? { concurrency: bound(1, 3) } : {}),
    create: random.chance(0.35) ? 'dynamic' : 'static',
    failures: random.pick(['abort', 'continue']),
    ...(random.chance(0.3) ? { collect: anyExpression(draft, net, ['$output', '$index']) } : {}),
  };
}

/** Lets the work read its item. */
export function workOnItem(draft: ProgramDraft, net: NetDraft, work: Work): Work {
  const { random } = draft;
  if (work.kind !== 'call' && work.kind !== 'offer') return work;
  if (!random.chance(0.6)) return work;
  return {
    ...work,
    input: random.chance(0.5) ? read('$index') : anyExpression(draft, net, ['$index', '$item']),
  };
}
