import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { scriptedOptions } from '../../../test/server/scripted-endpoint.ts';
import { namesInPath, registry } from '../../operations/index.ts';
import { createBodyBudget } from '../http/contract/body-budget.ts';
import { createRoutes } from '../http/routes.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { createStreams } from '../streams/create-streams.ts';
import { openapiDocument } from './openapi-document.ts';
import { restRoutesOf } from './rest-routes.ts';

const restRoutes = restRoutesOf(registry);
const server = { base: 'https://signalbox.example', version: '1.2.3', isDevelopment: false };
const document = await openapiDocument(server, registry);

/** Every object of the document, with its location. */
function* objectsIn(value: unknown, path = ''): Generator<readonly [path: string, object: JsonObject]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as JsonObject];
  for (const [name, each] of Object.entries(value)) yield* objectsIn(each, `${path}/${name}`);
}

function at(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as JsonObject | undefined)?.[name], document);
}

const operations = [...objectsIn(document['paths'])].flatMap(([, { operationId }]) =>
  typeof operationId === 'string' ? [operationId] : [],
);

describe('the OpenAPI document', () => {
  test('[W4.2] is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  test('[W4.2] has every route once, under the name of its operation', () => {
    expect(new Set(operations).size).toBe(operations.length);
    for (const { operation, method, path } of restRoutes) {
      const described = at(`#/paths`) as Record<string, Record<string, JsonObject>>;
      const route = described[path.replace('*}', '}')]?.[method.toLowerCase()];
      expect([operation, route?.['operationId']]).toEqual([operation, operation]);
      expect(route?.['summary']).toMatch(/^[A-Z].*\.$/);
      expect(JSON.stringify(route?.['security'])).toContain(`"${registry.get(operation).scope}"`);
    }
  });

  test('[W2.1] names every scope that a route needs, and the condition if it is not always needed', () => {
    const described = new Map(
      [...objectsIn(document['paths'])].map(([, { operationId, description, security }]) => [
        operationId,
        { description, security: (security as readonly JsonObject[] | undefined)?.[0] },
      ]),
    );
    expect(described.get('runs.export')).toEqual({
      description: 'Needs `workflows:query` and `specs:read`.',
      security: { bearer: ['workflows:query', 'specs:read'] },
    });
    expect(described.get('runs.start')).toEqual({
      description: 'Needs `workflows:launch`; with “source” also `workflows:author`.',
      security: { bearer: ['workflows:launch'] },
    });
    const further = registry.names.flatMap((name) =>
      (registry.get(name).additionalScopes ?? []).map(({ scope }) => [name, scope] as const),
    );
    expect(further.length).toBeGreaterThan(2);
    for (const [name, scope] of further) {
      expect([name, described.get(name)?.description]).toEqual([
        name,
        expect.stringContaining(`\`${scope}\``),
      ]);
    }
  });

  test('[W4.2] has exactly the other routes of the server', () => {
    const options = scriptedOptions();
    const budget = createBodyBudget(options.limits);
    const routes = [
      ...createRoutes({ ...options, base: server.base, budget, isDraining: () => false }, () => 0),
      ...createStreams(options).routes,
    ];
    const targets = routes.flatMap(({ path, methods }) =>
      Object.keys(methods).map((method) => `${method} ${path.replace('*}', '}')}`),
    );
    const described = Object.entries(document['paths'] ?? {}).flatMap(([path, item]) =>
      Object.keys(item as JsonObject).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(targets.sort());
  });

  test('[W4.2] describes every field of every input once, and every answer by its schema', () => {
    for (const { operation, pages: pieces, text } of restRoutes) {
      const [, route] =
        [...objectsIn(document['paths'])].find(([, { operationId }]) => operationId === operation) ?? [];
      const named = ((route?.['parameters'] ?? []) as unknown as JsonObject[]).flatMap(
        ({ name, in: place }) => (place === 'path' || place === 'query' ? [String(name)] : []),
      );
      const body = [...objectsIn(route?.['requestBody'])].find(([path]) =>
        path.endsWith('/schema/properties'),
      );
      const fields = [...named, ...Object.keys(body?.[1] ?? {})];
      const input = registry.get(operation).input as unknown as { shape: object };
      // A streamed document has no paging.
      const taken = Object.keys(input.shape).filter((name) => name !== pieces?.inputField);
      expect([operation, fields.sort()]).toEqual([operation, taken.sort()]);
      const types = text?.types ?? [pieces === undefined ? 'application/json' : pieces.type];
      const answers = [...objectsIn(route?.['responses'])].filter(([path]) =>
        types.some((type) => path.endsWith(type)),
      );
      expect([operation, answers.length > 0]).toEqual([operation, true]);
      for (const [, { schema }] of answers) expect(Object.keys(schema ?? {})).not.toEqual([]);
    }
  });

  test('[W4.2] has no dangling references, and nothing unreferenced', () => {
    const targets = new Set(
      [...objectsIn(document)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])),
    );
    for (const target of targets) expect([target, at(target) !== undefined]).toEqual([target, true]);
    const components = document['components'] as JsonObject;
    const held = ['schemas', 'headers', 'parameters', 'responses'].flatMap((kind) =>
      Object.keys(components[kind] as JsonObject).map((name) => `#/components/${kind}/${name}`),
    );
    expect(held.filter((each) => !targets.has(each))).toEqual([]);
  });

  /** All parts of a part of the document, including references. */
  function wholeOf(part: unknown, seen = new Set<string>()): readonly JsonObject[] {
    return [...objectsIn(part)].flatMap(([, each]) => {
      const { $ref } = each;
      if (typeof $ref !== 'string' || seen.has($ref)) return [each];
      seen.add($ref);
      return [each, ...wholeOf(at($ref), seen)];
    });
  }
  const withFields = (part: unknown) =>
    wholeOf(part).filter(({ type, properties }) => type === 'object' && properties !== undefined);

  test('[W4.2] inputs are closed; outputs are open', () => {
    const described = [...objectsIn(document['paths'])].flatMap(([, each]) =>
      each['operationId'] === undefined ? [] : [each],
    );
    const asked = withFields(described.map(({ requestBody, parameters }) => [requestBody, parameters]));
    const answers = withFields(described.map(({ responses }) => responses));
    expect(Math.min(asked.length, answers.length)).toBeGreaterThan(10);
    for (const each of asked) expect(each).toHaveProperty('additionalProperties');
    for (const each of answers) expect(each).not.toHaveProperty('additionalProperties', false);
  });

  test('[W4.2] names the address of the server and its authentication; without credentials, none', async () => {
    expect(document['servers']).toEqual([{ url: 'https://signalbox.example' }]);
    const open = await openapiDocument({ ...server, isDevelopment: true }, registry);
    const security = [...objectsIn(open)].flatMap(([path, { security: each }]) =>
      each === undefined || path.includes('/schemas/') ? [] : [each],
    );
    expect(security.length).toBeGreaterThan(0);
    for (const each of security) expect(each).toContainEqual({});
  });

  const examples = restRoutes.flatMap(({ operation, path }) =>
    (registry.get(operation).examples ?? []).map((example) => ({ operation, path, ...example })),
  );

  test.each(examples)('[W4.2] the example of $operation is valid', ({ operation, path, ...example }) => {
    const { input, output } = registry.get(operation);
    expect(input.safeParse(example.input).error).toBeUndefined();
    expect(Object.keys(example.input)).toEqual(expect.arrayContaining([...namesInPath(path)]));
    if (example.output !== undefined) expect(output.safeParse(example.output).error).toBeUndefined();
  });
});
