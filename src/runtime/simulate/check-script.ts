/** Finds names in a script that the program does not have: every entry of a script must be able to occur [M1]. */
import type { Program } from '../../kernel/index.ts';
import type { Script } from './script.ts';
import type { SimulationProblem } from './simulation.ts';

export function checkScript(program: Program, script: Script): readonly SimulationProblem[] {
  const tasks = new Set<string>();
  const operations = new Set<string>();
  for (const { id, work, undo } of program.nets.flatMap((net) => net.tasks)) {
    tasks.add(id);
    for (const call of [work.kind === 'call' ? work : undefined, undo]) {
      if (call === undefined) continue;
      operations.add(call.operation);
      operations.add(`${call.connector ?? simulatedConnector}.${call.operation}`);
    }
  }
  const calls = Object.keys(script.calls).filter((name) => !tasks.has(name) && !operations.has(name));
  const answers = Object.keys(script.answers).filter((name) => !tasks.has(name));
  return [
    ...calls.map((name) =>
      unknown(`The script has outcomes for “${name}”, which is neither a task nor an operation.`),
    ),
    ...answers.map((name) => unknown(`The script answers “${name}”, which is not a task.`)),
  ];
}

/** The connector of operations that the program leaves unbound. */
export const simulatedConnector = 'simulated';

function unknown(message: string): SimulationProblem {
  return { code: 'unknown-name', net: '', task: '', message };
}
