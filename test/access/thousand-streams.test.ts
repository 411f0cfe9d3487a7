/** Streams have a quota: a stream beyond it is refused, and open streams continue [W7.2]. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EventClient, follow } from '../server/event-client.ts';
import { openSecuredServer, type SecuredServer, tokenOf } from './secured-server.ts';

let securedServer: SecuredServer;
const open: EventClient[] = [];

beforeEach(async () => {
  securedServer = await openSecuredServer({
    tenants: ['red', 'blue'],
    workflows: {
      'hello.yaml': 'workflows:\n  hello: { graph: { say: { call: echo, args: { text: Hi } } } }\n',
    },
    env: { SIGNALBOX_QUOTA_STREAMS: '3', SIGNALBOX_QUOTA_STREAMS_PER_TENANT: '5' },
  });
});

afterEach(async () => {
  for (const stream of open.splice(0)) stream.hangUp();
  await securedServer.close();
});

async function listen(tenant: string, subject: string): Promise<EventClient> {
  const stream = await follow(securedServer.url, '/v1/events?types=run', {
    token: tokenOf(tenant, { subject }),
  });
  open.push(stream);
  return stream;
}

async function listenAll(tenant: string, subject: string, count: number): Promise<readonly EventClient[]> {
  return Promise.all(Array.from({ length: count }, () => listen(tenant, subject)));
}

const statusesOf = (streams: readonly EventClient[]): readonly number[] =>
  streams.map(({ status }) => status).sort((a, b) => a - b);

test('[W7.2] too many streams of a principal or a tenant are refused with 429, and open streams continue', async () => {
  const ofAnn = await listenAll('red', 'ann', 8);
  expect(statusesOf(ofAnn)).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  const ofBob = await listenAll('red', 'bob', 3);
  expect(statusesOf(ofBob)).toEqual([200, 200, 429]);
  const ofEve = await listenAll('blue', 'eve', 2);
  expect(statusesOf(ofEve)).toEqual([200, 200]);
  const refused = [...ofAnn, ...ofBob].filter(({ status }) => status === 429);
  for (const each of refused) {
    await each.ended;
    expect(JSON.parse(each.body)).toMatchObject({ error_code: 'too_many_streams', status: 429 });
    expect(each.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  }
  const token = tokenOf('red');
  const { json } = await securedServer.ask('/v1/runs', { token, body: { workflow: 'hello' } });
  const { run } = json as { run: string };
  for (const stream of [...ofAnn, ...ofBob].filter(({ status }) => status === 200)) {
    await stream.until(() => JSON.stringify(stream.events).includes(run));
    expect(JSON.stringify(stream.events)).toContain(run);
  }
  for (const stream of ofEve) expect(JSON.stringify(stream.events)).not.toContain(run);
  ofAnn.find(({ status }) => status === 200)?.hangUp();
  let again = await listen('red', 'ann');
  while (again.status === 429) again = await listen('red', 'ann');
  expect(again.status).toBe(200);
});
