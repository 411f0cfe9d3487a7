import type { Tool } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { isHarmless, toolOperation, withKey } from './tool-operation.ts';

const toolOf = (inputSchema: Omit<Tool['inputSchema'], 'type'>, more: Partial<Tool> = {}): Tool => ({
  name: 'book',
  inputSchema: { type: 'object', ...inputSchema },
  ...more,
});

test.each([
  [{ properties: { a: {} } }, undefined],
  [{ properties: { a: {} }, additionalProperties: false }, undefined],
  [{ additionalProperties: false }, undefined],
  [{ properties: { a: {} }, additionalProperties: true }, true],
  [{ properties: { a: {} }, additionalProperties: { type: 'string' } }, true],
  [{}, true],
])('[H3.1] whether a tool accepts unlisted arguments: %j', (schema, open) => {
  expect(toolOperation(toolOf(schema)).open).toBe(open);
});

test('[H3.1] the key is set if the tool has a parameter for it and the author has not set it', () => {
  const keyed = toolOf({
    properties: { idempotency_key: { type: 'string' } },
    required: ['idempotency_key'],
  });
  expect(toolOperation(keyed).parameters).toEqual([
    { name: 'idempotency_key', type: { kind: 'string' }, required: false },
  ]);
  expect(withKey(keyed, {}, 'k')).toEqual({ idempotency_key: 'k' });
  expect(withKey(keyed, { idempotency_key: 'own' }, 'k')).toEqual({ idempotency_key: 'own' });
  expect(withKey(toolOf({}), { a: 1 }, 'k')).toEqual({ a: 1 });
});

test('[H3.1] only tools that the server declares as harmless are repeatable', () => {
  expect(isHarmless(toolOf({}))).toBe(false);
  expect(isHarmless(toolOf({}, { annotations: { readOnlyHint: false } }))).toBe(false);
  expect(isHarmless(toolOf({}, { annotations: { readOnlyHint: true } }))).toBe(true);
  expect(isHarmless(toolOf({}, { annotations: { idempotentHint: true } }))).toBe(true);
});
