/** Generates question flows from adapters, and keeps the last ones: every step of a session needs its flow. */
import { maxTextLength } from '../../document/compose.ts';
import type { OperationHost } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import type { Workflow } from '../../workflow.ts';
import type { CombinedAdapters } from '../combine-adapters.ts';
import { adapterFailed } from '../refusals.ts';
import { adapterNamed, adaptersOf, type KnownAdapter } from './find-adapters.ts';

export interface GeneratedFlow {
  readonly id: string;
  /** In the order of their questions. */
  readonly adapters: readonly KnownAdapter[];
  readonly text: string;
  readonly workflow: Workflow;
}

/** With the adapters as they were chosen. The last one was used last. */
const kept = new Map<readonly KnownAdapter[], GeneratedFlow>();
/** Characters of the texts of all that are kept: their programs are many times longer. */
const maxKept = 1_000_000;

/** Throws if an adapter does not exist, or if they cannot be combined. */
export async function generateFlow(host: OperationHost, names: readonly string[]): Promise<GeneratedFlow> {
  const adapters = await adaptersOf(host);
  const chosen = [...new Set(names)].map((name) => adapterNamed(adapters, name));
  for (const [of, flow] of kept) {
    if (of.length !== chosen.length || !of.every((adapter, at) => adapter === chosen[at])) continue;
    kept.delete(of);
    kept.set(of, flow);
    return flow;
  }
  const made = await generate(host, chosen);
  kept.set(chosen, made);
  let length = [...kept.values()].reduce((sum, { text }) => sum + text.length, 0);
  for (const [of, { text }] of kept) {
    if (length <= maxKept) break;
    kept.delete(of);
    length -= text.length;
  }
  return made;
}

async function generate(host: OperationHost, chosen: readonly KnownAdapter[]): Promise<GeneratedFlow> {
  const texts = chosen.map(({ text }) => text);
  // Longer ones make no document, and take long to send.
  if (texts.reduce((sum, { length }) => sum + length, 0) > maxTextLength) {
    const cause = 'Their documents are too long together. Choose fewer adapters.';
    const message = `The adapters cannot be combined: ${cause}`;
    throw new Refusal(adapterFailed(chosen[0]?.facts.name ?? '', message, cause));
  }
  // The function that “computes” names returns it.
  const combined = (await host.compute('questions.combine', { texts })) as CombinedAdapters;
  if (combined.kind === 'refused') throw new Refusal(combined.report);
  const { id, text, workflow } = combined;
  const adapters = combined.adapters.flatMap((name) => chosen.find(({ facts }) => facts.name === name) ?? []);
  return { id, adapters, text, workflow };
}
