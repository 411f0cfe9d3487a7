/** Every route under `/v1`, successful and refused, over a real server; each answer is checked against the document. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/operations/index.ts';
import { restRoutesOf } from '../../src/server/rest/rest-routes.ts';
import { panelFile } from './item-scenarios.ts';
import { leadGuide, operationScenarios, shop } from './operation-scenarios.ts';
import { openRestFixture, type RestFixture } from './rest-fixture.ts';
import { registryWithToy } from './toy-operation.ts';

const restRoutes = restRoutesOf(registry);

let fixture: RestFixture;
beforeAll(async () => {
  const files = { 'shop.yaml': shop, 'lead.json': leadGuide, ...panelFile };
  fixture = await openRestFixture(files, registryWithToy);
});
afterAll(() => fixture.close());

/** Creating a key makes authentication mandatory: those scenarios have their own data folders. */
const makesKeys: ReadonlySet<string> = new Set(['keys.create', 'keys.revoke']);

test('[W4.1] every route has a scenario', () => {
  expect(Object.keys(operationScenarios).sort()).toEqual(restRoutes.map(({ operation }) => operation).sort());
});

test('[W4.5] one declaration makes a route, and its description with its example', async () => {
  const answer = await fixture.ask('POST /v1/greetings/Ada', { body: { times: 2 } });
  expect([answer.status, answer.body]).toEqual([200, { greeting: 'Hello, Ada! Hello, Ada!', style: null }]);
  const refused = await fixture.ask('POST /v1/greetings/Ada', { body: { times: 9 } });
  expect([refused.status, refused.textAt('error_code')]).toEqual([400, 'invalid_input']);
  const { body } = await fixture.ask('GET /openapi.json');
  expect(body).toHaveProperty(['paths', '/v1/greetings/{to}', 'post'], {
    ...{ operationId: 'greetings.send', tags: ['service'], summary: 'Sends a greeting.' },
    description: 'Needs `workflows:query`.',
    security: expect.anything(),
    parameters: expect.arrayContaining([
      expect.objectContaining({ name: 'to', in: 'path', example: 'Ada', description: 'Whom to greet.' }),
    ]),
    requestBody: {
      required: false,
      content: { 'application/json': { schema: expect.anything(), example: { times: 2 } } },
    },
    responses: expect.objectContaining({
      '200': expect.objectContaining({
        content: {
          'application/json': {
            schema: expect.anything(),
            example: { greeting: 'Hello, Ada! Hello, Ada!', style: null },
          },
        },
      }),
    }),
  });
});

describe.each(restRoutes)('$method $path', ({ operation, method, path, isRevised, pages, text }) => {
  test(`[W4.1] [W4.2] ${operation} succeeds, and its answer matches its description`, async () => {
    const scenario = operationScenarios[operation];
    const fixtureOfOperation = makesKeys.has(operation) ? await openRestFixture({}) : fixture;
    const answer = await scenario?.done(fixtureOfOperation);
    if (fixtureOfOperation !== fixture) await fixtureOfOperation.close();
    const shape = pages === undefined ? expect.any(Object) : expect.any(String);
    expect([answer?.status, answer?.body]).toEqual([scenario?.status, shape]);
    const types =
      pages === undefined ? (text?.types ?? ['application/json']) : [`${pages.type}; charset=utf-8`];
    expect(types).toContain(answer?.headers.get('content-type'));
    const isTagged = pages === undefined && (method === 'GET' || (method === 'PUT' && isRevised === true));
    expect(answer?.headers.get('etag')).toEqual(isTagged ? expect.stringMatching(/^"[\w-]{22,64}"$/) : null);
    const isKept = pages === undefined && method === 'GET';
    expect(answer?.headers.get('cache-control')).toBe(isKept ? 'private, no-cache' : 'no-store');
    expect(answer?.headers.has('location')).toBe(answer?.status === 201);
  });

  test(`[W4.1] [W4.2] ${operation} is refused with problem details, as described`, async () => {
    const scenario = operationScenarios[operation];
    const answer = await scenario?.refused(fixture);
    expect([answer?.textAt('error_code'), answer?.body]).toEqual([scenario?.code, expect.any(Object)]);
    expect(answer?.headers.get('content-type')).toBe('application/problem+json');
    expect(answer?.body).toMatchObject({
      status: answer?.status,
      type: `${fixture.url}/errors/${scenario?.code}`,
      correlation_id: answer?.headers.get('x-correlation-id'),
    });
    expect(
      fixture.log.some((line) => line.includes(operation) && line.includes(String(scenario?.code))),
    ).toBe(true);
  });

  test(`[W1.5] ${operation} requires authentication`, async () => {
    const answer = await fixture.ask(`${method} ${path.replaceAll(/\{\w+\*?\}/g, 'x')}`, { as: 'nobody' });
    expect([answer.status, answer.textAt('error_code')]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  test(`[W2.1] [W1.5] ${operation} needs its scope, which the refusal names`, async () => {
    const answer = await fixture.ask(`${method} ${path.replaceAll(/\{\w+\*?\}/g, 'x')}`, { as: 'guest' });
    const { scope } = registry.get(operation);
    expect([answer.status, answer.textAt('error_code')]).toEqual([403, 'missing_scope']);
    expect(answer.textAt('context.scope')).toBe(scope);
    expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
  });
});
