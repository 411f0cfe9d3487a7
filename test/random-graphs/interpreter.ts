/**
 * The slow and obvious interpreter of graph documents: the second opinion on how they are compiled and played. It
 * reads a document as its author would, node by node, and knows nothing of nets, of the compiler or of the kernel.
 */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import type { DocumentData } from './document-data.ts';
import { openFrame } from './interpret-frame.ts';
import { runGraph } from './interpret-graph.ts';
import { createParts } from './interpret-parts.ts';
import type { Interpretation, Observation, Outcome } from './interpretation.ts';
import type { OutcomeScript } from './outcome-script.ts';
import { createVirtualTime } from './virtual-time.ts';

export interface Prediction {
  readonly status: 'completed' | 'failed';
  readonly result: Json;
  /** What happens at one moment decides what the run meets later: no promise says in which order. */
  readonly isUnspecified: boolean;
  /** Empty unless it failed; several where it cannot be told which one came first. */
  readonly failures: readonly Failure[];
  readonly seen: readonly Observation[];
  /** Milliseconds from start to end; null where that, and what is undone at the end, cannot be told. */
  readonly spent: number | null;
}

export function interpretDocument(
  document: DocumentData,
  workflow: string,
  params: Readonly<Record<string, Json>>,
  script: OutcomeScript,
): Prediction {
  const time = createVirtualTime();
  const interpretation: Interpretation = {
    document,
    script,
    time,
    seen: [],
    counts: new Map(),
    isTimingUnspecified: false,
    isUnspecified: false,
  };
  const graphOf = (name: string) => document.workflows[name] ?? { graph: {} };
  const parts = createParts((_, name, args, frame, done) =>
    runGraph(interpretation, frame, graphOf(name), args, parts, done),
  );
  let ended: { readonly outcome: Outcome; readonly at: number } | null = null;
  runGraph(interpretation, openFrame(null), graphOf(workflow), params, parts, (outcome) => {
    ended = { outcome, at: time.now() };
  });
  time.run();
  return predictionOf(ended, interpretation);
}

function predictionOf(
  ended: { readonly outcome: Outcome; readonly at: number } | null,
  { seen, isTimingUnspecified: isLoose, isUnspecified }: Interpretation,
): Prediction {
  if (ended === null) throw new Error('The interpreter waits for something that does not come.');
  const { outcome, at } = ended;
  return {
    status: outcome.kind === 'failed' ? 'failed' : 'completed',
    result: outcome.kind === 'completed' ? outcome.value : null,
    failures: outcome.kind === 'failed' ? outcome.failures : [],
    isUnspecified,
    seen,
    spent: isLoose ? null : at,
  };
}
