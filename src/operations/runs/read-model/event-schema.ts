/** Schema of an event from outside. The kernel decides whether it fits its run. */
import { z } from 'zod';
import type { Payload, RunEvent } from '../../../kernel/index.ts';
import { described, flag, json, named, namedObject } from '../../../languages/output-fields.ts';
import { subjectText } from '../../contract/input-fields.ts';

const name = z.string().max(1_000);

const payload: z.ZodType<Payload> = named(
  'Payload',
  'A value of a journal: inline, a reference, or composed of others.',
  z.lazy(() =>
    z.union([
      z.strictObject({ value: json('The value.') }),
      z.strictObject({ blob: z.strictObject({ hash: z.string().max(100), size: z.int().min(0) }) }),
      z.strictObject({ list: z.array(payload) }),
      z.strictObject({ record: z.record(z.string(), payload) }),
    ]),
  ),
);
const payloads = z.record(name, payload);

export const failureSchema = namedObject('Failure', 'Why something failed.', {
  code: z.string(),
  message: z.string(),
  retryable: z.exactOptional(flag('False: a retry cannot help.')),
  retryAfter: z.exactOptional(
    described(z.number(), 'Milliseconds before a retry that the failure itself requires.'),
  ),
  data: z.exactOptional(json('Details of the failure.')),
});

const occurrence = { at: z.int().min(0).max(8_640_000_000_000_000), by: z.exactOptional(subjectText) };
const ofInstance = { ...occurrence, instance: z.int() };
const ofAttempt = { ...ofInstance, attempt: z.int() };
const maybePayload = z.exactOptional(payload);

export const eventSchema = named(
  'RunEvent',
  'An external event of a run.',
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('started'),
      ...occurrence,
      seed: z.int(),
      input: z.exactOptional(payloads),
      bindings: z.exactOptional(z.record(name, name)),
    }),
    z.strictObject({ kind: z.literal('callSucceeded'), ...ofAttempt, output: payload }),
    z.strictObject({ kind: z.literal('callFailed'), ...ofAttempt, failure: failureSchema }),
    z.strictObject({ kind: z.literal('callInDoubt'), ...ofAttempt }),
    z.strictObject({ kind: z.literal('itemHeld'), ...ofInstance }),
    z.strictObject({ kind: z.literal('itemReleased'), ...ofInstance }),
    z.strictObject({ kind: z.literal('itemSuspended'), ...ofInstance }),
    z.strictObject({ kind: z.literal('itemResumed'), ...ofInstance }),
    z.strictObject({ kind: z.literal('itemRolledBack'), ...ofInstance }),
    z.strictObject({ kind: z.literal('itemDelegated'), ...ofInstance, to: name }),
    z.strictObject({ kind: z.literal('itemCompleted'), ...ofInstance, output: payload }),
    z.strictObject({ kind: z.literal('itemForced'), ...ofInstance, output: maybePayload }),
    z.strictObject({ kind: z.literal('itemFailed'), ...ofInstance, failure: failureSchema }),
    z.strictObject({ kind: z.literal('itemSkipped'), ...ofInstance, output: maybePayload }),
    z.strictObject({
      kind: z.literal('timerFired'),
      ...ofInstance,
      timer: z.enum(['wait', 'retry', 'timeout']),
    }),
    z.strictObject({ kind: z.literal('instanceAdded'), ...ofInstance, item: payload }),
    z.strictObject({
      kind: z.literal('dataUpdated'),
      ...occurrence,
      frame: z.exactOptional(z.int()),
      set: payloads,
    }),
    z.strictObject({
      kind: z.literal('signalled'),
      ...occurrence,
      name,
      payload,
      instance: z.exactOptional(z.int()),
    }),
    z.strictObject({ kind: z.literal('suspended'), ...occurrence }),
    z.strictObject({ kind: z.literal('resumed'), ...occurrence }),
    z.strictObject({ kind: z.literal('reopened'), ...occurrence, set: z.exactOptional(payloads) }),
    z.strictObject({
      kind: z.literal('cancelRequested'),
      ...occurrence,
      undo: z.exactOptional(z.boolean()),
    }),
  ]),
);

/** Every kind of event. */
export const eventKinds = [
  'started',
  'callSucceeded',
  'callFailed',
  'callInDoubt',
  'itemHeld',
  'itemReleased',
  'itemSuspended',
  'itemResumed',
  'itemRolledBack',
  'itemDelegated',
  'itemCompleted',
  'itemForced',
  'itemFailed',
  'itemSkipped',
  'timerFired',
  'instanceAdded',
  'dataUpdated',
  'signalled',
  'suspended',
  'resumed',
  'reopened',
  'cancelRequested',
] as const satisfies readonly RunEvent['kind'][];
