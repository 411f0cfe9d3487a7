/** Writes variables. Slots are replaced, never changed, so a failed assignment can be reverted. */
import type { LinkedAssign, Location } from '../link/linked.ts';
import type { Payload } from '../model/payload.ts';
import type { Frame } from '../model/state.ts';
import type { Draft } from './draft.ts';
import type { Situation } from './situation.ts';

export const assign = (draft: Draft, frame: Frame, to: Location, payload: Payload): void => {
  const edited = draft.editFrame(ownerOf(draft, frame, to).id);
  const slots = edited.slots.slice();
  slots[to.slot] = payload;
  edited.slots = slots;
};

/** Evaluates every value, then assigns them all. */
export const assignAll = (
  draft: Draft,
  frame: Frame,
  assigns: readonly LinkedAssign[],
  situation: Situation,
): void => {
  if (assigns.length === 0) return;
  const values = assigns.map(({ value }) => value(situation));
  for (let i = 0; i < assigns.length; i++) assign(draft, frame, assigns[i]!.to, values[i]!);
};

/** The slots that assignments write to: saved before, restored after a failure [K4.3]. */
export const rememberSlots = (
  draft: Draft,
  frame: Frame,
  assigns: readonly LinkedAssign[],
): readonly Pick<Frame, 'id' | 'slots'>[] =>
  assigns.map(({ to }) => {
    const { id, slots } = ownerOf(draft, frame, to);
    return { id, slots };
  });

export const restoreSlots = (draft: Draft, kept: readonly Pick<Frame, 'id' | 'slots'>[]): void => {
  for (const { id, slots } of kept) draft.editFrame(id).slots = slots;
};

/** The frame that holds a variable. */
const ownerOf = (draft: Draft, frame: Frame, to: Location): Frame => {
  let owner = frame;
  for (let up = to.up; up > 0; up--) owner = draft.frame(owner.above);
  return owner;
};
