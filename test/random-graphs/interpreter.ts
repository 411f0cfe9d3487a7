/**
 * A slow and simple interpreter of graph documents, for comparison with the compiler and the engine. It reads a
 * document node by node, and does not use nets, the compiler or the kernel.
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
  /** Simultaneous events affect later ones: their order is not promised. */
  readonly isUnspecified: boolean;
  /** Empty unless it failed; several if the first failure is not determined. */
  readonly failures: readonly Failure[];
  readonly seen: readonly Observation[];
  /** Milliseconds from start to end; null if that, and the undo work at the end, is not determined. */
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
  if (ended === null) throw new Error('The interpreter waits for an event that never happens.');
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
