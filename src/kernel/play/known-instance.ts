import type { Draft, EditableInstance } from './draft.ts';
import { Refusal } from './refusal.ts';

/** The instance that an event names; an event for one that is gone or never was is refused [K2.1]. */
export const editKnown = (draft: Draft, id: number): EditableInstance => {
  if (draft.instance(id) === undefined) {
    throw new Refusal(
      'unknown-instance',
      `There is no instance ${id} under way: it has ended or never began.`,
    );
  }
  return draft.editInstance(id);
};
