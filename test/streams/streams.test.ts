/** Streams of a real Signalbox over HTTP: all events arrive, and no others. */
import { afterEach, expect, test } from 'vitest';
import type { RunList } from '../../src/operations/index.ts';
import type { CreatedKey } from '../../src/operations/keys/create-key.ts';
import type { HeardEvent } from '../server/event-client.ts';
import { ann, answerRun, type BoxServer, eve, openBoxServer } from './box-server.ts';

const opened: BoxServer[] = [];

async function open(isAttached = false): Promise<BoxServer> {
  const box = await openBoxServer({ isAttached });
  opened.push(box);
  return box;
}

afterEach(async () => {
  for (const box of opened.splice(0)) await box.close();
});

interface Told {
  readonly run: string;
  readonly seq: number;
  readonly item: string;
  readonly state: string;
  readonly event: string;
}

const dataOf = (events: readonly HeardEvent[], kind: string): readonly Told[] =>
  events.filter(({ event }) => event === kind).map(({ data }) => data as Told);

const startAsk = (box: BoxServer, by = ann): Promise<{ readonly run: string }> =>
  box.call(by, 'runs.start', { workflow: 'ask', waitMs: 20_000 });

for (const isAttached of [false, true]) {
  const where = isAttached ? 'an attached process' : 'the owner';
  test(`[W5.1] all events of a run arrive once and in order, from ${where}`, async () => {
    const box = await open(isAttached);
    const { run } = await startAsk(box);
    const client = await box.follow(`/v1/runs/${run}/events`);
    await client.until(() => dataOf(client.events, 'item').length > 0);
    expect(dataOf(client.events, 'item')[0]).toMatchObject({ run, state: 'offered' });
    await answerRun(box, run);
    await client.ended;
    const history = await box.call<{ readonly entries: readonly Told[] }>(ann, 'runs.history', { run });
    expect(dataOf(client.events, 'journal').map(({ seq, event }) => [seq, event])).toEqual(
      history.entries.map(({ seq, event }) => [seq, event]),
    );
    expect(dataOf(client.events, 'item').at(-1)).toMatchObject({ run, state: 'completed' });
    const { runs } = await box.call<RunList>(ann, 'runs.list', {});
    expect(dataOf(client.events, 'run').at(-1)).toEqual(runs[0]);
    expect(client.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'run_ended' } });
    const ids = client.events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const again = await box.follow(`/v1/runs/${run}/events`, { lastEventId: client.lastEventId });
    expect(again.status).toBe(204);
  });
}

test('[W5.1] the stream of everything begins now, and contains the chosen kinds', async () => {
  const box = await open();
  await startAsk(box);
  const all = await box.follow('/v1/events');
  const tells = await box.follow('/v1/events?types=run&workflow=tell');
  const items = await box.follow('/v1/items/events', { token: 'guard' });
  const { run } = await box.call<{ readonly run: string }>(ann, 'runs.start', {
    workflow: 'tell',
    waitMs: 20_000,
  });
  const asked = await startAsk(box);
  await all.until(() => dataOf(all.events, 'item').some((item) => item.run === asked.run));
  expect(new Set(dataOf(all.events, 'journal').map((entry) => entry.event)).has('started')).toBe(true);
  expect(new Set(all.events.map(({ event }) => event))).toEqual(new Set(['journal', 'run', 'item']));
  await tells.until(() => dataOf(tells.events, 'run').some(({ state }) => state === 'completed'));
  expect(new Set(tells.events.map(({ data }) => (data as Told).run))).toEqual(new Set([run]));
  await items.until(() => items.events.length > 0);
  expect(items.events.map(({ event }) => event)).toEqual(['item']);
  expect(dataOf(items.events, 'item')[0]?.run).toBe(asked.run);
});

test('[W5.2] nothing of another tenant arrives, by any URL or position', async () => {
  const box = await open();
  const own = await box.follow('/v1/events');
  const foreign = await box.follow('/v1/events', { token: 'eve' });
  const hers = await startAsk(box, eve);
  const mine = await startAsk(box);
  await own.until(() => dataOf(own.events, 'item').length > 0);
  await foreign.until(() => dataOf(foreign.events, 'item').length > 0);
  expect(own.body).toContain(mine.run);
  expect(own.body).not.toContain(hers.run);
  expect(foreign.body).toContain(hers.run);
  expect(foreign.body).not.toContain(mine.run);
  for (const path of [`/v1/runs/${hers.run}/events`, `/v1/events?run=${hers.run}`]) {
    const client = await box.follow(path);
    await client.ended;
    expect([client.status, JSON.parse(client.body)]).toMatchObject([404, { error_code: 'run_not_found' }]);
  }
  const stolen = await box.follow('/v1/events', { lastEventId: foreign.lastEventId });
  await stolen.ended;
  expect([stolen.status, JSON.parse(stolen.body)]).toMatchObject([400, { error_code: 'bad_cursor' }]);
  const nobody = await box.follow('/v1/events', { token: 'nobody' });
  expect(nobody.status).toBe(401);
});

test('[W5.2][W1.3] a stream ends when the key that opened it is revoked', async () => {
  const box = await open();
  const { key, secret } = await box.call<CreatedKey>(ann, 'keys.create', {
    name: 'watcher',
    scopes: ['workflows:query'],
  });
  const client = await box.follow('/v1/events', { token: secret });
  const { run } = await startAsk(box);
  await client.until(() => client.body.includes(run));
  expect(new Set(client.events.map(({ event }) => event))).toEqual(new Set(['journal', 'run']));
  box.clock.advance(30_000);
  await client.until(() => client.comments.length > 1);
  await box.call(ann, 'keys.revoke', { key: key.id });
  box.clock.advance(30_000);
  await client.ended;
  expect(client.events.at(-1)).toMatchObject({
    event: 'end',
    data: { reason: 'rights_ended', error_code: 'invalid_token' },
  });
  expect((await box.follow('/v1/events', { token: secret })).status).toBe(401);
});

const seqsOf = (...parts: readonly (readonly HeardEvent[])[]): readonly number[] =>
  dataOf(parts.flat(), 'journal').map(({ seq }) => seq);

test('[W5.1] after a restart of the server a stream continues where it was', async () => {
  const box = await open();
  const client = await box.follow('/v1/events?types=journal');
  const { run } = await startAsk(box);
  await client.until(() => client.events.length > 0);
  await box.restart();
  await client.ended;
  expect(client.events.at(-1)).toMatchObject({ event: 'end', data: { reason: 'shutting_down' } });
  await answerRun(box, run);
  const { seq } = await box.call<Told>(ann, 'runs.get', { run });
  const again = await box.follow('/v1/events?types=journal', { lastEventId: client.lastEventId });
  await again.until(() => seqsOf(client.events, again.events).length >= seq);
  expect(seqsOf(client.events, again.events)).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
});

test('[W5.1] when the owner of the folder ends, a stream of an attached process stays open', async () => {
  const box = await open(true);
  const client = await box.follow('/v1/events?types=journal');
  const { run } = await startAsk(box);
  await client.until(() => client.events.length > 0);
  await box.endOwner();
  await answerRun(box, run);
  const { seq } = await box.call<Told>(ann, 'runs.get', { run });
  // A feed that fails temporarily is read again a little later.
  const heard = () => {
    box.clock.advance(1_000);
    return seqsOf(client.events).length;
  };
  await expect.poll(heard, { timeout: 20_000 }).toBe(seq);
  expect(seqsOf(client.events)).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
});
