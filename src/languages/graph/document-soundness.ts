/**
 * Checks the nets of every workflow of a document, all within one budget. A caller only needs to know whether a workflow
 * that it calls can complete, so every net is explored once, however many workflows call it.
 */
import { checkSoundness, type ExploredNet, exploreNets, type Finding } from '../../kernel/index.ts';
import { isHalfSpent, type SoundnessBudget } from '../soundness-budget.ts';
import { type CompiledWorkflows, type CompileOptions, compileNets, createProgram } from './compile.ts';
import { planWorkflow } from './plan-workflow.ts';
import type { GraphWorkflow } from './schema.ts';

export interface DocumentSoundness {
  findingsOf(workflow: string): readonly Finding[];
  /** The findings if a workflow is changed; null if the rest of the budget is kept for other workflows. */
  findingsAfter(changed: GraphWorkflow): readonly Finding[] | null;
}

export function createDocumentSoundness(
  { netsOf, calledBy }: CompiledWorkflows,
  options: CompileOptions,
  budget: SoundnessBudget,
): DocumentSoundness {
  const explored = new Map<string, ExploredNet>();
  // A workflow that does not exist is assumed to do nothing.
  const completes = (name: string): boolean => explored.get(name)?.completes ?? true;
  const explore = (name: string): void => {
    const left = [...calledBy(name)].filter((each) => !explored.has(each));
    const found = exploreNets(createProgram(left, netsOf), { ...budget, completes });
    for (const [id, net] of found) explored.set(id, net);
  };
  const check = (
    name: string,
    nets: typeof netsOf,
    known?: ReadonlyMap<string, ExploredNet>,
  ): readonly Finding[] => {
    // Other workflows matter only if they call this one in turn.
    const circle = [...calledBy(name)].filter((each) => calledBy(each).has(name));
    const wanted = new Set(nets.get(name)?.map(({ id }) => id));
    const program = createProgram(circle, nets);
    return checkSoundness(program, { ...budget, completes, wanted, explored: known }).findings;
  };
  return {
    findingsOf: (name) => {
      if (budget.fuel.left <= 0) return [unchecked(name)];
      explore(name);
      return check(name, netsOf, explored);
    },
    findingsAfter: (changed) => {
      if (isHalfSpent(budget)) return null;
      const nets = compileNets(planWorkflow(changed, options.resultOf), options);
      return check(changed.name, new Map(netsOf).set(changed.name, nets));
    },
  };
}

const unchecked = (net: string): Finding => ({
  rule: 'bound-reached',
  severity: 'warning',
  net,
  task: null,
  place: null,
  variable: null,
  source: null,
  path: [],
  message: 'None of its states was checked.',
});
