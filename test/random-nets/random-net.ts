/** Random nets and the nets that they use, three levels deep. */
import type { Assign, Expression, Net, NetWork, Variable } from '../../src/kernel/model/program.ts';
import type { NetDraft, ProgramDraft } from './net-draft.ts';
import { perturb } from './perturb.ts';
import { addBody } from './random-block.ts';
import { anyExpression, numberExpression } from './random-expression.ts';
import { declare, declareVariables } from './variable-kind.ts';

type Names = Pick<NetDraft, 'variables' | 'readable' | 'writable'>;

interface NetPlan {
  readonly id: string;
  readonly level: number;
  /** Approximate number of tasks. */
  readonly budget: number;
  readonly names: Names;
  /** The names are those of the parent, and so are the declarations of loops in it. */
  readonly shares: boolean;
}

/** Creates a net and adds it to the program, after those that it uses. */
export function addNet(draft: ProgramDraft, { id, level, budget, names, shares }: NetPlan): void {
  const { random } = draft;
  const net: NetDraft = { id, input: 'in', output: 'out', places: ['in', 'out'], tasks: [], level, ...names };
  addBody(draft, net, budget);
  perturb(draft, net);
  const result = random.weighted<() => Expression | undefined>([
    [3, () => numberExpression(draft, net)],
    [2, () => anyExpression(draft, net)],
    [1, () => undefined],
  ])();
  // Indexes break ties, so they should not depend on how the net was built.
  const finished: Net = {
    id,
    input: net.input,
    output: net.output,
    places: random.shuffle(net.places).map((place) => ({ id: place })),
    tasks: random.shuffle(net.tasks),
    variables: shares ? [] : net.variables,
    ...(result === undefined ? {} : { result }),
    onFailure: random.chance(0.3) ? 'settle' : 'abort',
  };
  draft.nets.push(finished);
}

export function ownNames(draft: ProgramDraft): Names {
  const names: Names = { variables: [], readable: [], writable: [] };
  declareVariables(draft.random, names);
  return names;
}

/** Work that is a net: a new one or, if there is one below, a shared one. */
export function randomNetWork(draft: ProgramDraft, parent: NetDraft): NetWork {
  const { random } = draft;
  const known = draft.reusable.filter(({ level }) => level > parent.level);
  if (known.length > 0 && (draft.netsLeft <= 0 || random.chance(0.3))) {
    const { id, parameters } = random.pick(known);
    return { kind: 'net', net: id, scope: 'own', ...mapping(draft, parent, parameters) };
  }
  draft.netsLeft--;
  const plan = { id: `net${draft.netsLeft}`, level: parent.level + 1, budget: random.between(2, 7) };
  const scope = random.pick(['own', 'own', 'share', 'inherit'] as const);
  if (scope === 'share') {
    const { variables, readable, writable } = parent;
    addNet(draft, { ...plan, names: { variables, readable, writable }, shares: true });
    return { kind: 'net', net: plan.id, scope };
  }
  const names = scope === 'own' ? ownNames(draft) : inheritedNames(draft, parent);
  addNet(draft, { ...plan, names, shares: false });
  const parameters = names.variables.filter(({ parameter }) => parameter !== undefined);
  if (scope === 'own') draft.reusable.push({ id: plan.id, level: plan.level, parameters });
  return { kind: 'net', net: plan.id, scope, ...mapping(draft, parent, parameters) };
}

/** Some names of its own, some that hide those of the parent; the others are read through until they are written. */
function inheritedNames({ random }: ProgramDraft, parent: NetDraft): Names {
  const names: Names = { variables: [], readable: [...parent.readable], writable: [...parent.readable] };
  for (const name of ['x0', 'x1', 'x9', 'r0', 'r9', 'l0', 'e0', 's0']) {
    if (!random.chance(0.4)) continue;
    const parameter = random.chance(0.4) ? { parameter: 'optional' as const } : {};
    if (/^[es]/.test(name)) declare(names, { name });
    else declare(names, { name, initial: name.startsWith('l') ? [1] : 1, ...parameter });
  }
  return names;
}

/** Required parameters are nearly always passed, others sometimes. */
function mapping(
  draft: ProgramDraft,
  parent: NetDraft,
  parameters: readonly Variable[],
): { input?: Assign[] } {
  const { random } = draft;
  const given = parameters.filter(({ parameter }) => random.chance(parameter === 'required' ? 0.98 : 0.4));
  if (given.length === 0) return {};
  const input = given.map(({ name }) => ({
    to: name,
    value: /^[rl]/.test(name) ? anyExpression(draft, parent) : numberExpression(draft, parent),
  }));
  return { input };
}
