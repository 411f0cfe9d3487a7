/** The adapters that a caller can use: those of the program, and the caller's own, which come first [Q7.2]. */
import { findNearest } from '../../../expression/index.ts';
import { once } from '../../document/once.ts';
import type { FoundWorkflow, OperationHost } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import type { Workflow } from '../../workflow.ts';
import { shippedAdapters } from '../adapters/index.ts';
import type { AdapterFacts, Flow } from '../flow.ts';
import { languageId } from '../question-item.ts';
import { contentOf, readQuestions } from '../read-questions.ts';

export interface KnownAdapter {
  readonly isShipped: boolean;
  readonly facts: AdapterFacts;
  /** Its own, without other adapters. */
  readonly flow: Flow;
  /** Of its document. */
  readonly text: string;
}

/** By name. */
export type Adapters = ReadonlyMap<string, KnownAdapter>;

const found = new WeakMap<readonly FoundWorkflow[], Adapters>();

export async function adaptersOf(host: OperationHost): Promise<Adapters> {
  const workflows = await host.workflows(languageId);
  const known = found.get(workflows) ?? byName([...shipped(), ...workflows.flatMap(ownOf)]);
  found.set(workflows, known);
  return known;
}

const byName = (adapters: readonly KnownAdapter[]): Adapters =>
  new Map(adapters.map((adapter) => [adapter.facts.name, adapter]));

const shipped = once(() =>
  shippedAdapters.flatMap((text) => {
    const { workflows } = readQuestions({ path: 'adapter.yaml', text }, { operations: null });
    return workflows.flatMap((workflow) => toAdapters(workflow, text, true));
  }),
);

/** The same as long as the workflow is the same: generated flows are kept for it. */
const own = new WeakMap<Workflow, readonly KnownAdapter[]>();

function ownOf({ workflow, text }: FoundWorkflow): readonly KnownAdapter[] {
  if (workflow === null) return [];
  const known = own.get(workflow) ?? toAdapters(workflow, text, false);
  own.set(workflow, known);
  return known;
}

/** None if it is another flow, or has errors. */
function toAdapters(workflow: Workflow, text: string, isShipped: boolean): readonly KnownAdapter[] {
  const { adapter: facts, flow } = contentOf(workflow);
  return facts === null || workflow.program === null ? [] : [{ isShipped, facts, flow, text }];
}

/** Throws if there is none. */
export function adapterNamed(adapters: Adapters, name: string): KnownAdapter {
  const found = adapters.get(name);
  if (found !== undefined) return found;
  const nearest = findNearest(name, [...adapters.keys()]);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  throw new Refusal({
    code: 'adapter_not_found',
    message: `Failed to load adapter: ${name}.${hint}`,
    context: { adapter: name, cause: 'Adapter not found' },
  });
}
