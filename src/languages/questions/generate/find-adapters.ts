/** The adapters that a caller can use: those of the program, and the caller's own, which come first [Q7.2]. */
import { findNearest } from '../../../expression/index.ts';
import { once } from '../../document/once.ts';
import { parseDocument } from '../../document/parse-document.ts';
import { createReporter } from '../../document/reporter.ts';
import type { FoundWorkflow, OperationHost } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import type { Workflow } from '../../workflow.ts';
import { shippedAdapters } from '../adapters/index.ts';
import { languageId } from '../question-item.ts';
import { type Adapter, readAdapter } from '../read-adapter.ts';
import { contentOf } from '../read-questions.ts';

export interface KnownAdapter {
  readonly isShipped: boolean;
  /** Read when it is needed, and then kept. */
  adapter(): Adapter;
}

/** By name. */
export type Adapters = ReadonlyMap<string, KnownAdapter>;

const found = new WeakMap<readonly FoundWorkflow[], Adapters>();

export async function adaptersOf(host: OperationHost): Promise<Adapters> {
  const workflows = await host.workflows(languageId);
  const known = found.get(workflows) ?? adaptersAmong(workflows);
  found.set(workflows, known);
  return known;
}

function adaptersAmong(workflows: readonly FoundWorkflow[]): Adapters {
  const own = workflows.flatMap(({ workflow, text }): readonly (readonly [string, KnownAdapter])[] => {
    const facts = workflow?.program == null ? null : contentOf(workflow).adapter;
    return workflow === null || facts === null
      ? []
      : [[facts.name, { isShipped: false, adapter: () => loadOwn(workflow, text) }]];
  });
  return new Map([...shipped(), ...own]);
}

const shipped = once(() =>
  shippedAdapters.map((text): readonly [string, KnownAdapter] => {
    const adapter = load(text);
    return [adapter.name, { isShipped: true, adapter: () => adapter }];
  }),
);

const loaded = new WeakMap<Workflow, Adapter>();

function loadOwn(workflow: Workflow, text: string): Adapter {
  const adapter = loaded.get(workflow) ?? load(text);
  loaded.set(workflow, adapter);
  return adapter;
}

/** @param text of a document without errors */
function load(text: string): Adapter {
  const source = parseDocument({ path: 'adapter.yaml', text });
  const adapter = source.root === null ? undefined : readAdapter(createReporter(source), source.root);
  if (adapter === undefined) throw new Error('An adapter cannot be read.');
  return adapter;
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
