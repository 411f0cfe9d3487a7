/** A delivery that is under way, or was given up, as callers see it. */
import { z } from 'zod';
import { caseEvents, type Message } from '../../runtime/index.ts';
import { described, integer, namedObject, orNull, text, timestamp } from '../contract/output-fields.ts';
import { isoTime, timeOrNull } from '../runs/run-summary.ts';

export const deliveryView = namedObject(
  'DeliveryView',
  'Something that a subscriber is to be told: what was delivered is not kept.',
  {
    delivery: text('Its id: the same, however often it is sent.'),
    subscription: text('Whom it is for.'),
    run: text('Id of the run.'),
    event: described(z.enum(caseEvents), 'What happened.'),
    state: described(z.enum(['waiting', 'given_up']), 'Whether it is tried again by itself.'),
    attempts: integer('How often it was tried.'),
    failure: orNull(text(), 'Why it could not be delivered last; null where it was not tried.'),
    createdAt: timestamp('When it happened.'),
    dueAt: orNull(
      timestamp(),
      'When it is tried next, unless others of its run wait before it; null once given up.',
    ),
    givenUpAt: orNull(timestamp(), 'Since when nobody tries any more; null while somebody does.'),
  },
);

export type DeliveryView = z.infer<typeof deliveryView>;

export function viewDelivery(message: Message): DeliveryView {
  const { id, target, run, event, attempts, failure, createdAt, dueAt, givenUpAt } = message;
  return {
    delivery: id,
    subscription: target,
    run,
    event,
    state: givenUpAt === null ? 'waiting' : 'given_up',
    attempts,
    failure: failure === '' ? null : failure,
    createdAt: isoTime(createdAt),
    dueAt: givenUpAt === null ? isoTime(dueAt) : null,
    givenUpAt: timeOrNull(givenUpAt),
  };
}
