/** Ends a failed frame: cancels its running work and undoes its completed work, last first. */
import type { Frame, Interpretation, UndoCall } from './interpretation.ts';
import { nextScripted, observe } from './interpretation.ts';

export function openFrame(above: Frame | null): Frame {
  const frame: Frame = {
    above,
    below: new Set(),
    phase: 'active',
    undo: [],
    undoable: new Set(),
    awaited: 0,
    onIdle: () => undefined,
  };
  above?.below.add(frame);
  return frame;
}

/** Ends successfully: the outer frame can undo its work. */
export function completeFrame(frame: Frame): void {
  frame.phase = 'over';
  leave(frame);
}

/** @param over called when the frame has ended; not called if the outer frame was cancelled before */
export function failFrame(
  interpretation: Interpretation,
  frame: Frame,
  over: () => void,
  done: 'undo' | 'hand over' = 'undo',
): void {
  breakOff(interpretation, frame, frame);
  frame.phase = 'ending';
  // Running work started last, so it is undone first.
  frame.onIdle = () => {
    const entry = done === 'undo' ? frame.undo.pop() : undefined;
    if (entry !== undefined) {
      frame.awaited += 1;
      performUndo(interpretation, frame, entry, () => release(frame));
      return;
    }
    frame.phase = 'over';
    leave(frame);
    over();
  };
  settle(frame);
}

/** A frame that ends with an outer one: its entries move up, and the outer one waits for its remaining work. */
function breakOff(interpretation: Interpretation, frame: Frame, top: Frame): void {
  for (const below of [...frame.below]) {
    if (below.phase === 'ending') {
      // It failed on its own and continues undoing.
      top.awaited += 1;
      const goOn = below.onIdle;
      below.onIdle = () => {
        goOn();
        if (below.phase === 'over') release(top);
      };
      continue;
    }
    breakOff(interpretation, below, top);
    below.phase = 'over';
    if (below !== top) leave(below);
  }
  for (const observation of interpretation.seen) {
    if (observation.frame !== frame || observation.at !== interpretation.time.now()) continue;
    observation.optional = true;
    const { calls, answers } = interpretation.script;
    const { kind, name } = observation;
    const lines = (kind === 'called' ? calls[name] : kind === 'asked' ? answers[name] : undefined) ?? [];
    if (lines.length > 1 && top.above !== null) interpretation.isUnspecified = true;
  }
  for (const call of frame.undoable) {
    // Started at this very time, or never.
    if (call.begun === interpretation.time.now()) {
      interpretation.isTimingUnspecified = true;
      if (top.above !== null) interpretation.isUnspecified = true;
    }
    top.awaited += 1;
    call.abandon(() => release(top));
  }
  frame.undoable.clear();
}

function leave(frame: Frame): void {
  frame.above?.below.delete(frame);
  frame.above?.undo.push(...frame.undo.splice(0));
}

/** The rest continues after success and after failure. */
export function performUndo(
  interpretation: Interpretation,
  frame: Frame,
  { operation, input }: UndoCall,
  over: () => void,
): void {
  observe(interpretation, frame, 'undid', operation, input);
  const scripted = nextScripted(interpretation, `call ${operation}`, interpretation.script.calls[operation]);
  interpretation.time.after(scripted === undefined || scripted.kind === 'hangs' ? 0 : scripted.after, over);
}

function release(frame: Frame): void {
  frame.awaited -= 1;
  settle(frame);
}

function settle(frame: Frame): void {
  if (frame.phase === 'ending' && frame.awaited === 0) frame.onIdle();
}
