import { expect, test } from 'vitest';
import { fieldsOf, hasBody, namesInPath, registry } from '../../operations/index.ts';
import { restRoutesOf } from './rest-routes.ts';

const restRoutes = restRoutesOf(registry);

test('[W4.1] every operation has a route, except those for internal use by interfaces', () => {
  expect(registry.names.filter((name) => registry.get(name).rest === undefined).sort()).toEqual([
    ...['audit.note', 'items.decline', 'keys.exist', 'keys.identify'],
    ...['service.check', 'sessions.find', 'sessions.note'],
  ]);
});

test('[W4.1] no two routes are equal', () => {
  const targets = restRoutes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+/g, '{')}`);
  expect(new Set(targets).size).toBe(restRoutes.length);
});

test.each(restRoutes)('[W4.1] $operation: each name in the path $path is a required field', (route) => {
  const { schemas, required } = fieldsOf(registry.get(route.operation));
  for (const name of namesInPath(route.path)) {
    expect([name, schemas.get(name)?.['type']]).toEqual([name, 'string']);
    // A saved document may choose its path itself; a route always names it.
    expect(required.has(name) || route.operation === 'definitions.save').toBe(true);
  }
});

const plain = ['string', 'integer', 'number', 'boolean'];

test.each(restRoutes.filter((route) => !hasBody(route)))(
  '[W4.1] $operation: a query can express every field',
  (route) => {
    for (const [name, { type, items }] of fieldsOf(registry.get(route.operation)).schemas) {
      const entry = type === 'array' ? (items as { type?: string }).type : type;
      expect([name, plain.includes(String(entry))]).toEqual([name, true]);
    }
  },
);

/** They change no stored data, but take a text that is too long for a URL, make calls, or write a file. */
const posted: ReadonlySet<string> = new Set([
  ...['definitions.validate', 'guides.next', 'guides.validate', 'guides.check'],
  ...['questions.start', 'questions.restart', 'questions.restore', 'questions.back', 'questions.generate'],
  ...['workflows.simulate', 'service.backup', 'catalogs.validate', 'catalogs.preview', 'commands.values'],
]);

test('[W4.1] writes do not use GET, and reads do if their input is small', () => {
  for (const { operation, method } of restRoutes) {
    const { writes } = registry.get(operation);
    expect([operation, method === 'GET']).toEqual([operation, !writes && !posted.has(operation)]);
  }
});

test('[W4.3] a paged list takes the cursor of its answer', () => {
  const lists = restRoutes.filter(({ pagination, pages }) => pagination !== undefined || pages !== undefined);
  expect(lists.length).toBeGreaterThan(3);
  for (const { operation, pagination, pages } of lists) {
    expect(fieldsOf(registry.get(operation)).schemas.has((pagination ?? pages)?.inputField ?? '')).toBe(true);
  }
  const paged = restRoutes
    .map(({ operation }) => operation)
    .filter((name) => fieldsOf(registry.get(name)).schemas.has('cursor'));
  expect(lists.map(({ operation }) => operation)).toEqual(expect.arrayContaining(paged));
});
