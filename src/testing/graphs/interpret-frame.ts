/** How a frame ends badly: what runs in it is broken off, what it has done is undone, last first. */
import type { Frame, Undoing, World } from './world.ts';
import { meet, sight } from './world.ts';

export function openFrame(above: Frame | null): Frame {
  const frame: Frame = {
    above,
    below: new Set(),
    phase: 'active',
    undo: [],
    undoable: new Set(),
    awaited: 0,
    whenQuiet: () => undefined,
  };
  above?.below.add(frame);
  return frame;
}

/** Ends well: what it has done, whoever is above can undo. */
export function completeFrame(frame: Frame): void {
  frame.phase = 'over';
  leave(frame);
}

/** @param over called when nothing of it is left; not where its own frame above was broken off meanwhile */
export function failFrame(
  world: World,
  frame: Frame,
  over: () => void,
  done: 'undo' | 'hand over' = 'undo',
): void {
  breakOff(world, frame, frame);
  frame.phase = 'ending';
  // What is still under way was begun last, so it is undone first.
  frame.whenQuiet = () => {
    const entry = done === 'undo' ? frame.undo.pop() : undefined;
    if (entry !== undefined) {
      frame.awaited += 1;
      performUndo(world, frame, entry, () => release(frame));
      return;
    }
    frame.phase = 'over';
    leave(frame);
    over();
  };
  settle(frame);
}

/** A frame that ends with one above it: its entries go up, what drains is waited for there. */
function breakOff(world: World, frame: Frame, top: Frame): void {
  for (const below of [...frame.below]) {
    if (below.phase === 'ending') {
      // It has failed by itself and goes on undoing.
      top.awaited += 1;
      const goOn = below.whenQuiet;
      below.whenQuiet = () => {
        goOn();
        if (below.phase === 'over') release(top);
      };
      continue;
    }
    breakOff(world, below, top);
    below.phase = 'over';
    if (below !== top) leave(below);
  }
  for (const sighting of world.seen) {
    if (sighting.frame !== frame || sighting.at !== world.time.now()) continue;
    sighting.optional = true;
    const { calls, answers } = world.encounters;
    const { kind, name } = sighting;
    const lines = (kind === 'called' ? calls[name] : kind === 'asked' ? answers[name] : undefined) ?? [];
    if (lines.length > 1 && top.above !== null) world.isOpen = true;
  }
  for (const call of frame.undoable) {
    // Begun in this very moment, or not at all.
    if (call.begun === world.time.now()) {
      world.isLoose = true;
      if (top.above !== null) world.isOpen = true;
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

/** Whether it succeeds or not, the rest goes on. */
export function performUndo(
  world: World,
  frame: Frame,
  { operation, input }: Undoing,
  over: () => void,
): void {
  sight(world, frame, 'undid', operation, input);
  const met = meet(world, `call ${operation}`, world.encounters.calls[operation]);
  world.time.after(met === undefined || met.kind === 'hangs' ? 0 : met.after, over);
}

function release(frame: Frame): void {
  frame.awaited -= 1;
  settle(frame);
}

function settle(frame: Frame): void {
  if (frame.phase === 'ending' && frame.awaited === 0) frame.whenQuiet();
}
