/** Finds a work item of the principal's tenant. An item of another tenant, or for others, is reported as not found. */
import { phrase } from '../../languages/index.ts';
import type { WorkItem } from '../../runtime/index.ts';
import { itemNotFound } from '../contract/engine-errors.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import type { Privilege } from './read-model/item-privileges.ts';
import type { Barrier, ItemRights } from './read-model/item-rights.ts';
import { refusePrivilege, refuseRight } from './refuse-right.ts';
import { resolveItem } from './resolve-item.ts';

/** Throws if the item does not exist, or is not for the principal. */
export async function getWorkItem(services: Services, rights: ItemRights, id: string): Promise<WorkItem> {
  const item = await getRow(services, rights, id);
  if (!(await rights.maySee(item))) await refuse(rights, item, id);
  return item;
}

/** Also throws if the principal may see it but not answer it. */
export async function getAnswerable(services: Services, rights: ItemRights, id: string): Promise<WorkItem> {
  const item = await getRow(services, rights, id);
  await refuse(rights, item, id);
  return item;
}

/** The holder can always release it, otherwise no one could take it until the lease ends. */
export async function getReleasable(services: Services, rights: ItemRights, id: string): Promise<WorkItem> {
  const item = await getRow(services, rights, id);
  if (item.holder !== rights.principal.subject) await refuse(rights, item, id);
  return item;
}

/**
 * An administrator completes an item as it is. With an answer, the administrator needs the right to answer, and
 * separation of duties applies.
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
      ? { ...details, suggestedAction: 'Leave the answer out to complete the item as it is.' }
      : details,
  );

/** Throws if the principal may answer the item but lacks the privilege for the request [Y6.2]. */
export const getPrivileged =
  (privilege: Privilege): typeof getAnswerable =>
  async (services, rights, id) => {
    const item = await getRow(services, rights, id);
    const barrier = await rights.barrierToAction(item, privilege);
    if (barrier === 'privilege') throw refusePrivilege(item, privilege);
    if (barrier !== null) throw await refusal(rights, item, barrier, id);
    return item;
  };

/** Separation of duties also applies to administrators. */
async function refuseInvolved(rights: ItemRights, item: WorkItem, id: string): Promise<void> {
  const involvement = await rights.involvementIn(item);
  if (involvement !== null) throw await refusal(rights, item, involvement, id);
}

/** Without a check of rights: for requests that were already allowed. */
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
 * A principal that may read runs learns there that the item exists, and for whom it is. For others it does not exist,
 * under any id.
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

/** An approval can only be given. Other requests are refused. */
export function refuseApproval({ id, reason }: WorkItem): void {
  if (reason !== 'approval') return;
  throw new OperationError({
    code: 'approval_only',
    message: `The work item “${id}” asks for an approval and accepts nothing else.`,
    suggestedAction: phrase`Approve it with ${{ operation: 'items.complete' }}, or cancel the ${{ noun: 'run' }}.`,
    context: { item: id },
  });
}

/** The outcome of a call is answered with a verdict, never declined. */
export function refuseDoubt({ id, reason }: WorkItem): void {
  if (reason !== 'doubt') return;
  throw new OperationError({
    code: 'verdict_required',
    message: `The work item “${id}” asks for the outcome of a call. Only a verdict ends it.`,
    suggestedAction: phrase`Answer it with ${{ operation: 'items.complete' }} and a verdict: succeeded, failed or retry.`,
    context: { item: id },
  });
}
