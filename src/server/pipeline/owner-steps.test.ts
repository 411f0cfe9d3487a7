import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { createRegistry } from '../../operations/contract/create-registry.ts';
import { namedField } from '../../operations/contract/input-fields.ts';
import type { Operation } from '../../operations/contract/operation.ts';
import { OperationError } from '../../operations/contract/operation-error.ts';
import { type Principal, type Scope, scopes } from '../../operations/contract/principal.ts';
import type { Services } from '../../operations/contract/services.ts';
import { plainName, renderError } from '../../operations/index.ts';
import { type Library, StoreError } from '../../runtime/index.ts';
import { callOperation } from './pipeline.ts';

const input = z.strictObject({
  name: z.string().min(1).max(5).describe('A name.'),
  kind: z.enum(['big', 'small']).default('big').describe('A kind.'),
  counts: z.array(z.int().min(1)).max(3).optional().describe('Counts.'),
  code: z.string().regex(/^a/, 'a code that begins with a').nullable().optional().describe('A code.'),
  more: z.json().optional().describe('Anything.'),
  named: namedField('Named values.').optional(),
});

const performed: unknown[] = [];

beforeEach(() => void performed.splice(0));

const greet: Operation<z.infer<typeof input>, { readonly seen: string }> = {
  name: 'greet.somebody',
  scope: 'workflows:launch',
  writes: true,
  summary: 'Greets somebody.',
  input,
  output: z.strictObject({ seen: z.string() }),
  async perform({ tenant }, given) {
    performed.push(given);
    if (given.name === 'full')
      throw new StoreError('disk-full', 'The disk that holds “/data/x.db” is full.', true);
    if (given.name === 'fault') throw new RangeError('a fault');
    return { seen: `${tenant} ${given.name} ${given.kind}` };
  },
};

const registry = createRegistry([greet]);

// The operation uses none of them.
const services = { library: {} as Library } as Services;

const principalWith = (given: readonly Scope[]): Principal => ({
  subject: 'anna',
  tenant: 'acme',
  scopes: new Set(given),
  roles: [],
  kind: 'person',
});

const call = (given: unknown, name = greet.name, principal = principalWith(['workflows:launch'])) =>
  callOperation(registry, services, principal, name, given);

async function refused(answer: Promise<Json>): Promise<OperationError['details']> {
  const error: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OperationError)) throw new Error('It was not refused.', { cause: error });
  return renderError(error.details, plainName);
}

test('[O4.1] a valid input is performed, with defaults for missing fields', async () => {
  expect(await call({ name: 'Ann' })).toEqual({ seen: 'acme Ann big' });
});

test('[O4.1] without its scope nothing happens, regardless of other scopes', async () => {
  const others = scopes.filter((scope) => scope !== greet.scope);
  const error = await refused(call({ name: 'Ann' }, greet.name, principalWith(others)));
  expect(error).toMatchObject({
    code: 'missing_scope',
    category: 'permission',
    message: '“greet.somebody” requires the scope “workflows:launch”.',
  });
  expect(performed).toEqual([]);
});

test('[O4.1] an unknown operation is refused with the most similar name', async () => {
  expect(await refused(call({}, 'greet.sombody'))).toMatchObject({
    code: 'operation_not_found',
    message: 'The operation “greet.sombody” does not exist. Did you mean “greet.somebody”?',
  });
  expect((await refused(call({}, '__proto__'))).code).toBe('operation_not_found');
});

test('[O4.1] an invalid input is refused with all violations, and nothing happens', async () => {
  const error = await refused(
    call({ name: 'much too long', kind: 'secret-kind', counts: [0, 1.5], code: 'b', nam: 1, 'x y': 2 }),
  );
  expect(performed).toEqual([]);
  expect(error.code).toBe('invalid_input');
  expect(error.violations?.map(({ path, rule, message }) => [path, rule, message])).toEqual([
    ['name', 'too-big', '“name” must be a text of at most 5 characters.'],
    ['kind', 'invalid-value', '“kind” must be one of: "big", "small".'],
    ['counts.0', 'too-small', '“counts.0” must be at least 1.'],
    ['counts.1', 'invalid-type', '“counts.1” must be a whole number.'],
    ['code', 'invalid-format', '“code” must be a code that begins with a.'],
    ['nam', 'unknown-field', 'Unknown field “nam”. Did you mean “name”?'],
    ['x y', 'unknown-field', 'Unknown field “x y”. Known fields: name, kind, counts, code, more, named.'],
  ]);
  expect(error.message).toMatch(/And 2 more\.$/);
  const [near] = (await refused(call({ name: 'Ann', kind: 'smal' }))).violations ?? [];
  expect(near?.message).toBe('“kind” must be one of: "big", "small". Did you mean “small”?');
  expect(JSON.stringify(error)).not.toContain('secret-kind');
});

test('[O4.1] any input is either valid or refused: nothing else is thrown', async () => {
  const rows: readonly (readonly [unknown, string])[] = [
    [undefined, 'The input is missing: an object.'],
    [null, 'The input must be an object.'],
    [[], 'The input must be an object.'],
    ['text', 'The input must be an object.'],
    [{}, '“name” is missing: a text.'],
    [{ name: '' }, '“name” must be a text that is not empty.'],
    [{ name: 5 }, '“name” must be a text.'],
    [{ name: 'Ann', code: 5 }, '“code” must be a text.'],
    [{ name: 'Ann', counts: [1, 1, 1, 1] }, '“counts” must be a list of at most 3 entries.'],
  ];
  for (const [given, message] of rows) {
    const error = await refused(call(given));
    expect([given, error.violations?.map((each) => each.message)]).toEqual([given, [message]]);
  }
  expect(performed).toEqual([]);
});

test('[O4.1] an input that is nested too deeply or contains itself is refused before it is validated', async () => {
  const nested = (depth: number): Json => (depth === 0 ? 1 : [nested(depth - 1)]);
  expect(await call({ name: 'Ann', more: nested(60) })).toEqual({ seen: 'acme Ann big' });
  performed.splice(0);
  for (const more of [nested(100), nested(5_000)]) {
    expect((await refused(call({ name: 'Ann', more }))).message).toMatch('nested too deeply');
  }
  const circle: unknown[] = [];
  circle.push(circle);
  expect((await refused(call({ name: 'Ann', more: circle }))).message).toMatch('nested too deeply');
  expect(performed).toEqual([]);
});

const fields = (count: number): Record<string, Json> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field ${at}`, at]));

test('[O4.1] too many fields are refused as one violation, before each field is validated', async () => {
  const tooMany = await refused(call({ name: 5, ...fields(100_000) }));
  expect(tooMany).toMatchObject({ code: 'invalid_input' });
  expect(tooMany.violations).toEqual([
    {
      path: '',
      rule: 'too-many-fields',
      message: 'The input must be an object of at most 1000 fields.',
      expected: 'an object of at most 1000 fields',
      actual: 'more',
    },
  ]);
  const named = await refused(call({ name: 'Ann', named: fields(1_001) }));
  expect(named.violations).toMatchObject([{ path: 'named', rule: 'too-many-fields' }]);
  expect(performed).toEqual([]);
  // The limit itself is allowed, and free-form data is only limited by size.
  expect(await call({ name: 'Ann', named: fields(1_000), more: fields(5_000) })).toEqual({
    seen: 'acme Ann big',
  });
});

test('[O4.1] of very many violations the first hundred are reported', async () => {
  const { violations, message } = await refused(call({ name: 'Ann', ...fields(999) }));
  expect(violations).toHaveLength(100);
  expect(violations?.[0]).toMatchObject({ path: 'field 0', rule: 'unknown-field' });
  expect(message.length).toBeLessThan(1_000);
});

test('[O4.1][W2.5] an unavailable store is reported as such, its path only to operators; an internal error is thrown unchanged', async () => {
  expect(await refused(call({ name: 'full' }))).toMatchObject({
    code: 'store_unavailable',
    category: 'unavailable',
    retryable: true,
    message: 'The disk of the server is full. Nothing was changed; earlier changes are safe.',
    context: { reason: 'disk-full' },
  });
  const admin = principalWith(['workflows:launch', 'admin']);
  const operator = { ...admin, tenant: 'default' };
  expect((await refused(call({ name: 'full' }, greet.name, admin))).message).not.toContain('/data');
  expect((await refused(call({ name: 'full' }, greet.name, operator))).message).toContain('/data/x.db');
  await expect(call({ name: 'fault' })).rejects.toThrow(RangeError);
});

test('[O4.1] two operations with the same name are a programming error', () => {
  expect(() => createRegistry([greet, greet])).toThrow('Two operations are named “greet.somebody”.');
});
