/** Generates a question flow from adapters, as a document that can be saved and edited [Q7.3]. */
import { toJson } from '../../document/located.ts';
import { entryLines } from '../../document/yaml-text.ts';
import { Refusal } from '../../refusal.ts';
import type { Workflow } from '../../workflow.ts';
import { type Adapter, flowOfAdapters } from '../read-adapter.ts';
import { flowIdOf, readQuestions } from '../read-questions.ts';
import { adapterFailed } from '../refusals.ts';
import { orderAdapters } from './order-adapters.ts';

export interface GeneratedFlow {
  readonly id: string;
  /** In the order of their questions. */
  readonly adapters: readonly Adapter[];
  readonly text: string;
  readonly workflow: Workflow;
}

const generated = new WeakMap<Adapter, Map<string, GeneratedFlow>>();
/** Of each first adapter: callers can name very many lists. */
const maxKept = 20;

/** Throws if the adapters cannot be combined. */
export function generateFlow(chosen: readonly [Adapter, ...Adapter[]]): GeneratedFlow {
  const [first] = chosen;
  const names = chosen.map(({ name }) => name).join(' ');
  const kept = generated.get(first) ?? new Map<string, GeneratedFlow>();
  const known = kept.get(names);
  if (known !== undefined && chosen.every((adapter) => known.adapters.includes(adapter))) return known;
  const made = generate(chosen);
  for (const [oldest] of kept) if (kept.size >= maxKept) kept.delete(oldest);
  generated.set(first, kept.set(names, made));
  return made;
}

function generate(chosen: readonly [Adapter, ...Adapter[]]): GeneratedFlow {
  const adapters = orderAdapters(chosen);
  const [first = chosen[0], ...others] = adapters;
  const id = flowIdOf(adapters);
  const flow = toJson(flowOfAdapters(id, [first, ...others])) as object;
  const lines = Object.entries(flow).flatMap(([key, value]) => entryLines(key, value, false));
  const text = `${lines.join('\n')}\n`;
  const { workflows, violations } = readQuestions({ path: `${id}.yaml`, text }, { operations: null });
  const [workflow] = workflows;
  const [problem] = violations;
  if (workflow === undefined || workflow.program === null || problem !== undefined) {
    const cause = problem?.message ?? 'The flow cannot be read.';
    throw new Refusal(adapterFailed(first.name, `The adapters cannot be combined: ${cause}`, cause));
  }
  return { id, adapters, text, workflow };
}
