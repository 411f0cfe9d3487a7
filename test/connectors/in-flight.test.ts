/** Calls that are under way when their run abandons them: a real HTTP server responds when the test says so. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createHttpClient, createHttpConnector, createMcpConnector } from '../../src/connectors/index.ts';
import {
  createMemoryStore,
  createRedactor,
  createSecretResolver,
  systemClock,
} from '../../src/runtime/index.ts';
import { createFakeClock, type Handler } from '../../src/testing/index.ts';
import {
  begin,
  done,
  isOver,
  isWaiting,
  itemsOf,
  openCall,
  openEngineHarness,
  settle,
  start,
  submitEvent,
  until,
  workflow,
} from '../engine/engine-harness.ts';
import { fixturePath } from '../fixture-path.ts';
import { type LocalServer, startLocalServer } from '../servers/local-server.ts';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Bookings wait for their response; releases are answered at once. */
async function openHotel() {
  const paths: string[] = [];
  let onBooking: (response: ServerResponse) => void;
  const booking = new Promise<ServerResponse>((resolve) => {
    onBooking = resolve;
  });
  const server: LocalServer = await startLocalServer((request, response) => {
    paths.push(request.url ?? '');
    if (request.url === '/book') onBooking(response);
    else response.end();
  });
  closing.push(() => server.close());
  return { url: server.url, paths, booking };
}

async function openTrip({ node = '', undo = true, method = 'POST' } = {}) {
  const hotel = await openHotel();
  const connector = createHttpConnector({
    client: createHttpClient({ allowed: { all: true, hosts: [], ranges: [] } }),
    secrets: createSecretResolver({ env: {}, allow: [] }),
    redactor: createRedactor(() => []),
    now: () => start,
    version: '1',
  });
  const clock = createFakeClock(start);
  const other = openCall();
  const harness = await openEngineHarness({
    store: createMemoryStore(),
    clock,
    handlers: { http: (call, signal) => connector.perform(call, signal), other: other.handler },
  });
  closing.push(
    () => connector.close(),
    () => harness.engine.stop(),
  );
  const release = `undo: { call: http, args: { url: "${hotel.url}/release-\${output.body}", method: POST } }, `;
  const book = `{ call: http, ${undo ? release : ''}${node}args: { url: "${hotel.url}/book", method: ${method} } }`;
  const run = await begin(harness.engine, workflow(`book: ${book}\nother: { call: other }`));
  const response = await hotel.booking;
  return { ...hotel, harness, clock, other, run, response };
}

type Trip = Awaited<ReturnType<typeof openTrip>>;

const abandonments: readonly (readonly [string, (trip: Trip) => Promise<void>, string])[] = [
  [
    'its branch is aborted',
    async ({ other }) => other.answer({ kind: 'failed', failure: { code: 'full', message: 'Full.' } }),
    'failed',
  ],
  [
    'its run is cancelled',
    async ({ harness, run }) =>
      void done(await submitEvent(harness, run, { kind: 'cancelRequested', undo: false })),
    'cancelled',
  ],
  ['its time is over', async ({ clock }) => clock.advance(2_000), 'failed'],
];

test.each(abandonments)(
  '[K8.4][R3.3] a call that can be undone is awaited if %s, and undone if it succeeded',
  async (_, abandon, status) => {
    const trip = await openTrip({ node: 'timeout: 2 seconds, ' });
    await abandon(trip);
    await settle();
    expect(await trip.harness.store.runs.find('default', trip.run.id)).toMatchObject({
      endedAt: null,
      items: 0,
    });
    trip.response.setHeader('content-type', 'text/plain').end('7');
    expect(await until(trip.harness, trip.run, isOver)).toMatchObject({ status });
    expect(trip.paths).toEqual(['/book', '/release-7']);
  },
);

test('[K8.4][R3.3] if no response comes, a person is asked', async () => {
  const trip = await openTrip();
  trip.other.answer({ kind: 'failed', failure: { code: 'full', message: 'Full.' } });
  await settle();
  const ended = once(trip.response, 'close');
  trip.clock.advance(60_000);
  await until(trip.harness, trip.run, isWaiting);
  expect(await itemsOf(trip.harness, trip.run)).toMatchObject([{ task: 'book', reason: 'doubt' }]);
  await ended;
});

test('[K8.4][R3.3] a request that may be repeated is in doubt, too, if it is abandoned and its connection is lost', async () => {
  const trip = await openTrip({ method: 'PUT' });
  trip.other.answer({ kind: 'failed', failure: { code: 'full', message: 'Full.' } });
  await settle();
  trip.response.destroy();
  await until(trip.harness, trip.run, isWaiting);
  expect(await itemsOf(trip.harness, trip.run)).toMatchObject([{ task: 'book', reason: 'doubt' }]);
});

test('[R3.3] a call that cannot be undone is aborted at once', async () => {
  const trip = await openTrip({ undo: false });
  const ended = once(trip.response, 'close');
  trip.other.answer({ kind: 'failed', failure: { code: 'full', message: 'Full.' } });
  expect(await until(trip.harness, trip.run, isOver)).toMatchObject({ status: 'failed' });
  await ended;
});

test('[H1.4] a POST whose connection is lost is in doubt', async () => {
  const trip = await openTrip();
  trip.response.destroy();
  await until(trip.harness, trip.run, isWaiting);
  expect(await itemsOf(trip.harness, trip.run)).toMatchObject([{ task: 'book', reason: 'doubt' }]);
});

test.each(['2025', '2026'])(
  '[K8.4][R3.3] a tool of a %s server is awaited, too, and no one is asked',
  async (era) => {
    const connector = createMcpConnector({
      name: 'hotel',
      server: {
        kind: 'stdio',
        command: process.execPath,
        args: [fixturePath('server'), era, 'stdio'],
        env: {},
        cwd: undefined,
      },
      clock: systemClock,
      redact: createRedactor(() => []).redact,
      version: '1',
    });
    const other = openCall();
    const tool: Handler = (call, signal) => connector.perform(call, signal);
    const harness = await openEngineHarness({
      store: createMemoryStore(),
      handlers: { reserve: tool, release: tool, other: other.handler },
    });
    closing.push(
      () => connector.close(),
      () => harness.engine.stop(),
    );
    const reserve = '{ call: reserve, args: { id: "7" }, undo: { call: release, args: { id: $output.id } } }';
    const run = await begin(harness.engine, workflow(`reserve: ${reserve}\nother: { call: other }`));
    const call = {
      tenant: 'default',
      run: '',
      workflow: '',
      task: '',
      key: '',
      attempt: 1,
      begunAt: 0,
      input: {},
    };
    const end = async () => {
      const outcome = await connector.perform(
        { ...call, operation: 'end_reservations' },
        new AbortController().signal,
      );
      return outcome.kind === 'succeeded' ? outcome.output : outcome;
    };
    other.answer({ kind: 'failed', failure: { code: 'full', message: 'Full.' } });
    await expect.poll(end, { timeout: 20_000 }).toMatchObject({ waiting: 1 });
    expect(await until(harness, run, isOver)).toMatchObject({ status: 'failed', items: 0 });
    expect(await end()).toMatchObject({ released: ['7'] });
  },
);
