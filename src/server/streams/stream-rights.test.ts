import { afterEach, expect, test } from 'vitest';
import {
  ann,
  emptyPage,
  type Feed,
  openStreamFixture,
  silentFeed,
} from '../../../test/server/stream-fixture.ts';
import { OperationError } from '../../operations/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import type { HttpOptions } from '../http/contract/http-options.ts';
import { refuse } from '../message/refusal.ts';

const fixture = openStreamFixture();

afterEach(() => fixture.clear());

async function serve(feeds: readonly Feed[], more: Partial<HttpOptions> = {}) {
  const clock = createFakeClock(1_000_000);
  return { ...(await fixture.serve(feeds, { clock, ...more })), clock };
}

test('[W5.2] each kind needs its scope; the default is what the principal may read', async () => {
  const { open, asked, identity } = await serve([() => emptyPage('p0'), silentFeed('p0')]);
  identity.who = { ...ann, scopes: new Set(['workflows:query']) };
  for (const path of ['/v1/events?types=item', '/v1/events?types=run,item', '/v1/items/events']) {
    const client = await open(path);
    await client.ended;
    expect([path, client.status, JSON.parse(client.body)]).toMatchObject([
      path,
      403,
      { error_code: 'missing_scope', context: { scope: 'workitems:manage' } },
    ]);
  }
  expect(asked).toEqual([]);
  await open();
  expect(asked[0]?.input['types']).toEqual(['run', 'journal']);
  identity.who = { ...ann, scopes: new Set(['workitems:manage']) };
  expect((await open('/v1/events?types=journal')).status).toBe(403);
  const before = asked.length;
  await open('/v1/runs/r/events');
  expect(asked[before]?.operation).toBe('feed.items');
  identity.who = { ...ann, scopes: new Set(['admin']) };
  expect((await open()).status).toBe(403);
});

test('[W5.2] a stream ends with a reason when the rights of its principal end', async () => {
  const concluded: unknown[] = [];
  const { open, clock, identity, questions } = await serve([() => emptyPage('p0'), silentFeed('p0')], {
    onRequestEnded: ({ operation, code }) => void concluded.push([operation, code]),
  });
  const client = await open();
  await questions(2);
  clock.advance(30_000);
  await client.until(() => client.comments.length > 1);
  expect(client.events).toEqual([]);
  identity.who = refuse('issuer_unavailable', 'The issuer does not answer.');
  clock.advance(30_000);
  await client.until(() => client.comments.length > 2);
  expect(client.events).toEqual([]);
  identity.who = refuse('invalid_token', 'The key was revoked.');
  clock.advance(30_000);
  await client.ended;
  const data = { reason: 'rights_ended', message: 'The key was revoked.', error_code: 'invalid_token' };
  expect(client.events).toEqual([{ id: 'p0', event: 'end', data }]);
  expect(clock.pending()).toBe(0);
  await expect.poll(() => concluded).toEqual([['feed.read', 'invalid_token']]);
});

test('[W5.2] credentials of another principal end it; reduced rights apply to the next read', async () => {
  const { open, clock, identity, asked, questions } = await serve([
    () => emptyPage('p0'),
    // Answers when it is first read with reduced rights.
    async () => {
      await expect.poll(() => identity.who).not.toBe(ann);
      return emptyPage('p1');
    },
    silentFeed('p1'),
  ]);
  const client = await open();
  await questions(2);
  identity.who = { ...ann, roles: ['clerk'] };
  clock.advance(30_000);
  await questions(3);
  expect(asked[2]?.principal).toMatchObject({
    roles: ['clerk'],
    correlationId: asked[0]?.principal.correlationId,
  });
  identity.who = { ...ann, tenant: 'other' };
  clock.advance(30_000);
  await client.ended;
  expect(client.events).toMatchObject([{ event: 'end', data: { reason: 'rights_ended' } }]);
});

test('[W7.2] a principal and a tenant have a limit of streams; one that ends makes room', async () => {
  const { open, identity } = await serve([() => emptyPage('p0'), silentFeed('p0')], {
    streamQuotas: { perPrincipal: 2, perTenant: 3 },
  });
  const first = await open();
  await open();
  const third = await open();
  await third.ended;
  expect([third.status, third.headers['retry-after'], JSON.parse(third.body)]).toMatchObject([
    429,
    '5',
    { error_code: 'too_many_streams', retryable: true },
  ]);
  identity.who = { ...ann, subject: 'bob' };
  expect((await open()).status).toBe(200);
  expect((await open()).status).toBe(429);
  identity.who = { ...ann, tenant: 'other' };
  expect((await open()).status).toBe(200);
  first.hangUp();
  identity.who = ann;
  await expect.poll(async () => (await open()).status, { timeout: 10_000 }).toBe(200);
});

test('[W7.2] a refused stream takes no room', async () => {
  const { open } = await serve(
    [() => Promise.reject(new OperationError({ code: 'bad_cursor', message: 'No.' }))],
    {
      streamQuotas: { perPrincipal: 1, perTenant: null },
    },
  );
  for (let at = 0; at < 3; at++) expect((await open('/v1/events?after=x')).status).toBe(400);
});
