/** Ends an item by skipping, forcing or expiry: with an output, or with the offer's default for unfinished items. */

import type { Payload } from '../model/payload.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { expressionFailure } from './end-task.ts';
import { fail } from './fail.ts';
import type { Manner } from './manner.ts';
import { Situation } from './situation.ts';
import { succeed } from './succeed.ts';

export const endItem = (
  draft: Draft,
  instance: EditableInstance,
  output: Payload | null,
  manner: Manner,
): void => {
  let ended: Payload | null;
  try {
    ended = output ?? unfinished(draft, instance);
  } catch (error) {
    fail(draft, instance, expressionFailure(error));
    return;
  }
  succeed(draft, instance, ended, manner);
};

const unfinished = (draft: Draft, instance: EditableInstance): Payload | null => {
  const { work } = draft.task(instance);
  if (work.kind !== 'offer' || work.unfinished === null) return null;
  return work.unfinished(new Situation(draft, draft.frame(instance.frame), instance, null));
};
