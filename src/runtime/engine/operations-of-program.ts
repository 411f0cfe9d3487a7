/** Lists every operation that a program may call: by its bare name, or of one connector. */
import type { Program } from '../../kernel/index.ts';

export interface AskedOperations {
  readonly bare: ReadonlySet<string>;
  readonly exact: readonly (readonly [connector: string, operation: string])[];
}

export function operationsOfProgram(program: Program): AskedOperations {
  const bare = new Set<string>();
  const exact: (readonly [string, string])[] = [];
  for (const { tasks } of program.nets) {
    for (const { work, undo } of tasks) {
      for (const call of [work.kind === 'call' ? work : undefined, undo]) {
        if (call === undefined) continue;
        if (call.connector === undefined) bare.add(call.operation);
        else exact.push([call.connector, call.operation]);
      }
    }
  }
  return { bare, exact };
}
