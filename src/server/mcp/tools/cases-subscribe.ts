import { z } from 'zod';
import { object, text } from '../../../languages/answer-schema.ts';
import {
  type CreatedSubscription,
  caseEvents as events,
  OperationError,
  type SubscriptionView,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject, ToolCall } from '../contract/tool.ts';
import { type FieldNames, performRenamed } from './perform-renamed.ts';
import { caseField, keyField, workflowField } from './tool-fields.ts';

// The operation validates the values and reports all violations at once.
const maxLength = 10_000;

const fields = z.strictObject({
  case_id: caseField.optional().describe('The case; or use spec_id.'),
  spec_id: workflowField.optional().describe('All cases of this specification.'),
  callback_url: z.string().max(maxLength).optional().describe('Public https address.'),
  events: z
    .array(
      z
        .string()
        .max(maxLength)
        .meta({ enum: [...events] }),
    )
    .max(maxLength)
    .optional()
    .describe('Default: how cases end.'),
  secret: z.string().max(maxLength).optional().describe('Signs deliveries. Default: generated.'),
  expires_in: z
    .int()
    .meta({ minimum: 60, maximum: 2_592_000 })
    .optional()
    .describe('Seconds. Default: 7200.'),
  subscription_id: z.string().min(1).max(200).optional().describe('Renews this one instead.'),
  idempotency_key: keyField,
});

type Input = z.infer<typeof fields>;

export const casesSubscribe = defineTool({
  name: 'cases_subscribe',
  title: 'Subscribe to a case',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Subscribes a webhook to the events of a case, or of every case of a specification.

Use it only if you have a public https address; otherwise use cases_status with wait_ms. Deliveries are signed (X-YAWL-Signature: sha256= HMAC-SHA256 of the body), at least once, in order for each case.
Next: store the secret, which is shown once. Renew with subscription_id before expires_at; cases_unsubscribe ends it.`,
  operations: ['subscriptions.create', 'subscriptions.renew'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: fields,
  spellings: { run_id: 'case_id', workflow_id: 'spec_id', url: 'callback_url' },
  output: object({
    subscription_id: text,
    expires_at: text,
    polling_fallback: text,
    secret: text,
    next: text,
  }),
  aliases: ['cases/subscribe', 'cases.subscribe'],
  async perform(given, call) {
    const { subscription_id: subscription } = given;
    const made: SubscriptionView & Partial<CreatedSubscription> =
      subscription === undefined ? await create(given, call) : await renew(subscription, given, call);
    const { run, workflow, expiresAt, pollingFallback, url, secret = null } = made;
    const value: JsonObject = {
      subscription_id: made.subscription,
      expires_at: expiresAt,
      ...(pollingFallback === null ? {} : { polling_fallback: pollingFallback }),
      ...(run === null ? {} : { case_id: run }),
      spec_id: workflow,
      events: made.events,
      callback_url: url,
      ...(secret === null ? {} : { secret }),
      next: 'Wait for the deliveries. Before expires_at, call cases_subscribe with subscription_id to renew it.',
    };
    return { kind: 'answer', value };
  },
});

function create(given: Input, call: ToolCall): Promise<CreatedSubscription> {
  const { case_id: run, spec_id: workflow, callback_url: url, secret } = given;
  const operationInput = {
    ...(run === undefined ? {} : { run }),
    ...(workflow === undefined ? {} : { workflow }),
    ...(url === undefined ? {} : { url }),
    ...(given.events === undefined ? {} : { events: given.events }),
    ...(secret === undefined ? {} : { secret }),
    ...optionsOf(given),
  };
  return performRenamed<CreatedSubscription>(call, 'subscriptions.create', operationInput, names);
}

async function renew(subscription: string, given: Input, call: ToolCall): Promise<SubscriptionView> {
  refuseChanges(given);
  const operationInput = { subscription, ...optionsOf(given) };
  return performRenamed<SubscriptionView>(call, 'subscriptions.renew', operationInput, names);
}

const fixed = ['case_id', 'spec_id', 'callback_url', 'events', 'secret'] as const;

/** Ignoring another address would suggest to the caller that deliveries go there from now on. */
function refuseChanges(given: Input): void {
  const violations = fixed
    .filter((field) => given[field] !== undefined)
    .map((field) => ({
      path: field,
      rule: 'fixed',
      message: `“${field}” cannot be changed: with “subscription_id” only “expires_in” has an effect.`,
      expected: 'no value when a subscription is renewed',
      actual: 'something',
    }));
  if (violations.length === 0) return;
  throw new OperationError({
    code: 'invalid_input',
    message: violations.map(({ message }) => message).join(' '),
    suggestedAction:
      'Leave them out to renew it; or subscribe again without subscription_id, and end this one.',
    violations,
  });
}

const names: FieldNames = {
  run: 'case_id',
  workflow: 'spec_id',
  url: 'callback_url',
  lifeMs: 'expires_in',
  subscription: 'subscription_id',
};

const optionsOf = ({ expires_in: seconds, idempotency_key: key }: Input): JsonObject => ({
  ...(seconds === undefined ? {} : { lifeMs: seconds * 1_000 }),
  ...(key === undefined ? {} : { idempotencyKey: key }),
});
