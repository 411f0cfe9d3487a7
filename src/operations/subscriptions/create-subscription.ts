/**
 * Subscribes to events of a run, or of every run of a workflow [F3.4]. If the run has already ended, the subscriber is
 * notified at once, so that a late subscription misses nothing.
 */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { maxCallbackLength } from '../../connectors/index.ts';
import { phrase } from '../../languages/index.ts';
import { namedObject, orNull, text } from '../../languages/output-fields.ts';
import { caseEvents, type Receipt, type Subscription } from '../../runtime/index.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { keyField, runField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import { findReceipt } from '../contract/repeatable.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import type { Webhooks } from '../infrastructure/webhooks.ts';
import { getRecord } from '../runs/read-model/find-run.ts';
import {
  makeSecret,
  openSecret,
  type SubscriptionSecret,
  sealSecret,
} from '../webhooks/subscription-secret.ts';
import { callbackOf, callbackViolations } from './callback-of.ts';
import { endOfLife } from './end-of-life.ts';
import { getSubscription } from './get-subscription.ts';
import { notifyOfEnd } from './notify-of-end.ts';
import { lifeField } from './subscription-fields.ts';
import { subscriptionReceipts } from './subscription-receipt.ts';
import { subscriptionFields, viewSubscription } from './subscription-view.ts';
import { withinSubscriptionQuota } from './within-subscription-quota.ts';

const fields = z.strictObject({
  run: runField.optional().describe('Id of the run, in place of “workflow”.'),
  workflow: workflowField.optional().describe('Id of the workflow, to subscribe to all its runs.'),
  url: z
    .string()
    .min(1)
    .max(maxCallbackLength)
    .describe('Where deliveries are posted: a public address with https.'),
  events: z
    .array(z.enum(caseEvents))
    .min(1)
    .max(caseEvents.length)
    .default(['case_completed', 'case_failed', 'case_cancelled'])
    .describe('The events to deliver. Default: the end of a run.'),
  secret: z
    .string()
    .min(16)
    .max(200)
    .optional()
    .describe('Key that signs deliveries. Default: generated, and returned in the answer.'),
  lifeMs: lifeField,
  idempotencyKey: keyField,
});

const input = fields
  .refine(({ run, workflow }) => run !== undefined || workflow !== undefined, {
    path: ['run'],
    params: { expected: phrase`the id of a ${{ noun: 'run' }}; or give ${{ field: 'workflow' }} instead` },
    when: areNamesRead,
  })
  .refine(({ run, workflow }) => run === undefined || workflow === undefined, {
    path: ['workflow'],
    params: { expected: phrase`left out if ${{ field: 'run' }} is given: subscribe to one of the two` },
    when: areNamesRead,
  });

type Input = z.infer<typeof input>;

const output = namedObject('CreatedSubscription', 'A new subscription.', {
  ...subscriptionFields,
  secret: orNull(
    text(),
    'The key that signs its deliveries, if it was generated. Only this answer contains it.',
  ),
});

export type CreatedSubscription = z.infer<typeof output>;

/** Errors in either of them are already reported. */
function areNamesRead({ issues }: z.core.ParsePayload): boolean {
  return issues.every(({ path: [field = 'run'] = [] }) => field !== 'run' && field !== 'workflow');
}

const name = 'subscriptions.create';

export const createSubscription: Operation<Input, CreatedSubscription> = {
  name,
  scope: 'workflows:query',
  additionalScopes: [
    {
      scope: 'webhooks:manage',
      when: {
        description: phrase`with ${{ field: 'workflow' }}`,
        applies: ({ workflow }) => workflow !== undefined,
      },
    },
  ],
  writes: true,
  summary: 'Subscribes to events of a run, or of every run of a workflow.',
  rest: {
    method: 'POST',
    path: '/v1/subscriptions',
    tag: 'webhooks',
    status: 201,
    location: '/v1/subscriptions/{subscription}',
  },
  examples: [{ input: { run: 'run_01KA', url: 'https://hooks.example.com/cases' } }],
  input,
  output,
  inputViolations: callbackViolations,
  async perform(principal, given, services) {
    const webhooks = webhooksOf(services);
    const before = await findReceipt(services, principal, name, given);
    if (before !== undefined) return repeated(services, webhooks, principal, before);
    const { run, workflow } = await subjectOf(services, principal, given);
    const url = callbackOf(given.url, webhooks);
    const secret = secretOf(given, webhooks);
    const now = services.clock.now();
    const owner = { tenant: principal.tenant, id: `sub_${randomBytes(15).toString('base64url')}` };
    const subscription: Subscription = {
      ...owner,
      subject: principal.subject,
      run,
      workflow,
      events: caseEvents.filter((event) => given.events.includes(event)),
      url,
      secret: secret === undefined ? '' : sealSecret(webhooks.keyRing, owner, secret),
      createdAt: now,
      expiresAt: await endOfLife(services, principal, given.lifeMs),
    };
    const receipts = subscriptionReceipts(services, principal, name, given, subscription);
    const audit = auditEntriesOf(services, principal, name, subscription.id);
    const added = await withinSubscriptionQuota(services, webhooks, subscription, () =>
      services.store.subscriptions.add(subscription, { audit, receipts }),
    );
    // A concurrent request with the same key was first. With another input it is a conflict.
    if (added !== undefined) {
      await findReceipt(services, principal, name, given);
      return repeated(services, webhooks, principal, added);
    }
    await notifyOfEnd(services, subscription);
    return { ...viewSubscription(services, principal, subscription), secret: revealedSecret(secret) };
  },
};

function webhooksOf({ webhooks }: Services): Webhooks {
  if (webhooks !== undefined) return webhooks;
  throw new OperationError({
    code: 'webhooks_off',
    message: 'Webhooks are turned off on this server. Nothing would be delivered.',
  });
}

/** An existing case, or a workflow. Throws if it does not exist. */
async function subjectOf(
  services: Services,
  principal: Principal,
  { run, workflow }: Input,
): Promise<Pick<Subscription, 'run' | 'workflow'>> {
  if (run === undefined) {
    return { run: '', workflow: (await getWorkflow(services, principal, workflow ?? '')).id };
  }
  return { run, workflow: (await getRecord(services, principal, run)).workflow };
}

/** `undefined` if the server's signing key signs. */
function secretOf({ secret }: Input, { signerKey }: Webhooks): SubscriptionSecret | undefined {
  if (secret !== undefined) return { secret, isMade: false };
  return signerKey === '' ? makeSecret() : undefined;
}

const revealedSecret = (secret: SubscriptionSecret | undefined): string | null =>
  secret?.isMade === true ? secret.secret : null;

/** Throws if it no longer exists. */
async function repeated(
  services: Services,
  { keyRing }: Webhooks,
  principal: Principal,
  { outcome: id }: Receipt,
): Promise<CreatedSubscription> {
  const subscription = await getSubscription(services, principal, id);
  // The first call may have stopped before this.
  await notifyOfEnd(services, subscription);
  const secret = openSecret(keyRing, subscription, services.clock.now());
  return { ...viewSubscription(services, principal, subscription), secret: revealedSecret(secret) };
}
