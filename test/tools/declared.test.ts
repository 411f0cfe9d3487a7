import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/index.ts';
import { registryWithToy } from '../rest/toy-operation.ts';
import { ann, openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeAll(async () => {
  fixture = await openToolFixture([], {}, {}, registryWithToy);
});

afterAll(() => fixture.close());

test('[W4.5] one declaration is a tool: its input, its answer, its hints and its errors', async () => {
  const { title, toolset, description, operations, hints, input, output } =
    await fixture.tool('greetings_send');
  expect({ title, toolset, description, operations }).toEqual({
    ...{ title: 'Send a greeting', toolset: 'cases', operations: ['greetings.send'] },
    description: 'Sends a greeting. Use it to greet somebody.',
  });
  expect(hints).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(input.schema).toMatchObject({
    ...{ type: 'object', required: ['to'], additionalProperties: false },
    properties: { to: { description: 'Whom to greet.' }, is_loud: { type: 'boolean' } },
  });
  expect(JSON.stringify(input.schema)).not.toContain('$ref');
  expect(output).toMatchObject({ type: 'object', properties: { greeting: { type: 'string' } } });
  expect(await fixture.succeed('greetings_send', { to: 'Ada', is_loud: true })).toEqual({
    ...{ greeting: 'HELLO, ADA!', style: null },
    next: 'Wait for an answer.',
  });
  expect(await fixture.refused('greetings_send', { to: 'Ada', isLoud: true, times: 9 })).toMatchObject({
    error_code: 'invalid_input',
    violations: expect.arrayContaining([
      expect.objectContaining({ path: 'times' }),
      expect.objectContaining({ path: 'isLoud' }),
    ]),
  });
});

test('[W4.5][P2.3] a declared tool needs the scope of its operation', async () => {
  expect(await fixture.names(['cases'])).toContain('greetings_send');
  const without: Principal = { ...ann, scopes: new Set(['workitems:manage']) };
  expect(await fixture.names(['cases'], without)).not.toContain('greetings_send');
  expect(await fixture.refused('greetings_send', { to: 'Ada' }, without)).toMatchObject({
    error_code: 'missing_scope',
  });
});
