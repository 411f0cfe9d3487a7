import { z } from 'zod';
import {
  type CreatedSubscription,
  caseEvents as events,
  OperationError,
  type SubscriptionView,
} from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import type { JsonObject, ToolCall } from '../contract/tool.ts';
import { choice, list, object, text, time } from '../present/answer-schema.ts';
import { type FieldNames, performRenamed } from './perform-renamed.ts';
import { caseField, keyField, workflowField } from './tool-fields.ts';

// What fits is for the operation to say, which tells everything that is wrong at once.
const maxLength = 10_000;

const fields = z.strictObject({
  case_id: caseField.optional().describe('Id of the case to be told of; or else spec_id.'),
  spec_id: workflowField
    .optional()
    .describe(
      'Id of a specification (workflow): every case of it is told. Needs the right to manage webhooks.',
    ),
  callback_url: z
    .string()
    .max(maxLength)
    .optional()
    .describe('Where it is posted: a public https address. Not needed with subscription_id.'),
  events: z
    .array(
      z
        .string()
        .max(maxLength)
        .meta({ enum: [...events] }),
    )
    .max(maxLength)
    .optional()
    .describe('What to tell; how cases end (completed, failed, cancelled) where absent.'),
  secret: z
    .string()
    .max(maxLength)
    .optional()
    .describe(
      'What deliveries are signed with, of 16 to 200 characters; one is made and shown where absent.',
    ),
  expires_in: z
    .int()
    .meta({ minimum: 60, maximum: 2_592_000 })
    .optional()
    .describe('Seconds that it is in force from now on; 7200 where absent.'),
  subscription_id: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Renews this subscription for expires_in instead of making one; nothing else of it changes.'),
  idempotency_key: keyField,
});

type Input = z.infer<typeof fields>;

export const casesSubscribe = defineTool({
  name: 'cases_subscribe',
  title: 'Be told of a case',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Has an address called (a webhook) when something happens to a case, or to every case of a specification: when it starts, completes, fails or is cancelled, when work is offered or completed.

Use it only if you have a public https address that takes POST requests; without one, cases_status with wait_ms tells as soon. A case that has ended already is told at once.
Each delivery is signed: X-YAWL-Signature is “sha256=” and the HMAC-SHA256 of the body under the secret. It comes at least once, in order for each case, and X-Signalbox-Delivery stays the same when it is sent again.
The answer tells when the subscription ends, the secret if it was made here (it is not shown again), and where the case can be polled instead. Call it again with subscription_id to renew it; cases_unsubscribe ends it.`,
  operations: ['subscriptions.create', 'subscriptions.renew'],
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: fields,
  spellings: { run_id: 'case_id', workflow_id: 'spec_id', url: 'callback_url' },
  output: object({
    subscription_id: text(),
    expires_at: time('What happens from then on is not told any more.'),
    polling_fallback: text('Where the case can be asked for instead.'),
    case_id: text(),
    spec_id: text('Its specification.'),
    events: list(choice(events)),
    callback_url: text(),
    secret: text('What deliveries are signed with, where it was made here: keep it, it is not shown again.'),
    next: text(),
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
      next: 'Wait for the deliveries; before expires_at call cases_subscribe with subscription_id to go on being told.',
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

/** Whoever sends another address with it would believe that it goes there from now on. */
function refuseChanges(given: Input): void {
  const violations = fixed
    .filter((field) => given[field] !== undefined)
    .map((field) => ({
      path: field,
      rule: 'fixed',
      message: `“${field}” cannot be changed: with “subscription_id” only “expires_in” counts.`,
      expected: 'nothing, where a subscription is renewed',
      actual: 'something',
    }));
  if (violations.length === 0) return;
  throw new OperationError({
    code: 'invalid_input',
    message: violations.map(({ message }) => message).join(' '),
    suggestedAction:
      'Leave them out to renew it; or subscribe anew without subscription_id, and end this one.',
    violations,
  });
}

const names: FieldNames = {
  'subscriptions.create': 'cases_subscribe',
  'subscriptions.renew': 'cases_subscribe',
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
