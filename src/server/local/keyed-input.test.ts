import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  type AnyOperation,
  idempotencyKeyIn,
  idempotencyKeyNames,
  registry,
} from '../../operations/index.ts';
import { keyedInput } from './keyed-input.ts';

const operationsThatWrite = registry.names.map((name) => registry.get(name)).filter(({ writes }) => writes);

/**
 * Operations that need no key: repeating them has the same result; and a second key for a program is refused, since
 * its name is taken.
 */
const harmless = [
  // What a call does is known by its API alone: a key is an argument of a command that takes one.
  'commands.run',
  // The same content or setting again changes nothing.
  'catalogs.import',
  'catalogs.configure',
  'catalogs.setEnabled',
  'catalogs.remove',
  'definitions.save',
  'definitions.rename',
  'definitions.delete',
  'deliveries.resend',
  'deliveries.resendAll',
  // A user who declines again has declined.
  'items.decline',
  'keys.create',
  'keys.revoke',
  // The session is the key: it is completed or cancelled once.
  'questions.submit',
  'questions.complete',
  'questions.cancel',
  'retention.purge',
  'secrets.save',
  'sessions.note',
  // The same content again changes nothing.
  'specifications.upload',
] as const;

/** No key is created if the caller must provide it. */
const takesKey = (operation: AnyOperation): boolean =>
  idempotencyKeyIn(keyedInput(operation, {})) !== undefined || demandsKey(operation);

const demandsKey = ({ input }: AnyOperation): boolean =>
  idempotencyKeyNames.some(
    (name) => z.toJSONSchema(input, { io: 'input' }).required?.includes(name) ?? false,
  );

test('[R6.1] every operation that writes takes a key, except those that are safe to repeat', () => {
  const without = operationsThatWrite.filter((operation) => !takesKey(operation)).map(({ name }) => name);
  expect(without.toSorted()).toEqual(harmless.toSorted());
});

test("[R6.1] a key is created once, and the caller's key stays", () => {
  const operation = registry.get('runs.start');
  const first = keyedInput(operation, { workflow: 'x' });
  expect(first).toMatchObject({ workflow: 'x', idempotencyKey: expect.stringMatching(/^attached-.{36}$/) });
  expect(keyedInput(operation, first)).toBe(first);
  expect(idempotencyKeyIn(keyedInput(operation, { idempotencyKey: 'mine' }))).toBe('mine');
  expect(idempotencyKeyIn(keyedInput(operation, { workflow: 'x' }))).not.toBe(idempotencyKeyIn(first));
});

test('[R6.1] reads, and values that are not inputs, stay unchanged', () => {
  const input = { run: 'x' };
  expect(keyedInput(registry.get('runs.get'), input)).toBe(input);
  for (const odd of [undefined, null, 'text', 5, [1]]) {
    expect(keyedInput(registry.get('runs.start'), odd)).toBe(odd);
    expect(idempotencyKeyIn(odd)).toBeUndefined();
  }
});

test('[R6.1][F2.1] a key that the caller must provide is not created', () => {
  const input = { spec_id: 'x' };
  expect(keyedInput(registry.get('cases.submit'), input)).toBe(input);
  expect(idempotencyKeyIn({ ...input, idempotency_key: 'mine' })).toBe('mine');
});
