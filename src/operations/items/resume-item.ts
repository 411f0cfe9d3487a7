/** Resumes a suspended work item. If it is held, only its holder can. */
import { z } from 'zod';
import type { WorkItem } from '../../runtime/index.ts';
import { checkoutTokenField, itemField, keyField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { getPrivileged, getRow, refuseApproval } from './find-item.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent, sparesHolderUnlessAdmin } from './moved-item.ts';

const input = z.strictObject({
  item: itemField,
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

export const resumeItem: Operation<z.infer<typeof input>, MovedItem> = {
  name: 'items.resume',
  scope: 'workitems:manage',
  writes: true,
  summary: 'Resumes a suspended work item.',
  rest: { method: 'POST', path: '/v1/items/{item}/resume', tag: 'items' },
  verb: { name: 'item resume' },
  tool: {
    name: 'workitems_resume',
    title: 'Resume a work item',
    toolset: 'cases',
    terms: 'cases',
    description: `Resumes a suspended work item in its previous state: offered, or checked out by its holder.

Use it after workitems_suspend. An item that is not suspended is a conflict. To resume a case, use cases_resume.
Next: workitems_checkout or workitems_complete.`,
    aliases: ['workitems/resume', 'workitems.resume', 'workitems_unsuspend', 'workitems/unsuspend'],
    next: 'The item is resumed: workitems_complete answers it.',
  },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      'items.resume',
      given,
      async (head, item) => {
        refuseApproval(item);
        const resumed = { kind: 'itemResumed', instance: item.instance } as const;
        const answer = await sendItemEvent(services, head, item, resumed, sparesHolderUnlessAdmin(principal));
        const isRefused = answer.kind === 'rejected' && answer.rejection.code === 'wrong-phase';
        if (isRefused && isOpen(await getRow(services, { principal }, item.id))) throw notSuspended(item.id);
        return answer;
      },
      getPrivileged('suspend'),
    ),
};

const isOpen = ({ state }: WorkItem): boolean => state === 'offered' || state === 'held';

const notSuspended = (item: string): OperationError =>
  new OperationError({
    code: 'wrong_state',
    message: `The work item “${item}” is not suspended.`,
    context: { item },
  });
