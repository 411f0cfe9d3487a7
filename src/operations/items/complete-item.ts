/** Completes a work item with an answer. It need not be held first, unless it represents several instances. */
import { z } from 'zod';
import {
  checkoutTokenField,
  itemField,
  jsonField,
  keyField,
  textsField,
  xmlField,
} from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { addWithinQuota } from '../quotas/within-quota.ts';
import { explainRefusedAnswer, fitGiven } from './fit-given.ts';
import { type MovedItem, movedItem, moveItem, sendItemEvent } from './moved-item.ts';
import { refuseUndivided } from './read-model/instances-of-item.ts';

const input = z.strictObject({
  item: itemField,
  output: jsonField(
    'The answer, as `answerSchema` of “items.get” describes it. For a call whose outcome is unknown: {"verdict": "succeeded", "output": …}, {"verdict": "failed", "message": "…"} or {"verdict": "retry"}. For an approval: {"approved": true}.',
  ).optional(),
  texts: textsField,
  outputXml: xmlField(
    'For an item that takes XML: the answer as XML instead, `<Decomposition><granted>true</granted></Decomposition>`.',
  ).optional(),
  checkoutToken: checkoutTokenField,
  idempotencyKey: keyField,
});

const name = 'items.complete';

export const completeItem: Operation<z.infer<typeof input>, MovedItem> = {
  name,
  scope: 'workitems:manage',
  writes: true,
  summary: 'Completes a work item with an answer.',
  rest: { method: 'POST', path: '/v1/items/{item}/complete', tag: 'items' },
  verb: { name: 'answer' },
  examples: [{ input: { item: 'run_01KA.2', output: { approved: true } } }],
  input,
  output: movedItem,
  perform: (principal, given, services) =>
    moveItem(services, principal, name, given, async (head, item) => {
      refuseUndivided(item);
      const { id, reason, instance } = item;
      const value = await fitGiven(services, item, given);
      if (reason === 'approval') return services.engine.approve({ ...head, item: id });
      const eventInput = { kind: 'itemCompleted', instance, output: { value } } as const;
      const answer = await addWithinQuota(services, principal, { operation: name, input: given, value }, () =>
        sendItemEvent(services, head, item, eventInput),
      );
      await explainRefusedAnswer(services, item, answer, value);
      return answer;
    }),
};
