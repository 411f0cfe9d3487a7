/** Schema of the notes next to an event in a journal: what happened inside the run. */
import { z } from 'zod';
import {
  flag,
  integer,
  listOf,
  named,
  objectOf,
  oneOfKinds,
  orNull,
  text,
} from '../../languages/output-fields.ts';
import { failureSchema } from './read-model/event-schema.ts';

const frame = { frame: integer('Number of the net that contains the task; 1 is the workflow itself.') };
const ofTask = { ...frame, task: text() };
const ofInstance = { ...ofTask, instance: integer('Number of the work.') };
const place = orNull(text(), 'A place of the net; null if the path ends.');

export const noteSchema = named(
  'Note',
  'What happened inside a run when an event arrived.',
  oneOfKinds('kind', [
    objectOf({ kind: z.enum(['enabled', 'completed', 'skipped', 'cancelled', 'expired']), ...ofInstance }),
    objectOf({ kind: z.literal('started'), ...ofInstance, attempt: integer('From 1.') }),
    objectOf({
      kind: z.literal('failed'),
      ...ofInstance,
      failure: failureSchema,
      retryAt: orNull(z.number(), 'Milliseconds since 1970; null if there is no retry.'),
    }),
    objectOf({ kind: z.literal('flow'), ...ofTask, to: place, caught: flag('After a failure.') }),
    objectOf({ kind: z.literal('guardFalse'), ...ofTask, to: place }),
    objectOf({ kind: z.literal('chosen'), ...ofTask, taken: text(), among: listOf(text()) }),
    objectOf({ kind: z.literal('leftover'), ...frame, place: text(), count: integer() }),
    objectOf({
      kind: z.literal('undone'),
      ...ofInstance,
      failure: orNull(failureSchema, 'Null if it was undone.'),
    }),
    objectOf({
      kind: z.literal('frameEnded'),
      ...frame,
      net: text(),
      outcome: z.enum(['completed', 'failed', 'cancelled']),
    }),
  ]),
);
