/**
 * Checks the nets of every workflow of a document, all within one budget. A caller only needs to know whether a workflow
 * that it calls can complete, so each is explored once, before its callers; workflows that call each other together.
 */
import {
  checkSoundness,
  type ExploredNets,
  exploreNets,
  type Finding,
  type Net,
} from '../../kernel/index.ts';
import { createSoundnessBudget, isHalfSpent } from '../soundness-budget.ts';
import { type CompiledWorkflows, createProgram } from './compile.ts';

export interface DocumentSoundness {
  findingsOf(workflow: string): readonly Finding[];
  /** The findings with other nets of the workflow; null if the rest of the budget is kept for other workflows. */
  findingsWith(workflow: string, nets: () => readonly Net[]): readonly Finding[] | null;
}

export function createDocumentSoundness({ netsOf, callsOf, calledBy }: CompiledWorkflows): DocumentSoundness {
  const budget = createSoundnessBudget();
  const explored = new Map<string, ExploredNets>();
  // A workflow that does not exist is assumed to do nothing.
  const completes = (name: string): boolean => explored.get(name)?.get(name)?.completes ?? true;
  /** The workflow and those with which it calls itself. */
  const circleOf = (name: string): ReadonlySet<string> =>
    new Set([...calledBy(name)].filter((each) => calledBy(each).has(name)));
  const explore = (name: string): ExploredNets | undefined => {
    if (explored.has(name) || !netsOf.has(name)) return explored.get(name);
    const circle = circleOf(name);
    for (const callee of [...circle].flatMap(callsOf)) if (!circle.has(callee)) explore(callee);
    const nets = exploreNets(createProgram(circle, netsOf), { ...budget, completes });
    for (const each of circle) explored.set(each, nets);
    return nets;
  };
  const check = (name: string, nets: typeof netsOf, known?: ExploredNets): readonly Finding[] => {
    const wanted = new Set(nets.get(name)?.map(({ id }) => id));
    const program = createProgram(circleOf(name), nets);
    return checkSoundness(program, { ...budget, completes, wanted, explored: known }).findings;
  };
  return {
    findingsOf: (name) => (budget.fuel.left <= 0 ? [unchecked(name)] : check(name, netsOf, explore(name))),
    findingsWith: (name, nets) =>
      isHalfSpent(budget) ? null : check(name, new Map(netsOf).set(name, nets())),
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
