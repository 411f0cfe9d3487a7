/** Tests `signalbox serve` as a process: what it prints, what it refuses, and how it ends. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { endPrograms, type RunningProgram, startProgram } from '../../../test/cli/start-program.ts';
import { type LocalServer, startLocalServer } from '../../../test/servers/local-server.ts';

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
const others: LocalServer[] = [];
afterEach(async () => {
  await endPrograms(started.splice(0));
  await Promise.all(others.splice(0).map((each) => each.close()));
  for (const each of opened.splice(0)) each.close();
});

const timeout = { timeout: 120_000 };

const documentFor = (url: string): string => `workflows:
  greet:
    description: Greets
    params: { name: str }
    graph:
      say: { call: echo, args: { text: "Hello, $name" } }
    result: $say
  slow:
    description: Asks a person who takes time
    graph:
      ask: { call: http, args: { method: GET, url: "${url}" } }
    result: $ask.status
`;

function scratch(url = 'http://127.0.0.1:1/'): Scratch {
  const made = openScratch({
    'workflows/w.yaml': documentFor(url),
    'workflows/bad.yaml': 'workflows: { bad: 5 }\n',
  });
  opened.push(made);
  return made;
}

function start({ folder }: Scratch, ...args: readonly string[]): RunningProgram {
  const running = startProgram(folder, ['serve', '--data', 'data', '--port', '0', ...args]);
  started.push(running.child);
  return running;
}

/** @returns its address, once it is reachable */
async function addressOf(running: RunningProgram): Promise<string> {
  await running.says('Press Ctrl-C to end.');
  return /http:\/\/127\.0\.0\.1:\d+(?=\/\n)/.exec(running.err())?.[0] ?? '';
}

const invoke = (url: string, tool: string, input: object): Promise<Response> =>
  fetch(`${url}/mcp/tools/invoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tool, input }),
  });

test(
  '[T10][P7.3][W10.1] it prints its address and settings, logs each request, and ends cleanly',
  timeout,
  async () => {
    const running = start(scratch());
    const url = await addressOf(running);
    const port = new URL(url).port;
    expect(port).not.toBe('0');
    for (const words of [
      `MCP           ${url}/mcp\n`,
      'Data folder   ',
      'Workflows     3 workflows: 2 can run, 1 has errors: bad.yaml:1:19: ',
      'development: no credentials, only local clients',
      `claude mcp add --transport http signalbox ${url}/mcp`,
    ]) {
      expect(running.err()).toContain(words);
    }
    const answer = await invoke(url, 'w_greet', { name: 'a secret name' });
    const answered = Object(await answer.json());
    expect([answer.status, answered]).toMatchObject([
      200,
      { status: 'completed', result: { text: 'Hello, a secret name' } },
    ]);
    const wrong = Object(await (await invoke(url, 'w_greet', { nam: 'a secret name' })).json());
    await invoke(url, 'no_such_tool', {});
    running.child.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    const lines = running
      .err()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', message: expect.stringMatching(/^Error in bad\.yaml:1:19: /) },
      {
        level: 'info',
        message: 'request',
        route: '/mcp/tools/invoke',
        operation: 'w_greet',
        status: 200,
        code: null,
        run: answered.run_id,
      },
      { operation: 'w_greet', code: 'invalid_parameters', run: null, correlationId: wrong.correlation_id },
      { level: 'info', message: 'request', operation: 'tools/call', code: 'unknown_tool' },
    ]);
    expect(wrong.correlation_id).toMatch(/^[\da-f-]{36}$/);
    expect(running.err()).not.toContain('a secret name');
    expect(running.out()).toBe('');
  },
);

test(
  '[P7.2][P7.6] with --local-token every request needs the token that is printed; foreign pages and proxies are refused anyway',
  timeout,
  async () => {
    const running = start(scratch(), '--local-token');
    await running.says('Press Ctrl-C to end.');
    const printed = new URL(/http:\S+\?token=\S+/.exec(running.err())?.[0] ?? '');
    const token = printed.searchParams.get('token') ?? '';
    const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage> =>
      new Promise((resolve, reject) => {
        request(new URL(path, printed), { headers }, (answer) => resolve(answer.resume()))
          .on('error', reject)
          .end();
      });
    const bearer = { authorization: `Bearer ${token}` };
    for (const [path, headers, statusCode] of [
      ['/', {}, 401],
      ['/v1/runs', {}, 401],
      ['/v1/runs', { authorization: 'Bearer other' }, 401],
      // A token in the address counts only for the page.
      [`/v1/events?token=${token}`, {}, 401],
      ['/?token=other', {}, 401],
      ['/v1/runs', bearer, 200],
      ['/health', {}, 200],
      ['/v1/runs', { ...bearer, 'sec-fetch-site': 'cross-site' }, 403],
      ['/v1/runs', { ...bearer, via: '1.1 proxy' }, 403],
    ] as const) {
      const answer = await get(path, headers);
      expect([path, answer.statusCode]).toEqual([path, statusCode]);
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
    const entered = await get(`/${printed.search}`);
    expect(entered).toMatchObject({ statusCode: 303, headers: { location: '/' } });
    const [cookie = ''] = entered.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^signalbox-[0-9a-f]{8}=\S+; HttpOnly; SameSite=Strict; Path=\/$/);
    const [pair = ''] = cookie.split(';');
    for (const [headers, statusCode] of [
      [{}, 200],
      [{ origin: printed.origin, 'sec-fetch-site': 'same-origin' }, 200],
      // Browsers send the cookie for pages of other ports, too.
      [{ origin: 'http://127.0.0.1:1' }, 401],
      [{ 'sec-fetch-site': 'same-site' }, 401],
    ] as const)
      expect(await get('/v1/runs', { cookie: pair, ...headers })).toMatchObject({ statusCode });
    expect(running.err().split('Press Ctrl-C')[1]).not.toContain(token);
  },
);

test('[Y1.3][T10] new errors or warnings of a file are logged while it runs', timeout, async () => {
  const made = scratch();
  const running = start(made);
  await addressOf(running);
  await writeFile(join(made.folder, 'workflows/late.yawl'), '<specificationSet>');
  await running.says('Error in late.yawl:1:2: ');
  await writeFile(join(made.folder, 'workflows/twin.yaml'), documentFor('http://127.0.0.1:1/'));
  await running.says('Warning for twin.yaml:2:3: w.yaml also holds a workflow “greet”.');
  expect(running.err().split('Error in bad.yaml')).toHaveLength(2);
});

test('[T10] a log level hides lower levels', timeout, async () => {
  const running = start(scratch(), '--log-level', 'error');
  await (await invoke(await addressOf(running), 'w_greet', { name: 'Ada' })).json();
  running.child.kill('SIGINT');
  expect(await running.ended).toBe(0);
  expect(running.err()).not.toMatch(/^\{/m);
});

test('[W9.1] variables without an effect are logged once each, without their values', timeout, async () => {
  const { folder } = scratch();
  const env = { YAWL_PASSWORD: 'hush-hush', SIGNALBOX_PROT: 'hush-hush' };
  const running = startProgram(folder, ['serve', '--data', 'data', '--port', '0'], { env });
  started.push(running.child);
  await addressOf(running);
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
  const told = running
    .err()
    .split('\n')
    .filter((line) => /YAWL_|_PROT /.test(line));
  expect(told.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', message: expect.stringMatching(/^YAWL_PASSWORD has no effect: /) },
    { level: 'warn', message: 'SIGNALBOX_PROT is not a setting. Did you mean SIGNALBOX_PORT?' },
  ]);
  expect(running.err()).not.toContain('hush-hush');
});

test('[T10] it continues if its log is no longer read', timeout, async () => {
  const running = start(scratch());
  const url = await addressOf(running);
  running.child.stderr?.destroy();
  for (const name of ['Ada', 'Bob', 'Cyd']) {
    expect(await (await invoke(url, 'w_greet', { name })).json()).toMatchObject({ status: 'completed' });
  }
  running.child.kill('SIGTERM');
  expect(await running.ended).toBe(0);
});

test('[T10][P7.3] all errors of the settings are reported at once', async () => {
  const made = scratch();
  const environment = {
    SIGNALBOX_LOG_LEVEL: 'loud',
    SIGNALBOX_PUBLIC_URL: 'flows.example.com',
    HOME: made.folder,
  };
  const { code, err, out } = await made.run(
    ['serve', '--port', '70000', '--host', '0.0.0.0', '--toolsets', 'caes,all'],
    { environment },
  );
  expect([code, out]).toEqual([2, '']);
  for (const words of [
    '--port must be a whole number from 0 to 65535, not “70000”.',
    'SIGNALBOX_LOG_LEVEL must be',
    'SIGNALBOX_PUBLIC_URL must be an address',
    'Unknown toolset “caes”. Did you mean “cases”?',
    'No credentials are configured, and the server accepts connections from other machines',
    'Credentials would be sent over plain HTTP',
  ]) {
    expect(err).toContain(words);
  }
});

test.each(['0.0.0.0', '::', '192.168.1.5', 'example.com', '128.0.0.1', 'localhost.example.com'])(
  '[P7.3] %s is not served without credentials',
  async (host) => {
    const { code, err } = await scratch().run(['serve', '--data', 'data', '--host', host]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        'No credentials are configured, and the server accepts connections from other machines',
      ),
    ]);
  },
);

test.each([
  'https://box.example.com',
  'http://192.168.1.5:8484',
  'http://localhost.example.com',
  'http://[2001:db8::1]',
])('[P7.3] without credentials requests to %s are refused', async (publicUrl) => {
  const environment = { SIGNALBOX_PUBLIC_URL: publicUrl };
  const { code, err } = await scratch().run(['serve', '--data', 'data', '--port', '0'], { environment });
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('the server accepts connections from other machines'),
  ]);
});

test('[P7.3] an address of this machine may be its public one', timeout, async () => {
  const made = scratch();
  const running = startProgram(made.folder, ['serve', '--data', 'data', '--port', '0'], {
    env: { SIGNALBOX_PUBLIC_URL: 'http://localhost:9000/box' },
  });
  started.push(running.child);
  const url = await addressOf(running);
  expect(running.err()).toContain('Reached under http://localhost:9000/box\n');
  expect(await (await fetch(`${url}/mcp/server-card`)).json()).toMatchObject({
    remotes: [{ url: 'http://localhost:9000/box/mcp' }],
  });
});

test('[T10] a port in use is reported, with what to do', timeout, async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const made = scratch();
  const running = startProgram(made.folder, ['serve', '--data', 'data', '--port', `${port}`]);
  started.push(running.child);
  expect(await running.ended).toBe(1);
  expect(running.err()).toContain(`Port ${port} of 127.0.0.1 is in use`);
  expect(running.err()).toContain('--port');
  holder.close();
});

test(
  '[T10][R6.1] over a folder that another process owns it attaches, and reports that',
  timeout,
  async () => {
    const made = scratch();
    const owner = start(made);
    await addressOf(owner);
    const second = start(made);
    const url = await addressOf(second);
    expect(second.err()).toContain(`(attached to process ${owner.child.pid})`);
    expect(await (await invoke(url, 'w_greet', { name: 'Ada' })).json()).toMatchObject({
      status: 'completed',
    });
    owner.child.kill('SIGKILL');
    await owner.ended;
    expect(await (await invoke(url, 'w_greet', { name: 'Bob' })).json()).toMatchObject({
      status: 'completed',
    });
  },
);

test(
  '[W10.3] the secret of an issuer is not in the log, whatever its variable is named and whichever caller sends it',
  timeout,
  async () => {
    const plain = 'innocent-words-of-thirty-two-bytes-or-more';
    const made = scratch();
    const text = `issuers: [{ issuer: house, secret: "\${env:PLAIN_WORDS}", audience: signalbox, scopes: [admin] }]`;
    await writeFile(`${made.folder}/auth.yaml`, text, { mode: 0o600 });
    const args = ['serve', '--data', 'data', '--port', '0', '--auth', 'auth.yaml'];
    const running = startProgram(made.folder, args, { env: { PLAIN_WORDS: plain } });
    started.push(running.child);
    const url = await addressOf(running);
    for (const id of [plain, 'mine-1']) {
      await fetch(`${url}/v1/runs`, { headers: { 'x-correlation-id': id } });
    }
    running.child.kill('SIGTERM');
    await running.ended;
    expect(running.err()).toContain('"correlationId":"[redacted]"');
    expect(running.err()).toContain('"correlationId":"mine-1"');
    expect(running.err()).not.toContain(plain);
  },
);

/** Responds when it is released. */
async function openSlow() {
  let release = (): void => {};
  let asked = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wasAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const server = await startLocalServer((_, response) => {
    asked();
    void released.then(() => response.end('{}'));
  });
  others.push(server);
  return { url: `${server.url}/`, release, wasAsked };
}

test(
  '[P7.4] a waiting call is answered at once, and the calls of the run may end first',
  timeout,
  async () => {
    const slow = await openSlow();
    const made = scratch(slow.url);
    const running = start(made);
    const url = await addressOf(running);
    const call = invoke(url, 'w_slow', { wait_ms: 20_000 });
    await slow.wasAsked;
    running.child.kill('SIGTERM');
    const answer = await call;
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'running' }]);
    slow.release();
    expect(await running.ended).toBe(0);
    const list = await made.run(['runs', '--json', '--data', 'data'], { environment: { HOME: made.folder } });
    expect(JSON.parse(list.out).runs).toMatchObject([{ status: 'completed' }]);
  },
);

test(
  '[P7.4] a second signal ends it immediately; the run continues with the next start',
  timeout,
  async () => {
    const slow = await openSlow();
    const made = scratch(slow.url);
    const running = start(made);
    const call = invoke(await addressOf(running), 'w_slow', { wait_ms: 20_000 });
    await slow.wasAsked;
    running.child.kill('SIGINT');
    await running.says('Shutting down after the calls in progress.');
    expect(await (await call).json()).toMatchObject({ status: 'running' });
    running.child.kill('SIGINT');
    expect(await running.ended).toBe(130);
    slow.release();
    const next = start(made);
    const url = await addressOf(next);
    const list = await made.run(['runs', '--json', '--data', 'data'], { environment: { HOME: made.folder } });
    const [run] = JSON.parse(list.out).runs;
    const status = await invoke(url, 'cases_status', { case_id: run.run, wait_ms: 20_000 });
    expect(await status.json()).toMatchObject({ status: 'completed' });
  },
);
