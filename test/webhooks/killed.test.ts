/** The program is killed between commit and delivery: everything arrives, in order, under its id [F3.1]. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseEvents } from '../../src/runtime/index.ts';
import { ask, type HttpAnswer } from '../access/secured-server.ts';
import { createProgramFixture, type ProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { openReceiver, type ReceivedRequest, type Receiver, status } from './receiver.ts';

let place: ProgramFixture;
let receiver: Receiver;

beforeEach(async () => {
  place = (await createProgramFixture({ 'ask.yaml': flow })).as({ SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1' });
  receiver = await openReceiver();
});

afterEach(async () => {
  await place.remove();
  await receiver.close();
});

const flow = `
workflows:
  ask: { graph: { question: { type: yield, message: What?, expects: { word: str } } }, result: $question.word }
`;

const send = ({ url }: Served, path: string, body: object): Promise<HttpAnswer> =>
  ask(url.slice(0, -'/mcp'.length), path, { method: 'POST', body });

const look = async ({ url }: Served, path: string): Promise<unknown> =>
  (await ask(url.slice(0, -'/mcp'.length), path)).json;

const until = async (isMeant: () => boolean): Promise<void> => {
  while (!isMeant()) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** @returns its id */
async function playCase(served: Served, word: string): Promise<string> {
  const { run } = (await send(served, '/v1/runs', { workflow: 'ask' })).json as { run: string };
  const { items } = (await look(served, `/v1/items?run=${run}`)) as { items: { item: string }[] };
  const done = await send(served, `/v1/items/${items[0]?.item}/complete`, { output: { word } });
  expect(done.status).toBe(200);
  return run;
}

const life = ['case_started', 'work_item_offered', 'work_item_completed', 'case_completed'];

const idOf = ({ headers }: ReceivedRequest): string => String(headers['x-signalbox-delivery']);

test('[F3.1] after a kill between commit and delivery every event arrives, in the order of its case', async () => {
  // Nothing is delivered before the program is killed.
  receiver.respond((response) => response.destroy());
  const first = await place.serve();
  const subscription = { workflow: 'ask', url: receiver.url, events: caseEvents };
  expect((await send(first, '/v1/subscriptions', subscription)).status).toBe(201);
  const runs = await Promise.all([1, 2, 3, 4, 5].map((number) => playCase(first, `word ${number}`)));
  await first.kill();
  const before = receiver.receivedRequests.length;
  const tried = new Set(receiver.receivedRequests.map(idOf));

  // The next one is killed as soon as it has delivered something that it could not record.
  receiver.respond(() => {});
  const second = await place.serve();
  await until(() => receiver.receivedRequests.length > before);
  await second.kill();
  const unnoted = receiver.receivedRequests.slice(before).map(idOf);

  receiver.respond(status(204));
  const beforeLast = receiver.receivedRequests.length;
  await place.serve();
  const arrived = (): readonly ReceivedRequest[] => receiver.receivedRequests.slice(beforeLast);
  await until(() => new Set(arrived().map(idOf)).size === runs.length * life.length);
  for (const [index, run] of runs.entries()) {
    const own = arrived().filter(({ json }) => json['case_id'] === run);
    expect(own.map(({ json }) => json['event_type'])).toEqual(life);
    expect(own.at(-1)?.json).toMatchObject({ outcome: `word ${index + 1}` });
  }
  const ids = arrived().map(idOf);
  for (const id of [...tried, ...unnoted]) expect(ids).toContain(id);
});
