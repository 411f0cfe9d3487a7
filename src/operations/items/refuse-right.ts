/** Explains why a work item is not for a principal, and for whom it is. */
import { type PersonNeeded, phrase } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import { workFacetOf } from '../language-lists/languages.ts';
import { describeWho } from './read-model/describe-who.ts';
import type { Privilege } from './read-model/item-privileges.ts';
import type { Barrier, ItemRights } from './read-model/item-rights.ts';
import type { ItemWho } from './read-model/item-who.ts';

/** @param who for whom it is */
export function refuseRight(item: WorkItem, who: ItemWho | null, barrier: Barrier): OperationError {
  const { id, reason } = item;
  const context = { item: id };
  if (barrier === 'four-eyes') {
    return new OperationError({
      code: 'four_eyes',
      message: `You cannot answer your own request. The work item “${id}” is for ${describeWho(who)}.`,
      context,
    });
  }
  if (barrier === 'declined') {
    return new OperationError({
      code: 'person_required',
      message: `The user declined to answer the work item “${id}” in a form of your client. You cannot answer in their place.`,
      suggestedAction: personAdvice(id),
      context: { ...context, run: item.run },
    });
  }
  if (barrier === 'kind' && who?.kind === 'person') {
    const needed = workFacetOf(item).needsPerson?.(item.item, 'answer') ?? null;
    if (needed !== null) return personNeeded(item, needed);
    const message =
      reason === 'approval'
        ? `The work item “${id}” asks for an approval. Only a person can give it.`
        : `The work item “${id}” is for ${describeWho(who)}. Only a person can answer it.`;
    return new OperationError({
      code: 'person_required',
      message,
      suggestedAction: personAdvice(id),
      context: { ...context, run: item.run },
    });
  }
  const message =
    barrier === 'apart'
      ? `The work item “${id}” is for ${describeWho(who)}. You did.`
      : `The work item “${id}” is for ${describeWho(who)}.`;
  const advice =
    who?.unoffered === true && who.handedTo === undefined ? { suggestedAction: delegateAdvice } : {};
  return new OperationError({ code: 'not_offered_to_you', message, ...advice, context });
}

/** Who may answer, and where [P4.3]. */
const personAdvice = (id: string): string =>
  `Ask a person to answer it: at a terminal with “signalbox answer ${id}”, with credentials of the kind “person”, or in a form of your client if your credentials have the scope “elicit:person”.`;

function personNeeded(
  { id, run }: WorkItem,
  { sentence, suggestedAction, context }: PersonNeeded,
): OperationError {
  return new OperationError({
    code: 'person_required',
    message: `The work item “${id}” ${sentence}`,
    suggestedAction: suggestedAction ?? personAdvice(id),
    context: { item: id, run, ...context },
  });
}

/** Throws if an agent would skip what its language leaves to people [U8.2, U8.3]. */
export function refuseShortcut(item: WorkItem, { kind }: Principal): void {
  const needed = kind === 'person' ? null : (workFacetOf(item).needsPerson?.(item.item, 'skip') ?? null);
  if (needed !== null) throw personNeeded(item, needed);
}

const delegateAdvice = phrase`Ask an administrator to delegate it with ${{ operation: 'items.delegate' }}. Administrators can delegate it to themselves.`;

/**
 * Holding an item does not include the right to answer it. An item is not delegated to a subject known to lack that
 * right. Throws.
 */
export async function refuseDelegate(rights: ItemRights, item: WorkItem, to: string): Promise<void> {
  if (!(await rights.isForOthers(item, to))) return;
  const who = await rights.whoOf(item);
  throw new OperationError({
    code: 'delegate_not_allowed',
    message: `The work item “${item.id}” cannot be delegated to “${to}”. It is for ${describeWho(who)}.`,
    context: { item: item.id },
  });
}

/** The right to answer does not include every privilege. */
export function refusePrivilege({ id, task }: WorkItem, privilege: Privilege): OperationError {
  return new OperationError({
    code: 'privilege_missing',
    message: `You may answer the work item “${id}”, but not ${privilegeTexts[privilege]}. Its task “${task}” does not grant you that privilege.`,
    context: { item: id },
  });
}

const privilegeTexts: Readonly<Record<Privilege, string>> = {
  skip: 'skip it',
  suspend: 'suspend or resume it',
  delegate: 'delegate it',
  reallocate: 'delegate it',
};
