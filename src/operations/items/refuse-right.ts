/** Why a work item is not for somebody, with for whom it is. */
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import { describeWho } from './describe-who.ts';
import type { Barrier, ItemRights } from './item-rights.ts';
import { whoOf } from './item-who.ts';

export function refuseRight(item: WorkItem, barrier: Barrier): OperationError {
  const { id, reason } = item;
  const who = whoOf(item);
  const context = { item: id };
  if (barrier === 'four-eyes') {
    return new OperationError({
      code: 'four_eyes',
      message: `Nobody answers what they asked for themselves: the work item “${id}” is for ${describeWho(who)}.`,
      context,
    });
  }
  if (barrier === 'kind' && who?.kind === 'person') {
    const message =
      reason === 'approval'
        ? `The work item “${id}” asks for an approval: only a person can give it.`
        : `The work item “${id}” is for ${describeWho(who)}: only a person can answer it.`;
    return new OperationError({ code: 'person_required', message, context });
  }
  const message = `The work item “${id}” is for ${describeWho(who)}.`;
  return new OperationError({ code: 'not_offered_to_you', message, context });
}

/** Holding an item gives no right to answer it: whoever is known not to have it is not given the item. Throws. */
export async function refuseDelegate(rights: ItemRights, item: WorkItem, to: string): Promise<void> {
  const who = whoOf(item);
  if (who === null) return;
  // Who has which role is known of whoever asks, and of nobody else.
  const isForSubjects = who.subjects.length > 0 && who.roles.length === 0;
  const isForOthers = isForSubjects && !who.subjects.includes(to);
  if (!isForOthers && !(who.fourEyes && (await rights.hasAsked(item.run, to)))) return;
  throw new OperationError({
    code: 'delegate_not_allowed',
    message: `The work item “${item.id}” cannot be handed to “${to}”: it is for ${describeWho(who)}.`,
    context: { item: item.id },
  });
}
