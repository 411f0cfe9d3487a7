/** Workers whose server or network fails at the worst time: nothing is done twice, and their counts are correct. */
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { ClientError, createClient, type Fetch, type WorkItem } from '../../src/client/index.ts';
import { tokenOf } from '../access/secured-server.ts';
import { createProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { openAgentsFixture } from './agents-fixture.ts';

const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Call {
  readonly tool: string;
  readonly input: { readonly renew?: boolean };
}

const callOf = (body: unknown): Call => JSON.parse(String(body));
const lostReply = () => new TypeError('The reply was lost.');

test('[F4.2] a server is killed between the commit of a completion and its response: the caller has completed it', async () => {
  const programFixture = await createProgramFixture();
  ends.push(() => programFixture.remove());
  const first = await programFixture.serve();
  let next: Promise<Served> | undefined;
  let { url } = first;
  let isRefused = false;
  const network: Fetch = async (address, init) => {
    const { tool, input } = callOf(init.body);
    const isCompletion = tool === 'workitems_complete';
    const isAway = next !== undefined && url === first.url;
    if (isAway) throw new TypeError('The server is away.');
    // Only after a renewal reported that the item is no longer held.
    if (isCompletion && next !== undefined && !isRefused) throw lostReply();
    const reply = await fetch(address.replace(first.url, url), init);
    if (isCompletion && next === undefined) {
      next = first.kill().then(() => programFixture.serve());
      next.then(({ url: other }) => {
        url = other;
      });
      throw lostReply();
    }
    if (input.renew === true && reply.status === 409) isRefused = true;
    return reply;
  };
  const client = createClient({ url: first.url, fetch: network, retries: 1, backoffMs: 100 });
  const cases = await Promise.all(['Ada', 'Bo', 'Cy'].map((name) => client.submit('hello', { name })));
  const stop = new AbortController();
  const told: unknown[] = [];
  const working = client.work(() => ({ greeting: 'Ciao' }), {
    // Renewed every 4 seconds: the next server has started long before it ends.
    leaseMs: 16_000,
    concurrency: 3,
    idleMs: 100,
    signal: stop.signal,
    onError: (error, item) => told.push(...(item === undefined ? [] : [error])),
  });
  const outcomes = await Promise.all(cases.map(({ case_id: id }) => client.waitForCase(id))).finally(() =>
    stop.abort(),
  );
  expect(await working).toEqual({ completed: 3, skipped: 0, released: 0, lost: 0 });
  expect([told, isRefused]).toEqual([[], true]);
  expect(outcomes.map(({ output_data: output }) => JSON.stringify(output))).toEqual(
    ['Ada', 'Bo', 'Cy'].map((name) => `[{"text":"Ciao, ${name}!"}]`),
  );
}, 60_000);

test('[F4.2][F2.1] an item whose checkout responses were all lost is worked on when the network is back', async () => {
  const { clientOf, ledger, close } = await openAgentsFixture();
  ends.push(close);
  const { case_id: caseId } = await clientOf('submitter').submit('review', { number: 1 });
  let lost = 0;
  const network: Fetch = async (address, init) => {
    const reply = await fetch(address, init);
    if (callOf(init.body).tool !== 'workitems_checkout' || lost >= 2) return reply;
    lost += 1;
    throw lostReply();
  };
  const stop = new AbortController();
  const told: [unknown, WorkItem | undefined][] = [];
  const worker = clientOf('worker', { fetch: network, retries: 1, backoffMs: 1 });
  const working = worker.work(() => ({ seen: 1, by: 'me' }), {
    // Too long for a worker that waits for its end.
    leaseMs: 600_000,
    idleMs: 50,
    signal: stop.signal,
    onError: (...given) => told.push(given),
  });
  await clientOf('watcher')
    .waitForCase(caseId, { timeoutMs: 30_000 })
    .finally(() => stop.abort());
  expect(await working).toEqual({ completed: 1, skipped: 0, released: 0, lost: 0 });
  expect((await ledger()).map(({ itemEvents }) => itemEvents)).toEqual([['itemHeld', 'itemCompleted']]);
  const outage = expect.objectContaining({ error: 'unreachable' });
  expect([lost, told]).toEqual([2, [[outage, undefined]]]);
});

test('[F4.2][F1.6] what a worker holds, another program with its credentials cannot change', async () => {
  const { clientOf, close } = await openAgentsFixture();
  ends.push(close);
  const client = clientOf('worker');
  await client.submit('review', { number: 1 });
  const stop = new AbortController();
  const refusals: unknown[] = [];
  const answer = { seen: 1, by: 'me' };
  const done = await client.work(
    async ({ workitem_id: item }) => {
      for (const attempt of [client.renew(item), client.complete(item, answer), client.release(item)]) {
        refusals.push(await attempt.catch((error: ClientError) => error.error));
      }
      stop.abort();
      return answer;
    },
    { signal: stop.signal },
  );
  expect(refusals).toEqual(Array(3).fill('work_item_held'));
  expect(done).toMatchObject({ completed: 1, lost: 0 });
});

/** The short error names for agents. */
const [table = ''] =
  /^\| `error` \|.*?\n(?:\|.*\n)+/m.exec(
    readFileSync(new URL('../../docs/cases.md', import.meta.url), 'utf8'),
  ) ?? [];

test('[F4.1] a refusal has the short name for agents, and the code that has a page', async () => {
  const { clientOf, close } = await openAgentsFixture();
  ends.push(close);
  const [one, two] = [clientOf('one'), clientOf('two')];
  const once = { idempotencyKey: 'review-1' };
  await one.submit('review', { number: 1 }, once);
  const [{ workitem_id: item = '' } = {}] = (await one.listWorkItems()).work_items;
  await one.checkout(item);
  const refusalOf = async (attempt: Promise<unknown>) => {
    const error = await attempt.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ClientError);
    const { error: name, errorCode: code, httpStatus } = error as ClientError;
    expect([code, existsSync(new URL(`../../docs/errors/${code}.md`, import.meta.url))]).toEqual([
      code,
      true,
    ]);
    expect(table).toContain(`\`${name}\``);
    return [name, httpStatus];
  };
  const poor = { token: tokenOf('red', { scopes: ['workflows:query'] }) };
  expect([
    await refusalOf(one.status('run_00000000000000000000000000')),
    await refusalOf(one.submit('nope')),
    await refusalOf(two.checkout(item)),
    await refusalOf(one.submit('review', { number: 2 }, once)),
    await refusalOf(clientOf('three', { token: 'nonsense' }).submit('review', { number: 1 })),
    await refusalOf(clientOf('three', poor).submit('review', { number: 1 })),
  ]).toEqual([
    ['case_not_found', 404],
    ['invalid_specification', 400],
    ['work_item_held', 409],
    ['idempotency_conflict', 409],
    ['unauthenticated', 401],
    ['unauthorized', 403],
  ]);
  const wrong = await one.submit('review', { number: 'x' }).catch((error: unknown) => error);
  expect(wrong).toMatchObject({ httpStatus: 400, suggestedAction: expect.stringMatching(/\w/) });
});
