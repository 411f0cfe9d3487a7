/** What one node does, by its kind, with its retries and its deadline. */
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

/** Where a node is performed. */
export interface Site {
  readonly interpretation: Interpretation;
  readonly frame: Frame;
  readonly lookup: Lookup;
  /** Keeps what a branch of a parallel gives, for everybody in the workflow. */
  readonly keep: (variable: string, value: Json) => void;
  /** What reads something that is not set is skipped instead. */
  readonly lenient: boolean;
}

/** Work that has parts: performed in a frame of its own, which may be broken off. */
export type Parts = (site: Site, node: NodeData, name: string, frame: Frame, done: Done) => void;

/** @param parts performs everything but calls, questions and waits */
export function performNode(site: Site, node: NodeData, name: string, parts: Parts, done: Done): void {
  if (kindOf(node) === 'call') {
    performCall(site, node, name, done);
    return;
  }
  // The deadline of anything but a call is one for all of its tries.
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
      // Whether it is tried again is for the node alone to say; when, the failure may dictate.
      const wait = outcome.kind === 'failed' ? retryDelay(node, count, outcome.failures[0]) : undefined;
      if (wait === undefined) finish(outcome);
      else site.interpretation.time.after(wait, () => !isBroken(site.frame) && attempt(count + 1));
    };
    parts(site, node, name, frame, again);
  };
  attempt(1);
}

/** Nothing that was to come happens any more. */
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
    if (scripted === undefined) throw new Error(`Nobody says what ${operation} gives`);
    const failed = (failure: Failure): void => {
      const wait = failure.retryable === false ? undefined : retryDelay(node, count, failure);
      if (wait === undefined) done({ kind: 'failed', failures: [failure] });
      else interpretation.time.after(wait, () => attempt(count + 1));
    };
    if (scripted.kind === 'hangs') {
      if (node.timeout === undefined) throw new Error(`${name} would wait for ever`);
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

/** A call that can be undone is undone even where it succeeds after its frame was broken off. */
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

/** Undefined where something is not set and that is allowed. */
export function orUnset<T>({ lenient }: Site, compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof Absent && lenient) return undefined;
    throw error;
  }
}

const defaultDelay = 1000;

/** Undefined where it is not tried again. */
function retryDelay({ on_error: onError }: NodeData, count: number, failure?: Failure): number | undefined {
  if (onError?.retry === undefined || count > onError.retry) return undefined;
  if (failure?.retryAfter !== undefined) return failure.retryAfter;
  const delay = onError.delay === undefined ? defaultDelay : millisecondsOf(onError.delay);
  if (onError.backoff === 'linear') return delay * count;
  return onError.backoff === 'exponential' ? delay * 2 ** (count - 1) : delay;
}
