/** Servers that send too much, or the wrong things. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, test } from 'vitest';
import { fixturePath } from '../../../test/fixture-path.ts';
import type { Json } from '../../kernel/index.ts';
import { type ConnectorOutcome, createRedactor } from '../../runtime/index.ts';
import { createFakeClock, type FakeClock } from '../../testing/index.ts';
import { createMcpConnector } from './create-mcp-connector.ts';
import type { McpServer } from './mcp-server.ts';

const program = fixturePath('hostile');
const cleanups: (() => Promise<unknown> | unknown)[] = [];
afterAll(async () => {
  for (const clean of cleanups.reverse()) await clean();
});

const stdio = (env: Record<string, string> = {}): McpServer => ({
  kind: 'stdio',
  command: process.execPath,
  args: [program, 'stdio'],
  env,
  cwd: undefined,
});

async function overHttp(): Promise<McpServer> {
  const child = spawn(process.execPath, [program, '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  cleanups.push(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { kind: 'http', url: `http://127.0.0.1:${Number(line)}/mcp`, headers: {} };
}

function openFixture(server: McpServer) {
  const clock = createFakeClock(1_000_000);
  const { redact } = createRedactor(() => []);
  const connector = createMcpConnector({ name: 'hostile', server, clock, redact, version: '1.2.3' });
  cleanups.push(() => connector.close());
  const call = (operation: string, input: Json = {}): Promise<ConnectorOutcome> =>
    connector.perform(
      { tenant: 't', run: 'r', workflow: 'w', task: 'a', operation, input, key: 'k', attempt: 1, begunAt: 0 },
      new AbortController().signal,
    );
  return { clock, connector, call };
}

/** Moves the clock to the next attempt as soon as one is scheduled. */
async function tryAgain(clock: FakeClock): Promise<void> {
  await expect.poll(() => clock.next(), { timeout: 20_000 }).toBeDefined();
  clock.advance((clock.next() ?? 0) - clock.now());
}

const outputOf = (outcome: ConnectorOutcome): Json => (outcome.kind === 'succeeded' ? outcome.output : null);

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const ended = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);

const notification = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', method, params });

const floods: readonly [what: string, text: string, where: readonly string[]][] = [
  ['changes of the list', notification('notifications/tools/list_changed', {}), ['stdio', 'HTTP']],
  ['progress', notification('notifications/progress', { progressToken: 1, progress: 1 }), ['stdio']],
  ['log lines', notification('notifications/message', { level: 'info', data: 'x' }), ['stdio']],
  ['cancellations', notification('notifications/cancelled', { requestId: 1 }), ['stdio']],
  ['pings', '{"jsonrpc":"2.0","id":#,"method":"ping"}', ['stdio', 'HTTP']],
  ['unknown requests', '{"jsonrpc":"2.0","id":#,"method":"no/such"}', ['stdio']],
  ['responses to nothing', '{"jsonrpc":"2.0","id":1#,"result":{}}', ['stdio']],
  ['what is no message', 'hello #', ['stdio', 'HTTP']],
];

describe.each(['stdio', 'HTTP'])('over %s', (transport) => {
  const open = async () => openFixture(transport === 'stdio' ? stdio() : await overHttp());

  test.each(floods.filter(([, , where]) => where.includes(transport)))(
    '[H3.3] a flood of %s disconnects the server, and the next call succeeds',
    async (_what, text) => {
      const { clock, call } = await open();
      const outcome = await call('flood', { text, count: 100_000 });
      expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'mcp-connection', retryable: true } });
      expect(outcome.kind === 'failed' && outcome.failure.message).toMatch(
        /^The connection to the server of “hostile” was lost: the server (sent more than 2000 messages that no call asked for; it may send 500 per second|sends requests faster than it reads the answers: 100 are waiting)\.$/,
      );
      const next = call('echo', { a: 1 });
      await tryAgain(clock);
      expect(await next).toEqual({ kind: 'succeeded', output: { a: 1 } });
    },
  );

  test('[H3.3] a server that reports a thousand changes at once is asked for its list once, and once more later', async () => {
    const { clock, call } = await open();
    const lists = async () => outputOf(await call('lists'));
    expect(await lists()).toBe(1);
    const text = notification('notifications/tools/list_changed', {});
    expect(await call('flood', { text, count: 1_000 })).toEqual({ kind: 'succeeded', output: 'flooded' });
    await expect.poll(() => clock.next()).toBe(clock.now() + 1_000);
    expect(await lists()).toBe(2);
    clock.advance(1_000);
    await expect.poll(lists).toBe(3);
    expect(clock.next()).toBeUndefined();
  });

  test('[H3.3] the number of content blocks is limited; the call fails', async () => {
    const { call } = await open();
    expect(await call('blocks', { count: 200_000 })).toEqual({
      kind: 'failed',
      failure: {
        code: 'mcp-too-large',
        message:
          'The answer of “hostile” was truncated: the server sent 200000 content blocks; the limit is 5000. Request less at once, for example a page.',
        retryable: false,
      },
    });
    expect(outputOf(await call('blocks', { count: 5_000 }))).toHaveLength(5_000);
  });
});

describe('a program', () => {
  test('[H3.3] output without an end of a line is cut off, and the program is restarted', async () => {
    const { clock, call } = openFixture(stdio());
    expect(await call('bytes', { mebibytes: 40 })).toMatchObject({ failure: { code: 'mcp-too-large' } });
    const next = call('echo', { a: 1 });
    await tryAgain(clock);
    expect(await next).toEqual({ kind: 'succeeded', output: { a: 1 } });
  });

  test('[H3.3] a flood of error output does not end the connection', async () => {
    const { call } = openFixture(stdio());
    expect(await call('stderr', { mebibytes: 8 })).toEqual({ kind: 'succeeded', output: 'complained' });
    expect(await call('echo', { a: 1 })).toEqual({ kind: 'succeeded', output: { a: 1 } });
  });

  test('[H3.3] closing ends the processes that a program started, even if they ignore the end of their input', async () => {
    const { connector, call } = openFixture(stdio());
    const child = Number(outputOf(await call('child')));
    expect(isAlive(child)).toBe(true);
    await connector.close();
    await ended(child);
  });

  test('[H3.3] a program that ends has ended, even if a process that it started keeps its streams', async () => {
    const { clock, call } = openFixture(stdio());
    const child = Number(outputOf(await call('child')));
    expect(await call('leave')).toEqual({ kind: 'unknown' });
    await ended(child);
    const next = call('echo', { a: 1 });
    await tryAgain(clock);
    expect(await next).toEqual({ kind: 'succeeded', output: { a: 1 } });
  });

  test('[H3.3] a list of tools without end is refused', async () => {
    const { clock, connector } = openFixture(stdio({ MANY: '1' }));
    const health = connector.health();
    for (let delay = 250; delay <= 2_000; delay *= 2) {
      await expect.poll(() => clock.next(), { timeout: 20_000 }).toBe(clock.now() + delay);
      clock.advance(delay);
    }
    expect((await health).message).toMatch(/has no connection to .*: .*exceeded listMaxPages \(64\)/);
  });

  test('[H3.1] a program of the 2025 era that ends at the question for its era is started again', async () => {
    const { call } = openFixture(stdio({ STRICT: '1' }));
    expect(await call('echo', { a: 1 })).toEqual({ kind: 'succeeded', output: { a: 1 } });
  });
});
