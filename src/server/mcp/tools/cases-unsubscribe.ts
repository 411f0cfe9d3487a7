import { z } from 'zod';
import type { DeletedSubscription } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { object, text } from '../present/answer-schema.ts';
import { type FieldNames, performRenamed } from './perform-renamed.ts';
import { keyField } from './tool-fields.ts';

const names: FieldNames = {
  'subscriptions.delete': 'cases_unsubscribe',
  subscription: 'subscription_id',
};

export const casesUnsubscribe = defineTool({
  name: 'cases_unsubscribe',
  title: 'Be told no more',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Ends a subscription that cases_subscribe made: nothing more is sent to its address, not even what waits to be sent.

Use it when you no longer need to be told. A subscription also ends by itself at its expires_at.`,
  operations: ['subscriptions.delete'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    subscription_id: z
      .string()
      .min(1)
      .max(200)
      .describe('Id of the subscription, as cases_subscribe gave it.'),
    idempotency_key: keyField,
  }),
  output: object({ subscription_id: text('What has ended.') }),
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
