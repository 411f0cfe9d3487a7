/** What every entry of a journal tells, wherever it is told. */
import { z } from 'zod';
import { described, integer, text, timestamp } from '../contract/output-fields.ts';
import { eventKinds } from './event-schema.ts';

export const entryFields = {
  seq: integer('Number of the event in its run, from 1.'),
  at: timestamp(),
  event: described(z.enum(eventKinds), 'Kind of the event.'),
  by: text('Who caused it; empty where nobody did.'),
  correlationId: z.exactOptional(text('Of the request that caused it, where one did.')),
};
