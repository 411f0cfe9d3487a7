import { z } from 'zod';
import { object, text } from '../../../languages/answer-schema.ts';
import type { DeletedSubscription } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { type FieldNames, performRenamed } from './perform-renamed.ts';
import { keyField } from './tool-fields.ts';

const names: FieldNames = { subscription: 'subscription_id' };

export const casesUnsubscribe = defineTool({
  name: 'cases_unsubscribe',
  title: 'Unsubscribe from a case',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Ends a subscription that cases_subscribe created: nothing more is sent to its address, not even pending deliveries.

Use it when you no longer need the deliveries. A subscription also ends at its expires_at.`,
  operations: ['subscriptions.delete'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    subscription_id: z.string().min(1).max(200).describe('From cases_subscribe.'),
    idempotency_key: keyField,
  }),
  output: object({ subscription_id: text }),
  aliases: ['cases/unsubscribe', 'cases.unsubscribe'],
  async perform({ subscription_id: id, idempotency_key: key }, call) {
    const operationInput = { subscription: id, ...(key === undefined ? {} : { idempotencyKey: key }) };
    const { subscription } = await performRenamed<DeletedSubscription>(
      call,
      'subscriptions.delete',
      operationInput,
      names,
    );
    return { kind: 'answer', value: { subscription_id: subscription } };
  },
});
