/** Finds names in a script that mean nothing in the program: what a script says must be able to happen [M1]. */
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
      unknown(`The script has outcomes for “${name}”, which is no task and no operation here.`),
    ),
    ...answers.map((name) => unknown(`The script answers “${name}”, which is no task here.`)),
  ];
}

/** What operations are bound to that the program leaves unbound. */
export const simulatedConnector = 'simulated';

function unknown(message: string): SimulationProblem {
  return { code: 'unknown-name', net: '', task: '', message };
}
