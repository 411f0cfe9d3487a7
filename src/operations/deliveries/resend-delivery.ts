/** Resends a given-up delivery [F3.3], with the same id and from the first attempt. */
import { z } from 'zod';
import type { Message } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { mayManage, subscriptionNotFound } from '../subscriptions/get-subscription.ts';
import { type DeliveryView, deliveryView, viewDelivery } from './delivery-view.ts';

const input = z.strictObject({
  delivery: z
    .string()
    .regex(/^dlv_[0-9a-f]{1,64}$/, 'the id of a delivery, such as “dlv_…”')
    .describe('Id of the delivery.'),
});

export const resendDelivery: Operation<z.infer<typeof input>, DeliveryView> = {
  name: 'deliveries.resend',
  scope: 'workflows:query',
  writes: true,
  summary: 'Resends a delivery that was given up.',
  rest: { method: 'POST', path: '/v1/deliveries/{delivery}/resend', tag: 'webhooks' },
  verb: { name: 'webhook resend' },
  input,
  output: deliveryView,
  targetOf: ({ delivery }) => delivery,
  async perform(principal, { delivery: id }, services) {
    const { store, engine, clock } = services;
    const message = await getMessage(services, principal, id);
    if (message.givenUpAt === null) throw alreadyUnderWay(id);
    const dueAt = clock.now();
    if (!(await store.outbox.resend(principal.tenant, id, dueAt))) throw alreadyUnderWay(id);
    engine.checkOutbox();
    return viewDelivery({ ...message, dueAt, attempts: 0, givenUpAt: null });
  },
};

/** Throws if the principal sees no such delivery, or if its subscription no longer exists. */
async function getMessage({ store }: Services, principal: Principal, id: string): Promise<Message> {
  const { tenant } = principal;
  const message = await store.outbox.find(tenant, id);
  const subscription =
    message === undefined ? undefined : await store.subscriptions.find(tenant, message.target);
  const isTheirs = mayManage(principal, { subject: subscription?.subject ?? '' });
  if (message === undefined || !isTheirs) throw deliveryNotFound(id);
  if (subscription === undefined) throw subscriptionNotFound(message.target);
  return message;
}

function deliveryNotFound(id: string): OperationError {
  return new OperationError({
    code: 'delivery_not_found',
    message: `No waiting or given-up delivery has the id “${id}”.`,
    context: { delivery: id },
  });
}

function alreadyUnderWay(id: string): OperationError {
  return new OperationError({
    code: 'delivery_under_way',
    message: `The delivery “${id}” was not given up: it is retried automatically.`,
    context: { delivery: id },
  });
}
