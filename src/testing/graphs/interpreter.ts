/**
 * The slow and obvious interpreter of graph documents: the second opinion on how they are compiled and played. It
 * reads a document as its author would, node by node, and knows nothing of nets, of the compiler or of the kernel.
 */
import type { Failure } from '../../kernel/model/failure.ts';
import type { Json } from '../../kernel/model/json.ts';
import type { DocumentData } from './document-data.ts';
import type { Encounters } from './encounters.ts';
import { openFrame } from './interpret-frame.ts';
import { runGraph } from './interpret-graph.ts';
import { createParts } from './interpret-parts.ts';
import { createVirtualTime } from './virtual-time.ts';
import type { Outcome, Sighting, World } from './world.ts';

export interface Prediction {
  readonly status: 'completed' | 'failed';
  readonly result: Json;
  /** What happens at one moment decides what the run meets later: no promise says in which order. */
  readonly isOpen: boolean;
  /** Empty unless it failed; several where it cannot be told which one came first. */
  readonly failures: readonly Failure[];
  readonly seen: readonly Sighting[];
  /** Milliseconds from start to end; null where that, and what is undone at the end, cannot be told. */
  readonly spent: number | null;
}

export function interpretDocument(
  document: DocumentData,
  workflow: string,
  params: Readonly<Record<string, Json>>,
  encounters: Encounters,
): Prediction {
  const time = createVirtualTime();
  const world: World = {
    document,
    encounters,
    time,
    seen: [],
    counts: new Map(),
    isLoose: false,
    isOpen: false,
  };
  const graphOf = (name: string) => document.workflows[name] ?? { graph: {} };
  const parts = createParts((_, name, args, frame, done) =>
    runGraph(world, frame, graphOf(name), args, parts, done),
  );
  let ended: { readonly outcome: Outcome; readonly at: number } | null = null;
  runGraph(world, openFrame(null), graphOf(workflow), params, parts, (outcome) => {
    ended = { outcome, at: time.now() };
  });
  time.run();
  return predictionOf(ended, world);
}

function predictionOf(
  ended: { readonly outcome: Outcome; readonly at: number } | null,
  { seen, isLoose, isOpen }: World,
): Prediction {
  if (ended === null) throw new Error('The interpreter waits for something that does not come.');
  const { outcome, at } = ended;
  return {
    status: outcome.kind === 'failed' ? 'failed' : 'completed',
    result: outcome.kind === 'completed' ? outcome.value : null,
    failures: outcome.kind === 'failed' ? outcome.failures : [],
    isOpen,
    seen,
    spent: isLoose ? null : at,
  };
}
