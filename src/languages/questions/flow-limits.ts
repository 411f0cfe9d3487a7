/** Limits on the size of a flow. A larger one is refused before it is parsed, and before it is made of adapters. */
import type { Mistake } from '../document/reporter.ts';
import { maxArcs, maxNodes, maxNodesPerWorkflow, maxWorkflows } from '../net-limits.ts';

export interface FlowSize {
  /** The flow itself, and its nested workflows. */
  readonly levels: readonly { readonly states: number; readonly transitions: number }[];
  readonly operations: number;
}

type Problem = Pick<Mistake, 'rule' | 'message' | 'expected' | 'actual'>;
type Limits = readonly (readonly [what: string, count: number, max: number])[];

export const problemOfSize = ({ levels, operations }: FlowSize): Problem | undefined =>
  problemOf('A flow', 'Split it into several flows', [
    ['nested workflows', levels.length - 1, maxWorkflows],
    ['states in a workflow', Math.max(...levels.map(({ states }) => states)), maxNodesPerWorkflow],
    ['states in all', levels.reduce((sum, { states }) => sum + states, 0), maxNodes],
    ['transitions', levels.reduce((sum, { transitions }) => sum + transitions, 0), maxArcs],
    // They are tasks of one net.
    ['operations', operations, maxNodesPerWorkflow],
  ]);

/** It is inserted into any number of texts. */
export const maxAddress = 2_000;

/** @param size of the flow that is made of it */
export const problemOfAdapter = (
  { levels: [level = { states: 0, transitions: 0 }], operations }: FlowSize,
  capabilities: number,
  address: string,
): Problem | undefined =>
  problemOf('An adapter', 'Split it into several adapters, or shorten it', [
    ['inputs', level.states, maxNodesPerWorkflow],
    ['transitions between inputs with “when”', level.transitions, maxArcs],
    ['operations', operations, maxNodesPerWorkflow],
    // Each is compared with those of all other adapters.
    ['capabilities', capabilities, 50],
    ['characters in “base_url”', address.length, maxAddress],
  ]);

function problemOf(noun: string, remedy: string, limits: Limits): Problem | undefined {
  const [what, count = 0, max] = limits.find(([, each, limit]) => each > limit) ?? [];
  if (what === undefined) return undefined;
  const expected = `at most ${max} ${what}`;
  const message = `${noun} can have ${expected}, but has ${count}. ${remedy}.`;
  return { rule: 'limit', message, expected, actual: String(count) };
}
