/**
 * Completes a work item for an administrator, regardless of its holder and even if it is suspended: as it is, or with
 * an answer. An answer requires the right to answer.
 */
import { z } from 'zod';
import { itemField, jsonField, keyField, xmlField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { addWithinQuota } from '../quotas/within-quota.ts';
import { getForceable, refuseApproval, refuseDoubt } from './find-item.ts';
import { fitGiven } from './fit-given.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent } from './moved-item.ts';
import { refuseUndivided } from './read-model/instances-of-item.ts';
import { refuseShortcut } from './refuse-right.ts';

const input = z.strictObject({
  item: itemField,
  output: jsonField(
    'The answer, as `answerSchema` of “items.get” describes it, if you may answer the item. Default: complete it as it is.',
  ).optional(),
  outputXml: xmlField('If the item takes XML: the answer as XML instead.').optional(),
  idempotencyKey: keyField,
});

const name = 'items.force';

const isAnswered = ({ output, outputXml }: z.infer<typeof input>): boolean =>
  output !== undefined || outputXml !== undefined;

export const forceItem: Operation<z.infer<typeof input>, MovedItem> = {
  name,
  scope: 'admin',
  writes: true,
  summary:
    'Completes a work item that another subject may hold: as it is, or with an answer if you may answer it.',
  rest: { method: 'POST', path: '/v1/items/{item}/force', tag: 'items' },
  verb: { name: 'item force' },
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(
      services,
      principal,
      name,
      given,
      async (head, item) => {
        refuseApproval(item);
        refuseDoubt(item);
        const { instance } = item;
        if (!isAnswered(given)) {
          refuseShortcut(item, principal);
          return sendItemEvent(services, head, item, { kind: 'itemForced', instance });
        }
        refuseUndivided(item);
        const value = await fitGiven(services, item, given);
        const forced = { kind: 'itemForced', instance, output: { value } } as const;
        return addWithinQuota(services, principal, { operation: name, input: given, value }, () =>
          sendItemEvent(services, head, item, forced),
        );
      },
      getForceable(isAnswered(given)),
    ),
};
