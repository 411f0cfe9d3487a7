/** Standard output of `signalbox stdio` carries messages of the protocol and nothing else, whatever happens. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place, type StdioCommand } from './place.ts';

let place: Place;

beforeAll(async () => {
  place = await makePlace({
    'broken.yaml': 'workflows: { a: [',
    'wrong.yaml': 'workflows: { wrong: { graph: { a: { depends_on: [nobody] } } } }\n',
    'binary.yaml': '\u0000\u0001\u0002',
    'doze.yaml': 'workflows: { doze: { graph: { doze: { wait: 500 } } } }\n',
  });
});

afterAll(() => place.remove());

test('[P1.2] nonsense is answered by the protocol, or not at all', async () => {
  const talk = new Talk(place.start(place.stdio()));
  await talk.greet();
  for (const nonsense of [
    'hello?',
    '{"jsonrpc":"2.0"',
    '[]',
    'null',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":77,"result":{}}',
    '\u0000\u001b[31m\u0007',
    '['.repeat(100_000),
    `{"jsonrpc":"2.0","method":"notifications/${'x'.repeat(100_000)}"}`,
    '',
  ]) {
    talk.send(nonsense);
  }
  expect(await talk.request('no/such/method')).toMatchObject({ error: { code: -32601 } });
  expect(await talk.request('tools/call', { name: 42 })).toMatchObject({ error: {} });
  expect(await talk.request('tools/call', { name: 'w_hello', arguments: 'x' })).toMatchObject({ error: {} });
  expect(await talk.request('tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
  expect(await talk.end()).toBe(0);
  expect(talk.impurities()).toEqual([]);
});

test('[P1.2] documents with mistakes are told by tools, not by words in between', async () => {
  const talk = new Talk(place.start(place.stdio()));
  await talk.greet();
  const listed = await talk.request('tools/call', { name: 'workflow_list', arguments: { valid: false } });
  expect(JSON.stringify(listed)).toContain('wrong');
  await place.write('later.yaml', 'workflows: }{');
  await place.write('other.yaml', 'workflows: { other: { graph: { a: { call: echo } } } }\n');
  await talk.notified('notifications/tools/list_changed');
  expect(await talk.end()).toBe(0);
  expect(talk.impurities()).toEqual([]);
});

test('[P1.2] whatever else writes there is led to the error stream', async () => {
  const noise = `data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => {
      console.log('noise of a package');
      console.info('noise');
      process.stdout.write('more of it\\n');
      process.emitWarning('a warning');
    });`,
  )}`;
  const { command, args, cwd } = place.stdio();
  const loud: StdioCommand = { command, args: ['--import', noise, ...args], cwd };
  const talk = new Talk(place.start(loud));
  await talk.greet();
  talk.child.kill('SIGUSR2');
  await talk.complained(/a warning/);
  expect(await talk.request('ping')).toMatchObject({ result: {} });
  expect(talk.complaints).toMatch(/noise of a package[\s\S]*more of it/);
  expect(await talk.end()).toBe(0);
  expect(talk.impurities()).toEqual([]);
});

test('[P1.2][P1.4] the owner of the folder is killed: stdio takes over without a word', async () => {
  const owner = await place.serve();
  const talk = new Talk(place.start(place.stdio()));
  await talk.greet();
  const first = await talk.request('tools/call', { name: 'workflow_list', arguments: {} });
  expect(first).toMatchObject({ result: {} });
  await owner.kill();
  const source = 'workflows: { kept: { graph: { a: { call: echo, args: { text: kept } } } } }\n';
  const run = { name: 'workflow_run', arguments: { manifest_content: source } };
  expect(await talk.request('tools/call', run)).toMatchObject({
    result: { structuredContent: { status: 'completed' } },
  });
  expect(await talk.end()).toBe(0);
  expect(talk.impurities()).toEqual([]);
});

test('[P1.2] when its client goes, the process ends, and answers first what was asked', async () => {
  const talk = new Talk(place.start(place.stdio()));
  await talk.greet();
  const answer = talk.request('tools/call', { name: 'w_doze', arguments: {} });
  const ended = talk.end();
  expect(await answer).toMatchObject({ result: { structuredContent: { status: 'completed' } } });
  expect(await ended).toBe(0);
  expect(talk.impurities()).toEqual([]);
});

test('[P1.2][T10] what is misunderstood is told on the error stream, with exit code 2', async () => {
  const talk = new Talk(place.start(place.stdio('--toolsets', 'no_such_toolset')));
  await talk.ended;
  expect(talk.child.exitCode).toBe(2);
  expect(talk.complaints).toContain('no_such_toolset');
  expect(talk.lines).toEqual([]);
});

type Message = Readonly<Record<string, unknown>>;

/** A conversation by hand, because no client would say what is said here. */
class Talk {
  readonly child: ChildProcess;
  readonly ended: Promise<unknown>;
  readonly lines: string[] = [];
  complaints = '';
  #rest = '';
  #lastId = 0;
  readonly #watchers = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    this.ended = once(child, 'close');
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      const parts = (this.#rest + piece).split('\n');
      this.#rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.#tell();
    });
    child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
      this.complaints += piece;
      this.#tell();
    });
  }

  send(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async greet(): Promise<void> {
    const clientInfo = { name: 'hand', version: '1' };
    await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  }

  request(method: string, params: Message = {}): Promise<Message> {
    const id = `hand-${++this.#lastId}`;
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    return this.#until(() => this.#messages().find((message) => message['id'] === id));
  }

  notified(method: string): Promise<Message> {
    return this.#until(() => this.#messages().find((message) => message['method'] === method));
  }

  async complained(pattern: RegExp): Promise<void> {
    await this.#until(() => (pattern.test(this.complaints) ? true : undefined));
  }

  /** @returns the exit code */
  async end(): Promise<number | null> {
    this.child.stdin?.end();
    await this.ended;
    return this.child.exitCode;
  }

  /** What was written and is no message. */
  impurities(): readonly string[] {
    const impure = this.lines.filter((line) => readMessage(line) === undefined);
    return this.#rest === '' ? impure : [...impure, this.#rest];
  }

  #messages(): readonly Message[] {
    return this.lines.map(readMessage).filter((message) => message !== undefined);
  }

  #until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#watchers.delete(look);
        resolve(found);
      };
      this.#watchers.add(look);
      look();
      void this.ended.then(() => reject(new Error(`It ended.\n${this.complaints}`)));
    });
  }

  #tell(): void {
    for (const look of [...this.#watchers]) look();
  }
}

function readMessage(line: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(line);
    const isOne = typeof message === 'object' && message !== null && 'jsonrpc' in message;
    return isOne && message.jsonrpc === '2.0' ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}
