/** The first event of a run. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { inSomeForm } from './random-payload.ts';
import { valueOfKind } from './variable-kind.ts';

/** Occasionally something is missing or unknown: then the next attempt is likely to fit. */
export function startOf(random: Random, program: Program, at: number): RunEvent {
  const root = program.nets.find(({ id }) => id === program.root);
  const given = (root?.variables ?? []).filter(({ parameter }) =>
    random.chance(parameter === 'required' ? 0.98 : parameter === 'optional' ? 0.4 : 0.005),
  );
  const names = [...given.map(({ name }) => name), ...(random.chance(0.02) ? ['x-unknown'] : [])];
  const input = Object.fromEntries(
    names.map((name) => [name, inSomeForm(random, valueOfKind(random, name.charAt(0)))]),
  );
  const bindings = Object.fromEntries(
    unboundOperations(program)
      .filter(() => random.chance(0.99))
      .map((operation) => [operation, random.pick(['http', 'mcp'])]),
  );
  return {
    kind: 'started',
    at,
    seed: random.int(2 ** 32),
    ...(names.length > 0 || random.chance(0.5) ? { input } : {}),
    ...(Object.keys(bindings).length > 0 || random.chance(0.5) ? { bindings } : {}),
  };
}

function unboundOperations(program: Program): string[] {
  const operations = new Set<string>();
  for (const { work, undo } of program.nets.flatMap(({ tasks }) => tasks)) {
    if (work.kind === 'call' && work.connector === undefined) operations.add(work.operation);
    if (undo !== undefined && undo.connector === undefined) operations.add(undo.operation);
  }
  return [...operations];
}
