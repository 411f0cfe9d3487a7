/** The adapters that a caller can use: those of the program, and the caller's own, which come first [Q7.2]. */
import { findNearest } from '../../../expression/index.ts';
import { parseDocument } from '../../document/parse-document.ts';
import { createReporter } from '../../document/reporter.ts';
import type { OperationHost } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import { shippedAdapters } from '../adapters/index.ts';
import { languageId } from '../question-item.ts';
import { type Adapter, readAdapter } from '../read-adapter.ts';
import { contentOf } from '../read-questions.ts';

export interface KnownAdapter {
  readonly adapter: Adapter;
  readonly isShipped: boolean;
}

/** By name. */
export type Adapters = ReadonlyMap<string, KnownAdapter>;

export async function adaptersOf(host: OperationHost): Promise<Adapters> {
  const found = await host.workflows(languageId);
  const own = found.filter(
    ({ workflow }) => workflow !== null && workflow.program !== null && contentOf(workflow).adapter !== null,
  );
  return new Map([
    ...shippedAdapters.map((text) => entryOf(text, true)),
    ...own.map(({ text }) => entryOf(text, false)),
  ]);
}

const entryOf = (text: string, isShipped: boolean): readonly [string, KnownAdapter] => {
  const adapter = loadAdapter(text);
  return [adapter.name, { adapter, isShipped }];
};

const loaded = new Map<string, Adapter>();
const maxLoaded = 1_000;

/** @param text of a document without errors */
function loadAdapter(text: string): Adapter {
  const known = loaded.get(text);
  if (known !== undefined) return known;
  const source = parseDocument({ path: 'adapter.yaml', text });
  const adapter = source.root === null ? undefined : readAdapter(createReporter(source), source.root);
  if (adapter === undefined) throw new Error('An adapter cannot be read.');
  if (loaded.size >= maxLoaded) loaded.clear();
  loaded.set(text, adapter);
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
