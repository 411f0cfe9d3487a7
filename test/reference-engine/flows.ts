/** K4: which flows a task takes. */
import type { Flow, Task } from '../../src/kernel/model/program.ts';
import { type EvaluationScope, evaluateGuard } from './evaluate.ts';
import type { Play } from './play.ts';

export interface Route {
  readonly taken: readonly Flow[];
  /** Flows whose guard was evaluated and is false. */
  readonly refused: readonly Flow[];
}

/** Taking no flow is `no-flow`, except for an AND-split. Throws expression errors of guards. */
export function chooseFlows(play: Play, scope: EvaluationScope, task: Task): Route {
  if (task.split === 'and') return { taken: task.flows, refused: [] };
  const flows = inOrder(task.flows);
  return task.split === 'xor' ? chooseOne(play, scope, flows) : chooseSome(play, scope, flows);
}

/** By order, then as listed, the default last. */
function inOrder(flows: readonly Flow[]): Flow[] {
  const sorted = [...flows].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return [
    ...sorted.filter((flow) => flow.default !== true),
    ...sorted.filter((flow) => flow.default === true),
  ];
}

/** The default is the last option: its guard is not evaluated. */
function chooseOne(play: Play, scope: EvaluationScope, flows: readonly Flow[]): Route {
  const refused: Flow[] = [];
  for (const flow of flows) {
    const holds = flow.default === true || flow.guard === undefined || evaluateGuard(play, scope, flow.guard);
    if (holds) return { taken: [flow], refused };
    refused.push(flow);
  }
  return { taken: [], refused };
}

function chooseSome(play: Play, scope: EvaluationScope, flows: readonly Flow[]): Route {
  const taken: Flow[] = [];
  const refused: Flow[] = [];
  for (const flow of flows) {
    if (flow.guard === undefined) {
      if (flow.default !== true) taken.push(flow);
    } else if (evaluateGuard(play, scope, flow.guard)) {
      taken.push(flow);
    } else {
      refused.push(flow);
    }
  }
  if (taken.length === 0) taken.push(...flows.filter((flow) => flow.default === true));
  return { taken, refused };
}
