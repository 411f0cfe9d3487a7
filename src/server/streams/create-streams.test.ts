import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { emptyPage, type Feed, openStreamFixture, silentFeed } from '../../../test/server/stream-fixture.ts';
import { OperationError } from '../../operations/index.ts';
import { createFakeClock } from '../../testing/index.ts';
import { httpLimits } from '../http/contract/http-limits.ts';
import type { HttpOptions } from '../http/contract/http-options.ts';
import type { FeedPage } from './format-event-stream.ts';

const fixture = openStreamFixture();

afterEach(() => fixture.clear());

async function serve(feeds: readonly Feed[], more: Partial<HttpOptions> = {}) {
  const clock = createFakeClock(1_000_000);
  return { ...(await fixture.serve(feeds, { clock, ...more })), clock };
}

const event = (place: string, value: object = {}) => ({
  place,
  kind: 'journal',
  run: 'r',
  value: { ...value },
});

test('[W5.1] a stream begins at once, with its position and the retry time', async () => {
  const { open } = await serve([() => emptyPage('p0'), silentFeed('p0')]);
  const client = await open();
  await client.until(() => client.lastEventId === 'p0');
  expect(client.status).toBe(200);
  expect(client.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  expect([client.retry, client.comments, client.events]).toEqual([2_000, ['signalbox'], []]);
});

test('[W5.1] events have the position to continue from, each with one line of JSON', async () => {
  const page: FeedPage = {
    ...emptyPage('p2'),
    events: [event('p1', { text: 'a\nb\u2028' }), { ...event('p2'), kind: 'run' }],
  };
  const { open, asked, questions } = await serve([() => emptyPage('p0'), () => page, silentFeed('p2')]);
  const client = await open();
  expect(await client.heard(2)).toEqual([
    { id: 'p1', event: 'journal', data: { run: 'r', text: 'a\nb\u2028' } },
    { id: 'p2', event: 'run', data: { run: 'r' } },
  ]);
  await questions(3);
  expect(asked.map(({ input }) => input['after'])).toEqual([undefined, 'p0', 'p2']);
});

test('[W5.1] the request is passed to the feed; the header takes precedence over the URL', async () => {
  const { open, asked } = await serve([() => emptyPage('p0'), silentFeed('p0')]);
  await open('/v1/events?types=run,journal&run=r1&workflow=w&after=old', { lastEventId: 'new' });
  expect(asked[0]).toMatchObject({
    operation: 'feed.read',
    input: { types: ['run', 'journal'], run: 'r1', workflow: 'w', after: 'new' },
  });
  await open('/v1/items/events?after=old');
  expect(asked.at(-1)?.operation).toBe('feed.items');
  const run = await serve([() => emptyPage('p0'), silentFeed('p0')]);
  await run.open('/v1/runs/r%201/events');
  expect(run.asked[0]).toMatchObject({
    operation: 'feed.read',
    input: { types: ['run', 'item', 'journal'], run: 'r 1', after: '0' },
  });
});

test('[W5.1] all errors of the URL are reported at once, before the stream begins', async () => {
  const { open, asked } = await serve([]);
  const wrong = await open('/v1/events?types=run,joke&follow=true&run=');
  await wrong.ended;
  expect([wrong.status, wrong.headers['content-type']]).toEqual([400, 'application/problem+json']);
  const { violations } = JSON.parse(wrong.body) as {
    readonly violations: readonly { readonly path: string }[];
  };
  expect(violations.map(({ path }) => path).sort()).toEqual(['follow', 'run', 'types.1']);
  for (const path of [
    '/v1/events?run=a&run=b',
    '/v1/items/events?types=run',
    '/v1/runs/r/events?follow=perhaps',
  ]) {
    expect([path, (await open(path)).status]).toEqual([path, 400]);
  }
  expect(asked).toEqual([]);
});

test('[W5.1] a refusal of the feed comes before the stream begins', async () => {
  const refused = new OperationError({ code: 'run_not_found', message: 'The run “r” does not exist.' });
  const { open } = await serve([() => Promise.reject(refused)]);
  const client = await open('/v1/runs/r/events');
  await client.ended;
  expect([client.status, JSON.parse(client.body)]).toMatchObject([404, { error_code: 'run_not_found' }]);
});

test('[W5.1] every fifteen seconds without events there is a heartbeat with the position', async () => {
  const { open, clock, questions } = await serve([
    () => emptyPage('p0'),
    () => emptyPage('p5'),
    silentFeed('p5'),
  ]);
  const client = await open();
  await questions(3);
  for (let beats = 1; beats <= 3; beats++) {
    clock.advance(14_999);
    clock.advance(1);
    await client.until(() => client.comments.length > beats);
  }
  expect([client.comments, client.lastEventId, client.events]).toEqual([['signalbox', '', '', ''], 'p5', []]);
});

test('[W5.1] a client that missed events that are no longer stored is told so, and the stream continues', async () => {
  const lost: FeedPage = { ...emptyPage('p9'), lost: true, events: [event('p9')] };
  const { open } = await serve([() => lost, silentFeed('p9')]);
  const client = await open('/v1/events', { lastEventId: 'p1' });
  expect(await client.heard(2)).toEqual([
    { id: 'p1', event: 'lost', data: { message: expect.stringContaining('List again') } },
    { id: 'p9', event: 'journal', data: { run: 'r' } },
  ]);
});

test('[W5.1] the stream of a run ends with it, and a client that has seen the end gets 204', async () => {
  const over: FeedPage = { ...emptyPage('p3'), events: [event('p3')], ended: true };
  const { open } = await serve([() => over]);
  const client = await open('/v1/runs/r/events');
  await client.ended;
  expect(client.events.map(({ id, event: name }) => [id, name])).toEqual([
    ['p3', 'journal'],
    ['p3~end', 'end'],
  ]);
  expect(client.events[1]?.data).toMatchObject({ reason: 'run_ended' });
  const { open: come, asked } = await serve([() => ({ ...emptyPage('p3'), ended: true })]);
  const again = await come('/v1/runs/r/events', { lastEventId: 'p3~end' });
  expect([again.status, asked[0]?.input['after']]).toEqual([204, 'p3']);
  // A client that has not seen it gets the end.
  const cut = await come('/v1/runs/r/events', { lastEventId: 'p3' });
  await cut.ended;
  expect(cut.events).toMatchObject([{ id: 'p3~end', event: 'end' }]);
});

test('[W5.1] with follow=true it continues after the end', async () => {
  const over: FeedPage = { ...emptyPage('p3'), events: [event('p3')], ended: true };
  const { open, questions } = await serve([() => over, silentFeed('p3')]);
  const client = await open('/v1/runs/r/events?follow=true');
  await client.heard(1);
  await questions(2);
  expect(client.events.map(({ event: name }) => name)).toEqual(['journal']);
});

test('[W5.1] a feed that fails temporarily is read again; a permanent error ends the stream', async () => {
  const reports: string[] = [];
  const trouble: Feed = () =>
    Promise.reject(new OperationError({ code: 'engine_unavailable', message: 'Nobody there.' }));
  const gone: Feed = () => Promise.reject(new OperationError({ code: 'run_not_found', message: 'Gone.' }));
  const { open, clock, questions } = await serve([() => emptyPage('p0'), trouble, trouble, gone], {
    report: (line) => void reports.push(line),
  });
  const client = await open();
  await questions(2);
  await expect.poll(() => clock.pending()).toBe(3);
  clock.advance(1_000);
  await questions(3);
  await expect.poll(() => clock.pending()).toBe(3);
  clock.advance(1_000);
  await client.ended;
  expect(client.events).toEqual([
    { id: 'p0', event: 'end', data: { reason: 'refused', message: 'Gone.', error_code: 'run_not_found' } },
  ]);
  expect(reports).toEqual(['Changes cannot be read. Trying again.']);
});

test('[W5.1] a page that is too large to pass between processes is read in smaller pages', async () => {
  const large: Feed = ({ input }) => {
    if (Number(input['limit']) <= 7) return { ...emptyPage('p1'), events: [event('p1')] };
    return Promise.reject(new OperationError({ code: 'result_too_large', message: 'Too large.' }));
  };
  const { open, asked, questions } = await serve([large, large, large, silentFeed('p1')]);
  const client = await open('/v1/events?after=p0');
  await client.heard(1);
  await questions(4);
  expect(asked.map(({ input }) => input['limit'])).toEqual([100, 25, 7, 100]);
});

test('[W5.1] while the feed fails, a closing server leaves nothing behind', async () => {
  const trouble: Feed = () => Promise.reject(new Error('broken'));
  const { server, open, clock, questions } = await serve([() => emptyPage('p0'), trouble], {
    report: () => {},
  });
  const client = await open();
  await questions(2);
  await expect.poll(() => clock.pending()).toBe(3);
  await server.close();
  await client.ended;
  expect(client.events).toMatchObject([{ event: 'end', data: { reason: 'shutting_down' } }]);
  expect(clock.pending()).toBe(0);
});

test('[W5.1] a closing server ends every stream with a reason, and does not wait for them', async () => {
  const { server, open, questions } = await serve([() => emptyPage('p0'), silentFeed('p0')]);
  const clients = [await open()];
  await questions(2);
  clients.push(await open('/v1/items/events'));
  await server.close();
  for (const client of clients) {
    await client.ended;
    expect(client.events).toMatchObject([{ event: 'end', data: { reason: 'shutting_down' } }]);
  }
});

test('[W5.1] the feed is not read for a client that does not read, and it is disconnected in the end', async () => {
  const value = { text: 'x'.repeat(100_000) };
  let page = 0;
  const endless: Feed = () => ({ ...emptyPage(`p${++page}`), events: [event(`p${page}`, value)] });
  const { server, asked, open } = await serve([endless], {
    limits: { ...httpLimits, closeTimeout: 50, drainTimeout: 100 },
    streamQuotas: { perPrincipal: 1, perTenant: null },
  });
  const { host, port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1').on('error', () => {});
  socket.pause();
  socket.write(`GET /v1/events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBeGreaterThan(2);
  // A disconnected client leaves room for another.
  const read = { hangUpAfter: 1_000 };
  await expect.poll(async () => (await open('/v1/events', read)).status, { timeout: 20_000 }).toBe(200);
  // Only what the sockets hold was read.
  expect(asked.length).toBeLessThan(1_000);
  socket.destroy();
});
