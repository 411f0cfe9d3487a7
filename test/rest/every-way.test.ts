/** Every way under `/v1`, taken with success and without, over a real server; each answer is held against its document. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../src/operations/index.ts';
import { restWays } from '../../src/server/rest/rest-ways.ts';
import { panelFile } from './item-stories.ts';
import { openRestLab, type RestLab } from './rest-lab.ts';
import { leadGuide, shop, stories } from './stories.ts';

let lab: RestLab;
beforeAll(async () => {
  lab = await openRestLab({ 'shop.yaml': shop, 'lead.json': leadGuide, ...panelFile });
});
afterAll(() => lab.close());

/** A house with a key asks everybody for theirs from then on: those are made in houses of their own. */
const makesKeys: ReadonlySet<string> = new Set(['keys.create', 'keys.revoke']);

test('[W4.1] there is a story for every way', () => {
  expect(Object.keys(stories).sort()).toEqual(restWays.map(({ operation }) => operation).sort());
});

describe.each(restWays)('$method $path', ({ operation, method, path, isRevised, pieces }) => {
  test(`[W4.1] [W4.2] ${operation} is done, and answers as it is described`, async () => {
    const story = stories[operation];
    const place = makesKeys.has(operation) ? await openRestLab({}) : lab;
    const answer = await story?.done(place);
    if (place !== lab) await place.close();
    const shape = pieces === undefined ? expect.any(Object) : expect.any(String);
    expect([answer?.status, answer?.body]).toEqual([story?.status, shape]);
    const type = pieces === undefined ? 'application/json' : `${pieces.type}; charset=utf-8`;
    expect(answer?.headers.get('content-type')).toBe(type);
    const isTagged = pieces === undefined && (method === 'GET' || (method === 'PUT' && isRevised === true));
    expect(answer?.headers.get('etag')).toEqual(isTagged ? expect.stringMatching(/^"[\w-]{22,64}"$/) : null);
    const isKept = pieces === undefined && method === 'GET';
    expect(answer?.headers.get('cache-control')).toBe(isKept ? 'private, no-cache' : 'no-store');
    expect(answer?.headers.has('location')).toBe(answer?.status === 201);
  });

  test(`[W4.1] [W4.2] ${operation} is refused with problem details, as they are described`, async () => {
    const story = stories[operation];
    const answer = await story?.refused(lab);
    expect([answer?.textAt('error_code'), answer?.body]).toEqual([story?.code, expect.any(Object)]);
    expect(answer?.headers.get('content-type')).toBe('application/problem+json');
    expect(answer?.body).toMatchObject({
      status: answer?.status,
      type: `${lab.url}/errors/${story?.code}`,
      correlation_id: answer?.headers.get('x-correlation-id'),
    });
    expect(lab.log.some((line) => line.includes(operation) && line.includes(String(story?.code)))).toBe(true);
  });

  test(`[W1.5] ${operation} is for nobody who is not known`, async () => {
    const answer = await lab.ask(`${method} ${path.replaceAll(/\{\w+\*?\}/g, 'x')}`, { as: 'nobody' });
    expect([answer.status, answer.textAt('error_code')]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata=');
  });

  test(`[W2.1] [W1.5] ${operation} needs its scope, which the refusal names`, async () => {
    const answer = await lab.ask(`${method} ${path.replaceAll(/\{\w+\*?\}/g, 'x')}`, { as: 'guest' });
    const { scope } = registry.get(operation);
    expect([answer.status, answer.textAt('error_code')]).toEqual([403, 'missing_scope']);
    expect(answer.textAt('context.scope')).toBe(scope);
    expect(answer.headers.get('www-authenticate')).toContain(`scope="${scope}"`);
  });
});
