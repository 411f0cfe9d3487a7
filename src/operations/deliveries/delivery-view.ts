/** Describes a delivery that waits or was given up. */
import { z } from 'zod';
import { described, integer, namedObject, orNull, text, timestamp } from '../../languages/output-fields.ts';
import { caseEvents, type Message } from '../../runtime/index.ts';
import { isoTime, timeOrNull } from '../contract/iso-time.ts';

export const deliveryView = namedObject(
  'DeliveryView',
  'A notification for a subscriber. Completed deliveries are not stored.',
  {
    delivery: text('Its id, which is the same for each attempt.'),
    subscription: text('Id of its subscription.'),
    run: text('Id of the run.'),
    event: described(z.enum(caseEvents), 'What happened.'),
    state: described(z.enum(['waiting', 'given_up']), 'Whether it is retried automatically.'),
    attempts: integer('Number of attempts.'),
    failure: orNull(text(), 'Why the last attempt failed; null before the first attempt.'),
    createdAt: timestamp('Time of the event.'),
    dueAt: orNull(
      timestamp(),
      'Time of the next attempt, unless earlier deliveries of its run still wait; null once given up.',
    ),
    givenUpAt: orNull(timestamp(), 'When it was given up; null while it is retried.'),
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
