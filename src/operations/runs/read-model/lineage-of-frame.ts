/**
 * Lists the executions that a frame of a run is inside of, by ordinal, from the root frame down; empty for the root.
 */
import type { RunState } from '../../../kernel/index.ts';

export function lineageOfFrame({ frames, instances }: RunState, id: number): readonly number[] {
  const lineage: number[] = [];
  let frame = frames.find((each) => each.id === id);
  while (frame !== undefined && frame.parent !== 0) {
    const { parent, above } = frame;
    lineage.unshift(instances.find((each) => each.id === parent)?.ordinal ?? 0);
    frame = frames.find((each) => each.id === above);
  }
  return lineage;
}
