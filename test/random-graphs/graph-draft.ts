/** A random graph under construction. */
import type { NodeData } from './document-data.ts';
import { type ReferenceScope, randomText, type Shape } from './random-reference.ts';
import type { GraphGenerator } from './random-work.ts';

export interface GraphDraft {
  readonly generator: GraphGenerator;
  readonly params: readonly string[];
  readonly nodes: Map<string, NodeData>;
  readonly shapes: Map<string, Shape>;
  /** Error nodes whose message does not depend on the route. */
  readonly errors: string[];
}

export const scopeAt = ({ params, shapes }: GraphDraft, sure: ReadonlySet<string>): ReferenceScope => ({
  sure: new Set([...params, ...sure]),
  shapes,
});

/** A new or an existing error node. */
export function addError(draft: GraphDraft, sure: ReadonlySet<string>): string {
  const { generator, nodes, errors } = draft;
  const { random, fresh } = generator;
  if (errors.length > 0 && random.chance(0.3)) return random.pick(errors);
  const name = fresh('error');
  const isPlain = random.chance(0.5);
  const message = isPlain ? `gave up at ${name}` : randomText(random, scopeAt(draft, sure));
  nodes.set(name, { type: 'error', message });
  if (isPlain) errors.push(name);
  return name;
}
