/** A work item of the principal's tenant. One of another tenant, or for others, is not there. */
import type { WorkItem } from '../../runtime/index.ts';
import { itemNotFound } from '../contract/engine-errors.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import type { Privilege } from './item-privileges.ts';
import type { Barrier, ItemRights } from './item-rights.ts';
import { refusePrivilege, refuseRight } from './refuse-right.ts';
import { resolveItem } from './resolve-item.ts';

/** Throws where there is none, or it is not for whoever wants it. */
export async function getWorkItem(services: Services, rights: ItemRights, id: string): Promise<WorkItem> {
  const item = await getRow(services, rights, id);
  if (!(await rights.maySee(item))) await refuse(rights, item, id);
  return item;
}

/** Throws, too, where they may see it and not answer it. */
export async function getAnswerable(services: Services, rights: ItemRights, id: string): Promise<WorkItem> {
  const item = await getRow(services, rights, id);
  await refuse(rights, item, id);
  return item;
}

/** Whoever holds it can always give it back: else nobody could have it for as long. */
export async function getReleasable(services: Services, rights: ItemRights, id: string): Promise<WorkItem> {
  const item = await getRow(services, rights, id);
  if (item.holder !== rights.principal.subject) await refuse(rights, item, id);
  return item;
}

/**
 * Whoever administers ends an item as it is; an answer of their own they give only where they may answer, and what
 * somebody else has to do others end.
 */
export const getForceable =
  (isAnswered: boolean): typeof getAnswerable =>
  async (services, rights, id) => {
    const item = await getRow(services, rights, id);
    const barrier = isAnswered ? await rights.barrierTo(item) : null;
    if (barrier !== null) throw withoutAnswer(await refusal(rights, item, barrier, id));
    await refuseInvolved(rights, item, id);
    return item;
  };

const withoutAnswer = ({ details }: OperationError): OperationError =>
  new OperationError(
    details.code === 'not_offered_to_you'
      ? { ...details, suggestedAction: 'Leave the answer out: then the item is completed as it is.' }
      : details,
  );

/** Throws where they may answer it at most, and not do with it what the order is about [Y6.2]. */
export const getPrivileged =
  (privilege: Privilege): typeof getAnswerable =>
  async (services, rights, id) => {
    const item = await getRow(services, rights, id);
    const barrier = await rights.barrierToAction(item, privilege);
    if (barrier === 'privilege') throw refusePrivilege(item, privilege);
    if (barrier !== null) throw await refusal(rights, item, barrier, id);
    return item;
  };

/** Who has to be somebody else is no way around it, not even to whoever administers. */
async function refuseInvolved(rights: ItemRights, item: WorkItem, id: string): Promise<void> {
  const involvement = await rights.involvementIn(item);
  if (involvement !== null) throw await refusal(rights, item, involvement, id);
}

/** Whatever it says: for orders that were allowed. */
export async function getRow(
  services: Services,
  { principal: { tenant } }: Pick<ItemRights, 'principal'>,
  id: string,
): Promise<WorkItem> {
  const item = await resolveItem(services, tenant, id);
  if (item === undefined) throw itemNotFound(id);
  return item;
}

async function refuse(rights: ItemRights, item: WorkItem, id: string): Promise<void> {
  const barrier = await rights.barrierTo(item);
  if (barrier !== null) throw await refusal(rights, item, barrier, id);
}

/**
 * Whoever may look at runs reads there that it is asked, and of whom; to others it is not there, under whichever id they
 * named it.
 */
async function refusal(
  rights: ItemRights,
  item: WorkItem,
  barrier: Barrier,
  id: string,
): Promise<OperationError> {
  const { scopes } = rights.principal;
  if (!scopes.has('workflows:query') && !scopes.has('admin')) return itemNotFound(id);
  return refuseRight(item, await rights.whoOf(item), barrier);
}

/** An approval is given, or it is not: there is nothing else to do with it. */
export function refuseApproval({ id, reason }: WorkItem): void {
  if (reason !== 'approval') return;
  throw new OperationError({
    code: 'approval_only',
    message: `The work item “${id}” asks for an approval: it can only be given.`,
    suggestedAction: 'Give it with “items.complete”, or cancel the run.',
    context: { item: id },
  });
}

/** Whether a call succeeded is answered, not declined. */
export function refuseDoubt({ id, reason }: WorkItem): void {
  if (reason !== 'doubt') return;
  throw new OperationError({
    code: 'verdict_required',
    message: `The work item “${id}” asks what became of a call: only a verdict ends it.`,
    suggestedAction: 'Answer it with “items.complete” and a verdict: succeeded, failed or retry.',
    context: { item: id },
  });
}
