/** A work item of the principal's tenant. One of another tenant is not there. */
import type { WorkItem } from '../../runtime/index.ts';
import { itemNotFound } from '../contract/engine-errors.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';

/** Throws where there is none. */
export async function getWorkItem({ store }: Services, { tenant }: Principal, id: string): Promise<WorkItem> {
  const item = await store.items.find(tenant, id);
  if (item === undefined) throw itemNotFound(id);
  return item;
}

/** An approval is given, or it is not: there is nothing else to do with it. */
export function refuseApproval({ id, reason }: WorkItem): void {
  if (reason !== 'approval') return;
  throw new OperationError({
    code: 'approval_only',
    category: 'conflict',
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
    category: 'conflict',
    message: `The work item “${id}” asks what became of a call: only a verdict ends it.`,
    suggestedAction: 'Answer it with “items.complete” and a verdict: succeeded, failed or retry.',
    context: { item: id },
  });
}
