/** The first letter of the name of a variable determines its kind, so that generated events fit the program. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Variable } from '../../src/kernel/model/program.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import type { NetDraft, ProgramDraft } from './net-draft.ts';

/** number · counter of a loop · anything · list · flag · status of a timer · caught failure · unset number */
export type VariableKind = 'x' | 'c' | 'r' | 'l' | 'b' | 's' | 'e' | 'u';

function isOfKind(name: string, kind: VariableKind): boolean {
  return name.startsWith(kind);
}

export function pickName(random: Random, names: readonly string[], kind: VariableKind): string | undefined {
  const fitting = names.filter((name) => isOfKind(name, kind));
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

/** A separate counter for every loop, in any owner of the variables. */
export function declareCounter(draft: ProgramDraft, net: NetDraft): string {
  const name = `c${draft.counters++}`;
  declare(net, { name, initial: 0 });
  return name;
}

type Names = Pick<NetDraft, 'variables' | 'readable' | 'writable'>;

export function declare(net: Names, variable: Variable): void {
  net.variables.push(variable);
  for (const names of [net.readable, net.writable]) {
    if (!names.includes(variable.name)) names.push(variable.name);
  }
}

/** The default variables of a net that has its own. */
export function declareVariables(random: Random, net: Names): void {
  for (let i = 0; i < 3; i++) {
    const parameter = random.weighted<Variable['parameter'] | 'none'>([
      [5, 'none'],
      [3, 'optional'],
      [1, 'required'],
    ]);
    declare(net, {
      name: `x${i}`,
      initial: random.int(5),
      ...(parameter === 'none' || parameter === undefined ? {} : { parameter }),
    });
  }
  declare(net, { name: 'x3', parameter: 'optional', initial: 1 });
  for (const name of ['r0', 'r1']) declare(net, { name, initial: null });
  declare(net, { name: 'l0', initial: [...Array(random.int(6)).keys()] });
  declare(net, { name: 'b0', initial: random.chance(0.5) });
  for (const name of ['s0', 'e0', 'u0']) declare(net, { name });
}

/** A value that fits the kind. */
export function valueOfKind(random: Random, kind: string): Json {
  switch (kind) {
    case 'x':
    case 'c':
    case 'u':
      return random.int(6);
    case 'l':
      return Array.from({ length: random.int(6) }, () => random.int(9));
    case 'b':
      return random.chance(0.5);
    case 's':
      return random.pick(['dormant', 'active', 'closed', 'other']);
    default:
      return random.pick<Json>([null, 1, 'text', true, [1, [2]], { b: 1, a: { c: [] } }, '', 0.5]);
  }
}
