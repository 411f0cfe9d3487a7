/** Interprets one node by its kind, with its retries and its deadline. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import { kindOf, type NodeData } from './document-data.ts';
import { failFrame, openFrame, performUndo } from './interpret-frame.ts';
import {
  type Done,
  type Frame,
  type Interpretation,
  nextScripted,
  type Outcome,
  observe,
} from './interpretation.ts';
import { millisecondsOf } from './plain-duration.ts';
import { Absent, computeTemplate, type Lookup } from './simple-expression.ts';

/** The context of a node. */
export interface Site {
  readonly interpretation: Interpretation;
  readonly frame: Frame;
  readonly lookup: Lookup;
  /** Stores the output of a branch of a parallel, in the scope of the workflow. */
  readonly keep: (variable: string, value: Json) => void;
  /** Whether a node with unset references is skipped. */
  readonly lenient: boolean;
}

/** Work with parts: runs in its own frame, which can be cancelled. */
export type Parts = (site: Site, node: NodeData, name: string, frame: Frame, done: Done) => void;

/** @param parts performs all work except calls, questions and waits */
export function performNode(site: Site, node: NodeData, name: string, parts: Parts, done: Done): void {
  if (kindOf(node) === 'call') {
    performCall(site, node, name, done);
    return;
  }
  // Except for calls, one deadline applies to all attempts.
  const limit = node.timeout === undefined ? undefined : millisecondsOf(node.timeout);
  let open = true;
  let current: Frame | null = null;
  const finish: Done = (outcome) => {
    if (!open) return;
    open = false;
    done(outcome);
  };
  if (limit !== undefined) {
    site.interpretation.time.after(limit, () => {
      if (!open || isBroken(site.frame)) return;
      open = false;
      const failed: Outcome = { kind: 'failed', failures: [{ code: 'timeout', message: '' }] };
      if (current === null) done(failed);
      else failFrame(site.interpretation, current, () => done(failed));
    });
  }
  const attempt = (count: number): void => {
    if (!open) return;
    const frame = openFrame(site.frame);
    current = frame;
    const again: Done = (outcome) => {
      current = null;
      // The node decides whether it is retried; the failure may set the delay.
      const wait = outcome.kind === 'failed' ? retryDelay(node, count, outcome.failures[0]) : undefined;
      if (wait === undefined) finish(outcome);
      else site.interpretation.time.after(wait, () => !isBroken(site.frame) && attempt(count + 1));
    };
    parts(site, node, name, frame, again);
  };
  attempt(1);
}

/** Cancels all pending work. */
export const isBroken = (frame: Frame): boolean => frame.phase !== 'active';

function performCall(site: Site, node: NodeData, name: string, done: Done): void {
  const { interpretation, frame } = site;
  const operation = node.call ?? '';
  const input = orUnset(site, () => computeTemplate(node.args ?? {}, site.lookup));
  if (input === undefined) {
    done({ kind: 'skipped' });
    return;
  }
  observe(interpretation, frame, 'ran', name);
  const attempt = (count: number): void => {
    if (isBroken(frame)) return;
    observe(interpretation, frame, 'called', operation, input);
    const scripted = nextScripted(
      interpretation,
      `call ${operation}`,
      interpretation.script.calls[operation],
    );
    if (scripted === undefined) throw new Error(`The script has no outcome for ${operation}`);
    const failed = (failure: Failure): void => {
      const wait = failure.retryable === false ? undefined : retryDelay(node, count, failure);
      if (wait === undefined) done({ kind: 'failed', failures: [failure] });
      else interpretation.time.after(wait, () => attempt(count + 1));
    };
    if (scripted.kind === 'hangs') {
      if (node.timeout === undefined) throw new Error(`${name} would wait forever`);
      const late = { code: 'timeout', message: '' };
      interpretation.time.after(millisecondsOf(node.timeout), () => !isBroken(frame) && failed(late));
      return;
    }
    const undoable = watchUndo(site, node, name);
    interpretation.time.after(scripted.after, () => {
      const result = scripted.kind === 'returns' ? scripted.value : undefined;
      const isAbandoned = undoable.answer(result);
      if (isBroken(frame) || isAbandoned) return;
      if (scripted.kind === 'returns') done({ kind: 'completed', value: scripted.value });
      else failed(scripted.failure);
    });
  };
  attempt(1);
}

/** A call with an undo is undone even if it succeeds after its frame was cancelled. */
function watchUndo(
  site: Site,
  node: NodeData,
  name: string,
): { answer: (result: Json | undefined) => boolean } {
  const { undo } = node;
  if (undo === undefined) return { answer: () => false };
  let over: (() => void) | null = null;
  const call = {
    begun: site.interpretation.time.now(),
    abandon: (whenOver: () => void) => {
      over = whenOver;
    },
  };
  site.frame.undoable.add(call);
  return {
    answer(result) {
      site.frame.undoable.delete(call);
      const own: Lookup = (each) =>
        ['output', name, node.output].includes(each) ? result : site.lookup(each);
      const entry =
        result === undefined ? null : { operation: undo.call, input: computeTemplate(undo.args ?? {}, own) };
      if (over === null) {
        if (entry !== null) site.frame.undo.push(entry);
        return false;
      }
      if (entry === null) over();
      else performUndo(site.interpretation, site.frame, entry, over);
      return true;
    },
  };
}

/** Undefined if a reference is unset and that is allowed. */
export function orUnset<T>({ lenient }: Site, compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Absent && lenient) return undefined;
    throw error;
  }
}

const defaultDelay = 1000;

/** Undefined if it is not retried. */
function retryDelay({ on_error: onError }: NodeData, count: number, failure?: Failure): number | undefined {
  if (onError?.retry === undefined || count > onError.retry) return undefined;
  if (failure?.retryAfter !== undefined) return failure.retryAfter;
  const delay = onError.delay === undefined ? defaultDelay : millisecondsOf(onError.delay);
  if (onError.backoff === 'linear') return delay * count;
  return onError.backoff === 'exponential' ? delay * 2 ** (count - 1) : delay;
}
