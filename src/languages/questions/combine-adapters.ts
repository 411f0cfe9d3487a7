/**
 * Makes a question flow of the documents of adapters, as a document that can be saved and edited [Q7.3]. Its cost depends
 * on the texts of users: a process of its own performs it.
 */
import { toJson } from '../document/located.ts';
import { parseDocument } from '../document/parse-document.ts';
import { createReporter } from '../document/reporter.ts';
import { entryLines } from '../document/yaml-text.ts';
import { Refusal, type RefusalReport } from '../refusal.ts';
import type { Workflow } from '../workflow.ts';
import { problemOfSize } from './flow-limits.ts';
import { orderAdapters } from './order-adapters.ts';
import { type Adapter, flowOfAdapters, readAdapter, sizeOfFlow } from './read-adapter.ts';
import { flowIdOf, readQuestions } from './read-questions.ts';
import { adapterFailed } from './refusals.ts';

/** Plain data. */
export type CombinedAdapters =
  | {
      readonly kind: 'flow';
      readonly id: string;
      /** Names of the adapters, in the order of their questions. */
      readonly adapters: readonly string[];
      readonly text: string;
      readonly workflow: Workflow;
    }
  | { readonly kind: 'refused'; readonly report: RefusalReport };

/** @param texts of documents without errors */
export function combineAdapters({ texts }: { readonly texts: readonly string[] }): CombinedAdapters {
  try {
    return combine(orderAdapters(texts.map(load)));
  } catch (error) {
    if (error instanceof Refusal) return { kind: 'refused', report: error.report };
    throw error;
  }
}

function load(text: string): Adapter {
  const source = parseDocument({ path: 'adapter.yaml', text });
  const adapter = source.root === null ? undefined : readAdapter(createReporter(source), source.root);
  if (adapter === undefined) throw new Error('An adapter cannot be read.');
  return adapter;
}

/** As long as that of a document that is saved. */
const maxProgramLength = 4 * 1024 * 1024;

function combine([first, ...others]: readonly Adapter[]): CombinedAdapters {
  if (first === undefined) throw new Error('A flow needs an adapter.');
  const adapters = [first, ...others] as const;
  const refuse = (cause: string): never => {
    throw new Refusal(adapterFailed(first.name, `The adapters cannot be combined: ${cause}`, cause));
  };
  const size = problemOfSize(sizeOfFlow(adapters));
  if (size !== undefined) return refuse(size.message);
  const id = flowIdOf(adapters);
  const flow = toJson(flowOfAdapters(id, adapters)) as object;
  const lines = Object.entries(flow).flatMap(([key, value]) => entryLines(key, value, false));
  const text = `${lines.join('\n')}\n`;
  const { workflows, violations } = readQuestions({ path: `${id}.yaml`, text }, { operations: null });
  const [workflow] = workflows;
  const [problem] = violations;
  if (workflow === undefined || workflow.program === null || problem !== undefined)
    return refuse(problem?.message ?? 'The flow cannot be read.');
  if (JSON.stringify(workflow.program).length > maxProgramLength)
    return refuse('The flow is too large. Choose fewer adapters.');
  return { kind: 'flow', id, adapters: adapters.map(({ name }) => name), text, workflow };
}
