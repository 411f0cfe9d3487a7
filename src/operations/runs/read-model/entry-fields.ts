/** Fields of every journal entry. */
import { z } from 'zod';
import { described, integer, text, timestamp } from '../../../languages/output-fields.ts';
import { eventKinds } from './event-schema.ts';

export const entryFields = {
  seq: integer('Number of the event in its run, from 1.'),
  at: timestamp(),
  event: described(z.enum(eventKinds), 'Kind of the event.'),
  by: text('Who caused it; empty if no principal did.'),
  correlationId: z.exactOptional(text('Of the request that caused it, if any.')),
};
