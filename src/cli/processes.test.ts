/** Tests the program as separate processes over one data folder, killed and restarted. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../test/cli/open-scratch.ts';
import { endPrograms, type RunningProgram, startProgram } from '../../test/cli/start-program.ts';

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
const servers: Server[] = [];
afterEach(async () => {
  await endPrograms(started.splice(0));
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const each of opened.splice(0)) each.close();
});

/** Responds only when it is released, and records the idempotency keys. */
async function openServer() {
  const keys: (string | undefined)[] = [];
  const waiting: ServerResponse[] = [];
  let isReleased = false;
  const server = createServer((request, response) => {
    const { 'idempotency-key': key } = request.headers;
    keys.push(Array.isArray(key) ? key[0] : key);
    if (isReleased) response.end('{}');
    else waiting.push(response);
    server.emit('asked');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    keys,
    asked: async (times: number) => {
      while (keys.length < times) await once(server, 'asked');
    },
    release: () => {
      isReleased = true;
      for (const response of waiting.splice(0)) response.end('{}');
    },
  };
}

const documentFor = (port: number): string => `workflows:
  count:
    description: Counts slowly
    graph:
      one: { call: echo, args: { n: 1 } }
      slow: { call: http, depends_on: [one], args: { method: GET, url: "http://127.0.0.1:${port}/" } }
      two: { call: echo, depends_on: [slow], args: { n: 2 } }
  order:
    description: Orders something that must not be ordered twice
    graph:
      post: { call: http, args: { method: POST, url: "http://127.0.0.1:${port}/" } }
      thank: { call: echo, depends_on: [post], args: { id: $post.body.id } }
  ask:
    description: Asks
    graph:
      question: { type: yield, message: How many?, expects: { count: int } }
`;

async function openFolder() {
  const server = await openServer();
  const document = documentFor(server.port);
  const { folder } = scratch({ 'workflows/w.yaml': document });
  return { server, document, cwd: folder };
}

function scratch(files: Readonly<Record<string, string>>): Scratch {
  const made = openScratch(files);
  opened.push(made);
  return made;
}

function start(cwd: string, ...args: readonly string[]): RunningProgram {
  const running = startProgram(cwd, [...args, '--data', 'data']);
  started.push(running.child);
  return running;
}

const run = (cwd: string, ...args: readonly string[]) => outcomeOf(start(cwd, ...args));

async function outcomeOf(running: RunningProgram) {
  const code = await running.ended;
  return { code, out: running.out(), err: running.err() };
}

const timeout = { timeout: 120_000 };

test(
  '[T7][R5.1] a run whose process is killed continues where it was when the next process opens it',
  timeout,
  async () => {
    const { cwd, server } = await openFolder();
    const first = start(cwd, 'run', 'count');
    await server.asked(1);
    first.child.kill('SIGKILL');
    expect(await first.ended).toBeNull();
    const shown = await run(cwd, 'show', 'last');
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(/● executing[\s\S]*✓ one[\s\S]*● slow[\s\S]*· two/);
    const following = start(cwd, 'show', 'last', '--follow');
    await server.asked(server.keys.length + 1);
    server.release();
    expect(await following.ended).toBe(0);
    expect(following.out()).toBe('{\n  "n": 2\n}\n');
    // Work from before the crash is not repeated, and the interrupted call is repeated under its own key.
    expect(following.err().match(/one calls echo/g)).toHaveLength(1);
    expect(new Set(server.keys).size).toBe(1);
    expect(server.keys[0]).toEqual(expect.any(String));
  },
);

test(
  '[T7][T8][R6.1] a second process runs and answers over the folder that the first one owns',
  timeout,
  async () => {
    const { cwd, server } = await openFolder();
    const owner = start(cwd, 'run', 'count');
    await server.asked(1);
    const asking = await run(cwd, 'run', 'ask', '--json');
    expect({ code: asking.code, err: asking.err }).toEqual({ code: 4, err: '' });
    const { waitingFor } = JSON.parse(asking.out);
    const answered = await run(cwd, 'answer', waitingFor[0].item, 'count=3', '--json');
    expect(answered.code).toBe(0);
    expect(JSON.parse(answered.out)).toMatchObject({ status: 'completed', output: { count: 3 } });
    server.release();
    expect(await owner.ended).toBe(0);
    expect(owner.out()).toBe('{\n  "n": 2\n}\n');
    expect(server.keys).toHaveLength(1);
    const all = JSON.parse((await run(cwd, 'runs', '--json')).out).runs;
    expect(all.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed']);
  },
);

test(
  '[T7][R6.2] a process that only watched continues the run when the owner is killed',
  timeout,
  async () => {
    const { cwd, server } = await openFolder();
    const owner = start(cwd, 'run', 'count');
    await server.asked(1);
    const following = start(cwd, 'show', 'last', '--follow');
    await following.says('slow calls http');
    owner.child.kill('SIGKILL');
    await server.asked(2);
    server.release();
    expect(await following.ended).toBe(0);
    expect(following.out()).toBe('{\n  "n": 2\n}\n');
    expect(new Set(server.keys).size).toBe(1);
  },
);

test(
  '[T9][R6.1] doctor names the owner of the folder; a file that the owner does not read is refused with the reason',
  timeout,
  async () => {
    const { cwd, server, document } = await openFolder();
    const elsewhere = scratch({ 'other.yaml': document.replaceAll('Counts', 'Adds') });
    const owner = start(cwd, 'run', 'count');
    await server.asked(1);
    const examined = await run(cwd, 'doctor');
    expect(examined.out).toContain(`Process ${owner.child.pid} owns the folder and responds.`);
    const refused = await run(cwd, 'run', `${elsewhere.folder}/other.yaml`, '--workflow', 'count');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain(`Process ${owner.child.pid} owns this data folder and does not read `);
    const unknown = await run(cwd, 'run', 'cuont', '--workflows', elsewhere.folder);
    expect(unknown.err).toMatch(
      /Did you mean “count”\? Process \d+ owns this data folder .*--workflows has no effect\.\n/,
    );
  },
);

test('[T7] Ctrl-C while calls in progress end returns the code of the command', timeout, async () => {
  const { cwd, server } = await openFolder();
  const leaving = start(cwd, 'run', 'count', '--no-wait');
  await leaving.says('Waiting for calls in progress to end.');
  leaving.child.kill('SIGINT');
  expect(await leaving.ended).toBe(0);
  expect(leaving.out()).toMatch(/^run_\w+\n$/);
  server.release();
  expect((await run(cwd, 'show', 'last', '--follow')).out).toBe('{\n  "n": 2\n}\n');
});

test(
  '[T8][R5.1] a call in doubt is answered with one word; succeeded requires the result',
  timeout,
  async () => {
    const { cwd, server } = await openFolder();
    const killed = start(cwd, 'run', 'order');
    await server.asked(1);
    killed.child.kill('SIGKILL');
    await killed.ended;
    // A verb that moves runs detects the doubt.
    const followed = await run(cwd, 'show', 'last', '--follow');
    expect(followed.code).toBe(4);
    const [, id] = /signalbox answer (run_\w+\.\d+) retry/.exec(followed.err) ?? [];
    const hints = ['retry', 'failed message=…', 'succeeded output=…'].map(
      (words) => `    → signalbox answer ${id} ${words} --data data\n`,
    );
    expect(followed.err).toContain(
      `${hints.join('')}    output is the result of the call as JSON; null if it returned nothing\n`,
    );
    const refused = async (...words: readonly string[]) => {
      const { code, out, err } = await run(cwd, 'answer', 'last', ...words);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(hints.join('').replaceAll(/^ {2}/gm, ''));
      return err;
    };
    expect(await refused('succeeded')).toMatch(/^Pass the result of the call with output=JSON/);
    expect(await refused('--value', '{"verdict": "succeeded"}')).toMatch(/^Pass the result of the call/);
    expect(await refused('failed')).toMatch(/^Pass the reason of the failure with message=TEXT\.\n/);
    expect(await refused('again')).toMatch(/^A value must be NAME=VALUE, not “again”\.\n/);
    expect(await refused('verdict=maybe')).toMatch(
      /^The verdict on a call must be one of retry, failed, succeeded\.\n/,
    );
    const answered = await run(cwd, 'answer', 'last', 'succeeded', 'output={"body": {"id": 7}}', '--json');
    expect(JSON.parse(answered.out)).toMatchObject({ status: 'completed', output: { id: 7 } });
    expect(server.keys).toHaveLength(1);
  },
);

test('[T7] Ctrl-C leaves the run, which is stored', timeout, async () => {
  const { cwd, server } = await openFolder();
  const running = start(cwd, 'run', 'count');
  await server.asked(1);
  running.child.kill('SIGINT');
  await running.says('It is stored and continues when a Signalbox runs on this data folder.');
  // A call in progress may still be answered before the process ends.
  server.release();
  expect(await running.ended).toBe(130);
  expect((await run(cwd, 'show', 'last', '--follow')).code).toBe(0);
});
