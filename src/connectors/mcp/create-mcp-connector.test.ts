import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { fixturePath } from '../../../test/fixture-path.ts';
import type { Json } from '../../kernel/index.ts';
import { type Connector, createRedactor } from '../../runtime/index.ts';
import { createFakeClock, type FakeClock } from '../../testing/index.ts';
import { createGuardedFetch } from '../http/guarded-fetch.ts';
import { createMcpConnector, type McpConnectorOptions } from './create-mcp-connector.ts';
import type { McpServer } from './mcp-server.ts';

const program = fixturePath('server');
const { redact } = createRedactor(() => ['hunter2-secret', 'tok-1']);
const guarded = createGuardedFetch({ allowed: { all: true, hosts: [], ranges: [] } });
const cleanups: (() => Promise<unknown> | unknown)[] = [() => guarded.close()];
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

type Era = '2025' | '2026';

interface ConnectorFixture {
  readonly connector: Connector;
  readonly clock: FakeClock;
  readonly call: (operation: string, input?: Json, signal?: AbortSignal) => ReturnType<Connector['perform']>;
  /** Restarts a server that was killed: over HTTP the connector does not start it. */
  readonly revive: () => Promise<void>;
}

const stdio = (era: Era, more: Partial<Extract<McpServer, { kind: 'stdio' }>> = {}): McpServer => ({
  kind: 'stdio',
  command: process.execPath,
  args: [program, era, 'stdio'],
  env: { TOKEN: 'given' },
  cwd: undefined,
  ...more,
});

/** @returns the port */
async function startHttp(era: Era, port: number): Promise<number> {
  const child = spawn(process.execPath, [program, era, String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return Number(line);
}

function fixtureOf(
  server: McpServer,
  revive = async () => {},
  more: Partial<McpConnectorOptions> = {},
): ConnectorFixture {
  const clock = createFakeClock(1_000_000);
  const connector = createMcpConnector({
    name: 'travel',
    server,
    clock,
    redact,
    version: '1.2.3',
    fetch: guarded.fetch,
    ...more,
  });
  cleanups.push(() => connector.close());
  const call: ConnectorFixture['call'] = (operation, input = {}, signal = new AbortController().signal) =>
    connector.perform(
      {
        tenant: 'default',
        run: 'run-1',
        workflow: 'trip',
        task: 'book',
        operation,
        input,
        key: 'key-1',
        attempt: 1,
        begunAt: 0,
      },
      signal,
    );
  return { connector, clock, call, revive };
}

async function openFixture(
  era: Era,
  transport: string,
  more: Partial<McpConnectorOptions> = {},
): Promise<ConnectorFixture> {
  if (transport === 'stdio') return fixtureOf(stdio(era), async () => {}, more);
  const port = await startHttp(era, 0);
  const url = `http://127.0.0.1:${port}/mcp`;
  const server: McpServer = { kind: 'http', url, headers: { 'x-token': 'open' } };
  return fixtureOf(server, async () => void (await startHttp(era, port)), more);
}

/** Moves the clock to the next attempt as soon as one is scheduled. */
async function tryAgain(clock: FakeClock): Promise<void> {
  await expect.poll(() => clock.next(), { timeout: 20_000 }).toBeDefined();
  clock.advance((clock.next() ?? 0) - clock.now());
}

/** Lets attempts fail with growing delays, up to a delay of that length. */
async function failUntil(clock: FakeClock, maxDelay: number): Promise<void> {
  for (let delay = 250; delay <= maxDelay; delay *= 2) {
    await expect.poll(() => clock.next(), { timeout: 20_000 }).toBe(clock.now() + delay);
    clock.advance(delay);
  }
}

describe.each([
  ['2025', 'stdio'],
  ['2026', 'stdio'],
  ['2025', 'HTTP'],
  ['2026', 'HTTP'],
] as const)('a server of %s over %s', (era, transport) => {
  const opened = openFixture(era, transport);

  test('[H3.1] its tools are operations, with the known types of their arguments and results', async () => {
    const { connector } = await opened;
    const operations = await connector.operations();
    expect(await connector.health()).toEqual({ state: 'ready', message: '' });
    expect(operations.find(({ name }) => name === 'add')).toMatchObject({
      description: 'Does add.',
      parameters: [
        { name: 'a', type: { kind: 'int' }, required: true },
        { name: 'b', type: { kind: 'int' }, required: false },
      ],
      result: { kind: 'object', fields: [{ name: 'sum', type: { kind: 'int' }, optional: false }] },
    });
    expect(operations.find(({ name }) => name === 'book')?.parameters).toEqual([
      { name: 'what', type: { kind: 'string' }, required: true },
      { name: 'idempotency_key', type: { kind: 'string' }, required: false },
    ]);
    expect(connector.isRepeatable('add', {}, 0)).toBe(true);
    expect(connector.isRepeatable('book', {}, 0)).toBe(true);
    expect(connector.isRepeatable('say', {}, 0)).toBe(false);
    expect(connector.isRepeatable('unknown', {}, 0)).toBe(false);
  });

  test.each<[string, Json, Json]>([
    ['add', { a: 1, b: 2 }, { sum: 3 }],
    ['say', { text: 'plain words' }, 'plain words'],
    ['say', { text: '{"json": [1]}' }, { json: [1] }],
    ['several', {}, ['one', { two: 2 }, { type: 'image', data: 'AAAA', mimeType: 'image/png' }]],
    ['nothing', {}, null],
  ])('[H3.1] %s %j returns %j', async (operation, input, output) => {
    const { call } = await opened;
    expect(await call(operation, input)).toEqual({ kind: 'succeeded', output });
  });

  test('[H3.1] the key of a call is sent with it, also as an argument if the tool has a parameter for it', async () => {
    const { call } = await opened;
    expect(await call('book', { what: 'seat' })).toMatchObject({
      output: { what: 'seat', idempotency_key: 'key-1', meta: 'key-1' },
    });
    expect(await call('book', { what: 'seat', idempotency_key: 'own' })).toMatchObject({
      output: { idempotency_key: 'own', meta: 'key-1' },
    });
  });

  test('[H3.1] the failure message of a tool is kept, redacted and truncated', async () => {
    const { call } = await opened;
    expect(await call('refuse', { retryable: false })).toEqual({
      kind: 'failed',
      failure: {
        code: 'tool-error',
        message: 'sold out',
        retryable: false,
        data: { error: { message: 'sold out', retryable: false }, token: '[redacted]' },
      },
    });
    expect(await call('refuse', { retryable: true })).toMatchObject({ failure: { retryable: true } });
    const outcome = await call('complain');
    const failure = outcome.kind === 'failed' ? outcome.failure : undefined;
    expect(failure?.message).toMatch(/^no, with \[redacted\] x+$/);
    expect(failure?.message).toHaveLength(1_000);
    expect(failure).not.toHaveProperty('retryable');
    expect(await call('add', { a: 'one' })).toMatchObject({ failure: { code: 'tool-error' } });
  });

  test('[H3.1] an unknown tool, a secret, and arguments without names are refused', async () => {
    const { call } = await opened;
    expect(await call('ad', {})).toEqual({
      kind: 'failed',
      failure: {
        code: 'unknown-tool',
        message: 'The connector “travel” has no tool “ad”. Did you mean “add”?',
        retryable: false,
      },
    });
    expect(await call('say', { text: '', $secrets: [{ at: '/text', name: 'TOKEN' }] })).toMatchObject({
      failure: { code: 'secret-refused' },
    });
    expect(await call('say', ['text'])).toMatchObject({ failure: { code: 'bad-arguments' } });
  });

  test('[H3.1] a result that is too large is refused, with its size', async () => {
    const { call } = await opened;
    expect(await call('big', { mebibytes: 6 })).toEqual({
      kind: 'failed',
      failure: {
        code: 'mcp-too-large',
        message:
          'The tool “big” returned 6.0 MiB; the limit is 5 MiB. Request less at once, for example a page.',
        retryable: false,
      },
    });
  });

  test('[H3.1] a response that is far too large is not read, and does not affect later calls', async () => {
    const { clock, call } = await opened;
    expect(await call('big', { mebibytes: 40 })).toEqual({
      kind: 'failed',
      failure: {
        code: 'mcp-too-large',
        message:
          'The answer of “travel” was truncated: the server sent more than 16 MiB at once. Request less at once, for example a page.',
        retryable: false,
      },
    });
    const next = call('add', { a: 1 });
    // A program that keeps writing is restarted.
    if (transport === 'stdio') await tryAgain(clock);
    expect(await next).toEqual({ kind: 'succeeded', output: { sum: 2 } });
  });

  test('[H3.1] a new tool is listed when the server announces it', async () => {
    const { connector, call } = await opened;
    await call('grow');
    const names = async () => (await connector.operations()).map(({ name }) => name);
    await expect.poll(names).toContain('late');
    expect(await call('late')).toEqual({ kind: 'succeeded', output: 'late' });
  });

  test('[H3.1] an aborted call is cancelled at the server; its outcome is unknown unless it only reads', async () => {
    const { call } = await opened;
    for (const [operation, expected] of [
      ['hang', { kind: 'unknown' }],
      ['hang_reading', { kind: 'failed', failure: { code: 'mcp-stopped' } }],
    ] as const) {
      const before = await call('cancelled');
      const stop = new AbortController();
      const running = call(operation, {}, stop.signal);
      await call('say', { text: 'the other one is under way by now' });
      stop.abort();
      expect(await running).toMatchObject(expected);
      await expect.poll(() => call('cancelled')).toEqual({ ...before, output: Number(outputOf(before)) + 1 });
    }
  });

  test('[H3.1] a crashed server is restarted or reconnected: the outcome of the call is unknown, the next call succeeds', async () => {
    const { connector, clock, call, revive } = await opened;
    const known = await connector.operations();
    expect(await call('die')).toEqual({ kind: 'unknown' });
    expect(await connector.operations()).toEqual(known);
    await revive();
    const next = call('add', { a: 1 });
    await tryAgain(clock);
    expect(await next).toEqual({ kind: 'succeeded', output: { sum: 2 } });
    expect(await call('die_reading')).toMatchObject({
      kind: 'failed',
      failure: { code: 'mcp-connection', retryable: true },
    });
    await revive();
    const again = call('add', { a: 2 });
    await tryAgain(clock);
    expect(await again).toEqual({ kind: 'succeeded', output: { sum: 3 } });
  });
});

const outputOf = (outcome: Awaited<ReturnType<Connector['perform']>>): Json =>
  outcome.kind === 'succeeded' ? outcome.output : null;

describe('over stdio', () => {
  test('[H3.1] a server receives only its own variables, and its working directory', async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'signalbox-mcp-')));
    cleanups.push(() => rm(folder, { recursive: true }));
    process.env['SIGNALBOX_NOT_FOR_SERVERS'] = 'x';
    const { call } = fixtureOf(stdio('2026', { cwd: folder }));
    const environment = outputOf(await call('surroundings')) as {
      names: string[];
      token: string;
      folder: string;
    };
    delete process.env['SIGNALBOX_NOT_FOR_SERVERS'];
    expect(environment).toMatchObject({ token: 'given', folder });
    expect(environment.names).toEqual(
      environment.names.filter((name) =>
        ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'TOKEN'].includes(name),
      ),
    );
  });

  test('[H3.1] with several pending calls it is unknown whose response was too large', async () => {
    const { connector, call } = fixtureOf(stdio('2026'));
    await connector.operations();
    const both = [call('big', { mebibytes: 40 }), call('hang')];
    expect(await Promise.all(both)).toEqual([{ kind: 'unknown' }, { kind: 'unknown' }]);
  });

  test('[H3.1] all callers share one wait for a server that hangs', async () => {
    // It listens and does not respond; it ends when its connections are closed.
    const { connector, clock } = fixtureOf(stdio('2026', { args: ['-e', 'process.stdin.resume()'] }));
    const first = connector.operations();
    clock.advance(2_000);
    const second = connector.operations();
    clock.advance(3_000);
    expect(await Promise.all([first, second])).toEqual([[], []]);
    expect(await connector.operations()).toEqual([]);
    expect(await connector.health()).toEqual({
      state: 'starting',
      message: `The connector “travel” is still connecting: “${process.execPath}” has not responded for 5 seconds.`,
    });
  });

  test('[H3.1] a server ends with its connector', async () => {
    const { connector, call } = fixtureOf(stdio('2026'));
    const { pid } = outputOf(await call('surroundings')) as { pid: number };
    await connector.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await call('add', { a: 1 })).toMatchObject({ failure: { code: 'mcp-unavailable' } });
    expect(await connector.health()).toMatchObject({ state: 'down' });
  });

  test('[H3.1] the health of a server that ends has its last output, redacted', async () => {
    const script = `console.error('what is wrong, with hunter2-secret'); process.exit(3)`;
    const { connector, clock } = fixtureOf(stdio('2025', { args: ['-e', script] }));
    const health = connector.health();
    await failUntil(clock, 2_000);
    const { state, message } = await health;
    expect(state).toBe('down');
    expect(message).toMatch(
      /^The connector “travel” has no connection to “.*”: .*\. The next attempt is within 4 seconds\./,
    );
    expect(message).toMatch(/Its last output:\n(what is wrong, with \[redacted\]\n?)+$/);
  });

  test('[H3.1] a missing command is reported, and retried with growing delays', async () => {
    const { connector, clock, call } = fixtureOf(stdio('2026', { command: 'signalbox-no-such-command' }));
    const listed = connector.operations();
    const outcome = call('add', { a: 1 });
    const health = connector.health();
    // 250, 500, 1000, …: the sixth delay is longer than a call waits.
    await failUntil(clock, 4_000);
    expect(await listed).toEqual([]);
    expect(await outcome).toMatchObject({
      kind: 'failed',
      failure: { code: 'mcp-unavailable', retryable: true, retryAfter: 8_000 },
    });
    expect(await health).toMatchObject({ state: 'down' });
    expect(await connector.health()).toEqual({
      state: 'down',
      message:
        'The connector “travel” has no connection to “signalbox-no-such-command”: the command was not found. Install it, or set its full path under “command” in connectors.yaml. The next attempt is within 8 seconds.',
    });
  });
});

describe('over HTTP', () => {
  test('[H3.1] a server that refuses the headers is reported with the action to take, and without the secrets it quotes', async () => {
    const port = await startHttp('2026', 0);
    const { connector, clock } = fixtureOf({
      kind: 'http',
      url: `http://127.0.0.1:${port}/mcp`,
      headers: {},
    });
    const health = connector.health();
    await failUntil(clock, 2_000);
    expect((await health).message).toBe(
      `The connector “travel” has no connection to http://127.0.0.1:${port}: it answered with status 401 and “who are you? [redacted]”. Check the headers of the connector in connectors.yaml. The next attempt is within 4 seconds.`,
    );
  });

  test.each<Era>(['2025', '2026'])(
    '[H3.1] a server of %s that does not respond in time times out',
    async (era) => {
      const { call } = await openFixture(era, 'HTTP', { timeout: 200 });
      expect(await call('hang')).toEqual({ kind: 'unknown' });
      expect(await call('hang_reading')).toMatchObject({ failure: { code: 'mcp-timeout', retryable: true } });
      expect(await call('add', { a: 1 })).toMatchObject({ kind: 'succeeded' });
    },
  );
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
