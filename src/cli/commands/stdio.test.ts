/** Tests `signalbox stdio` as hosts start it: only the protocol on its output. */
import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import {
  endPrograms,
  type ProgramOptions,
  type RunningProgram,
  startProgram,
} from '../../../test/cli/start-program.ts';

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
afterEach(async () => {
  await endPrograms(started.splice(0));
  for (const each of opened.splice(0)) each.close();
});

const timeout = { timeout: 120_000 };

const workflows = `workflows:
  nap:
    description: Sleeps for a moment
    graph:
      sleep: { call: sleep, args: { ms: 300 } }
      say: { call: echo, depends_on: [sleep], args: { text: slept } }
    result: $say.text
`;

function start(options: ProgramOptions = {}, ...args: readonly string[]): RunningProgram {
  const made = openScratch({
    'workflows/w.yaml': workflows,
    'workflows/bad.yaml': 'workflows: { bad: 5 }\n',
  });
  opened.push(made);
  const running = startProgram(made.folder, ['stdio', '--data', 'data', ...args], {
    hasInput: true,
    ...options,
  });
  started.push(running.child);
  return running;
}

const hello = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
];
const nap = { id: 2, method: 'tools/call', params: { name: 'w_nap', arguments: { wait_ms: 10_000 } } };

const written = (messages: readonly object[]): string =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

/** Throws unless each line is one message of the protocol. */
function messagesOf({
  out,
}: RunningProgram): readonly { readonly id?: unknown; readonly result?: unknown }[] {
  return out()
    .trimEnd()
    .split('\n')
    .map((line) => {
      const message: unknown = JSON.parse(line);
      expect(message).toMatchObject({ jsonrpc: '2.0' });
      return Object(message);
    });
}

test(
  '[P1.2] a client that closes its end of the pipe still gets its responses; then the server ends',
  timeout,
  async () => {
    const running = start();
    running.child.stdin?.end(written([...hello, nap]));
    expect(await running.ended).toBe(0);
    const answers = messagesOf(running);
    expect(answers.find(({ id }) => id === 2)?.result).toMatchObject({
      structuredContent: { status: 'completed', result: 'slept' },
    });
  },
);

test('[P1.2] what packages write to standard output goes to the error stream', timeout, async () => {
  const noise = `setInterval(() => { console.log('noise'); console.info('noise'); process.stdout.write('noise\\n'); }, 5).unref();`;
  const running = start({ node: ['--import', `data:text/javascript,${encodeURIComponent(noise)}`] });
  running.child.stdin?.write(written(hello));
  await running.writes('"id":1');
  await running.says('noise');
  running.child.stdin?.end(written([nap]));
  expect(await running.ended).toBe(0);
  expect(running.err()).toContain('noise');
  // Before the program itself runs, output cannot be redirected.
  const begun = running.out().slice(running.out().indexOf('{"'));
  expect(begun).not.toContain('noise');
  expect(begun).toContain('"id":2');
});

test('[P1.2] invalid input does not end it', timeout, async () => {
  const running = start();
  const nonsense = ['nonsense', '', '[]', '{}', '{"jsonrpc":"2.0","id":{},"method":5}', '"', '\u0000'];
  running.child.stdin?.write(`${nonsense.join('\n')}\n`);
  running.child.stdin?.end(written([...hello, { id: 3, method: 'tools/list' }]));
  expect(await running.ended).toBe(0);
  expect(messagesOf(running).find(({ id }) => id === 3)?.result).toMatchObject({ tools: expect.any(Array) });
});

test('[P1.2] a signal ends it while its client is connected', timeout, async () => {
  const running = start();
  running.child.stdin?.write(written(hello));
  await running.writes('"id":1');
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('[P1.2] a client that stops reading ends it, too', timeout, async () => {
  const running = start();
  running.child.stdin?.write(written(hello));
  await running.writes('"id":1');
  running.child.stdout?.destroy();
  running.child.stdin?.end(written([nap]));
  expect(await running.ended).toBe(0);
});

test('[T10] invalid settings are reported on the error stream, with exit code 2', async () => {
  const made = openScratch();
  opened.push(made);
  const { code, err, out } = await made.run(['stdio', '--toolsets', 'everything', '--log-level', 'loud']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('Unknown toolset “everything”.');
  expect(err).toContain('--log-level must be');
});

const linesOf = (log: string): readonly unknown[] =>
  log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('[T10] it logs only problems by default', timeout, async () => {
  const quiet = start();
  quiet.child.stdin?.end(written([...hello, nap]));
  const mistake = { level: 'warn', message: expect.stringContaining('Error in bad.yaml:1:19:') };
  expect([await quiet.ended, linesOf(quiet.err())]).toMatchObject([0, [mistake]]);
  const open = start({ env: { SIGNALBOX_LOG_LEVEL: 'info' } });
  open.child.stdin?.end(written([...hello, nap]));
  expect(await open.ended).toBe(0);
  const call = { level: 'info', tool: 'w_nap', outcome: 'ok', era: 'legacy' };
  expect(linesOf(open.err())).toMatchObject([mistake, call]);
});

test('[T10] it reports that the folders of another process are active', timeout, async () => {
  const owner = start();
  owner.child.stdin?.write(written(hello));
  await owner.writes('"id":1');
  const made = opened.at(-1)?.folder ?? '';
  const args = ['stdio', '--data', 'data', '--workflows', 'elsewhere'];
  const second = startProgram(made, args, { hasInput: true });
  started.push(second.child);
  second.child.stdin?.end(written(hello));
  expect(await second.ended).toBe(0);
  expect(JSON.parse(second.err())).toMatchObject({
    level: 'warn',
    message: expect.stringMatching(
      /its settings are effective: its --workflows \S+workflows, not \S+elsewhere\./,
    ),
  });
});

/** Reports the address of every loaded module. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    writeSync(2, found.url + '\\n');
    return found;
  }`)}`;

test('[P1.2] modules that only a server with a port needs are not loaded', timeout, async () => {
  const register = `import { register } from 'node:module'; register(${JSON.stringify(hook)});`;
  const running = start({ node: ['--import', `data:text/javascript,${encodeURIComponent(register)}`] });
  running.child.stdin?.end(written([...hello, { id: 3, method: 'tools/list' }]));
  expect(await running.ended).toBe(0);
  expect(messagesOf(running).find(({ id }) => id === 3)?.result).toMatchObject({ tools: expect.any(Array) });
  expect(running.err()).not.toMatch(
    /node_modules\/(?:prom-client|undici|@duckdb|@modelcontextprotocol\/client)\//,
  );
});
