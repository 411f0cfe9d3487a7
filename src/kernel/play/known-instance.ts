import type { Draft, EditableInstance } from './draft.ts';
import { Refusal } from './refusal.ts';

/** The instance that an event names; an event for an unknown or ended one is refused [K2.1]. */
export const editKnown = (draft: Draft, id: number): EditableInstance => {
  if (draft.instance(id) === undefined) {
    throw new Refusal('unknown-instance', `Instance ${id} is not active: it has ended or never started.`);
  }
  return draft.editInstance(id);
};
