/** Proposes parameters for undeclared names that are similar to no other name. */
import { findNearest, referencesOf } from '../../expression/index.ts';
import { findEntry } from '../document/located.ts';
import { insertEntries, insertEntry } from '../document/map-edits.ts';
import type { Proposal, Reporter } from '../document/reporter.ts';
import { formulasOf, inTemplate } from './formulas.ts';
import type { PlannedWorkflow } from './plan-workflow.ts';

/** Further undeclared names are proposed once these are declared: each is compared with all names. */
const maxNames = 100;

/** @returns for a name, the edit that declares it; one edit for all names, because they share one position */
export function proposeParameters(
  { workflow, everyNode, names }: PlannedWorkflow,
  { source }: Reporter,
): (name: string) => Proposal | undefined {
  const items = everyNode.flatMap(({ work }) =>
    work.kind === 'foreach' && work.as !== null ? [work.as.name] : [],
  );
  const known = [...names.keys(), ...items, 'output'];
  const formulas = [
    ...everyNode.flatMap(formulasOf),
    ...(workflow.result === null ? [] : inTemplate(workflow.result, 'expression')),
  ];
  const used = new Set(formulas.flatMap(({ formula }) => referencesOf(formula.tree).map(({ name }) => name)));
  const isKnown = new Set(known);
  const unknown = [...used].filter((name) => !isKnown.has(name)).slice(0, maxNames);
  const missing = unknown.filter((name) => findNearest(name, known) === undefined);
  const declared = missing.map((name) => [name, { type: 'any' }] as const);
  const params = findEntry(workflow.map, 'params')?.value;
  return (name) => {
    if (!missing.includes(name) || params?.kind === 'list') return undefined;
    const edits =
      params === undefined
        ? insertEntry(source, workflow.map, 'params', Object.fromEntries(declared))
        : insertEntries(source, params, declared);
    return { text: `Declare ${missing.map((each) => `“${each}”`).join(', ')} as a parameter.`, edits };
  };
}
