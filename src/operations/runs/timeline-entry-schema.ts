/** Schema of an entry in the timeline of a run. */
import { z } from 'zod';
import {
  byName,
  described,
  flag,
  integer,
  json,
  listOf,
  named,
  objectOf,
  oneOfKinds,
  orNull,
  text,
} from '../../languages/output-fields.ts';
import { failureSchema } from './read-model/event-schema.ts';

const where = {
  at: described(z.number(), 'Milliseconds since 1970.'),
  net: text('The workflow, or the part of it.'),
  task: text('Empty if it concerns the whole run.'),
  depth: integer('Nesting depth of the part in the workflow, from 1.'),
  index: integer('Position in the list that the task iterates over, otherwise -1.'),
};
const by = text('Who did it; empty if not known.');
const attempt = integer('From 1.');
const work = described(
  z.enum(['call', 'offer', 'net', 'wait', 'pass', 'fail', 'each']),
  'What the task does; “each” is the whole list that it iterates over.',
);
const maybeFailure = orNull(failureSchema, 'Null if nothing failed.');

export const timelineEntrySchema = named(
  'TimelineMoment',
  'An entry in the timeline of a run.',
  oneOfKinds('kind', [
    objectOf({ kind: z.literal('began'), ...where, params: byName(json('A value.'), 'By name.') }),
    objectOf({ kind: z.literal('started'), ...where, work, attempt }),
    objectOf({
      kind: z.literal('called'),
      ...where,
      operation: text(),
      attempt,
      input: json('What it was called with.'),
      undoes: flag('It undoes what the task has done.'),
    }),
    objectOf({
      kind: z.literal('asked'),
      ...where,
      item: json('Kind and form of the question.'),
      input: json('The input of the question.'),
      doubt: flag('The question is about the outcome of a call.'),
    }),
    objectOf({ kind: z.literal('answered'), ...where, value: json('The answer.'), by }),
    objectOf({
      kind: z.literal('forced'),
      ...where,
      value: json('The answer; null if there is none.'),
      by,
    }),
    objectOf({ kind: z.literal('skipped'), ...where, by }),
    objectOf({ kind: z.enum(['doubted', 'waited', 'cancelled', 'expired']), ...where }),
    objectOf({
      kind: z.enum(['held', 'released', 'suspended', 'resumed', 'reopened', 'cancelRequested']),
      ...where,
      by,
    }),
    objectOf({ kind: z.literal('delegated'), ...where, to: text('The new holder.'), by }),
    objectOf({
      kind: z.literal('signalled'),
      ...where,
      name: text(),
      value: json('Payload of the signal.'),
      by,
    }),
    objectOf({ kind: z.literal('changed'), ...where, names: listOf(text()), by }),
    objectOf({ kind: z.literal('refused'), ...where, message: text() }),
    objectOf({
      kind: z.literal('failed'),
      ...where,
      failure: failureSchema,
      retryAt: orNull(z.number(), 'Milliseconds since 1970; null if there is no retry.'),
    }),
    objectOf({ kind: z.literal('completed'), ...where, work }),
    objectOf({
      kind: z.enum(['chose', 'caught']),
      ...where,
      leadsTo: listOf(text(), 'The tasks that come next.'),
    }),
    objectOf({ kind: z.literal('undone'), ...where, failure: maybeFailure }),
    objectOf({
      kind: z.literal('ended'),
      ...where,
      status: text(),
      output: json('The output of the run.'),
      failure: maybeFailure,
    }),
  ]),
);
