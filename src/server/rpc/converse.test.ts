import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openRpcFixture, type ScriptedTool } from '../../../test/server/rpc-fixture.ts';
import { createRandom, type Random } from '../../testing/index.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import { type ConversationOptions, converse } from './converse.ts';

interface Message {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

function open(more: Partial<ConversationOptions> = {}, tools: Readonly<Record<string, ScriptedTool>> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  const stop = new AbortController();
  const gates = new Map<unknown, () => void>();
  const wait: ScriptedTool = (given) =>
    new Promise((resolve) => gates.set(given['name'], () => resolve(given)));
  const fixture = openRpcFixture({ wait, ...tools });
  const talking = converse({
    dependencies: fixture.dependencies,
    mcpCaller: { principal: developmentPrincipal('ann'), choice: undefined },
    input,
    output,
    stop: stop.signal,
    ...more,
  });
  const said: Message[] = [];
  let rest = '';
  let wake = (): void => {};
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const hear = (): void => {
    output.setEncoding('utf8').on('data', (piece: string) => {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      said.push(...lines.map((line) => JSON.parse(line) as Message));
      wake();
    });
  };
  const say = (message: unknown): void => {
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  };
  const heard = (count: number) => until(() => said.length >= count);
  return { ...fixture, input, output, stop, gates, talking, said, hear, say, until, heard };
}

const request = (id: unknown, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const waits = (name: string) => request(name, 'wait', { name });

/** All immediate work is done. */
const turns = async () => {
  for (let at = 0; at < 10; at++) await new Promise((resolve) => setImmediate(resolve));
};

test('[W6.1] answers come as they are ready, and requests before the end are answered after it', async () => {
  const { hear, say, gates, heard, said, input, talking } = open();
  hear();
  say(waits('first'));
  say('');
  say('  \r');
  say(waits('second'));
  say(request('third', 'echo'));
  await heard(1);
  input.end();
  await talking.over;
  gates.get('second')?.();
  await heard(2);
  gates.get('first')?.();
  await talking.settled();
  expect(said.map(({ id }) => id)).toEqual(['third', 'second', 'first']);
});

test('[W6.1] an unterminated last line is answered', async () => {
  const { hear, input, talking, said } = open();
  hear();
  input.end(JSON.stringify(request(1, 'echo')));
  await talking.over;
  await talking.settled();
  await turns();
  expect(said).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
});

test('[W6.1] an invalid message is refused, and the connection continues', async () => {
  const { hear, say, heard, said } = open();
  hear();
  const rows: readonly (readonly [line: string, code: number])[] = [
    ['{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', -32700],
    ['[{"jsonrpc": "2.0", "method": "sum", "id": "1"},{"jsonrpc": "2.0", "method"]', -32700],
    ['\u0000\u001b[31m', -32700],
    ['['.repeat(100_000), -32600],
    [`"${'x'.repeat(4 * 1_024 * 1_024)}"`, -32600],
  ];
  for (const [line, code] of rows) {
    const count = said.length + 1;
    say(line);
    await heard(count);
    expect([line.slice(0, 20), said.at(-1)]).toMatchObject([
      line.slice(0, 20),
      { id: null, error: { code } },
    ]);
  }
  say(request(9, 'echo'));
  await heard(rows.length + 1);
  expect(said.at(-1)).toMatchObject({ id: 9, result: {} });
});

test('[W6.1] bytes that are not text are refused', async () => {
  const { hear, input, heard, said } = open();
  hear();
  input.write(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]));
  await heard(1);
  expect(said).toMatchObject([{ id: null, error: { code: -32700 } }]);
});

test('[W6.1] concurrency is limited: a client that sends more waits', async () => {
  const { hear, say, gates, called, heard, input, talking } = open({ concurrency: 3 });
  hear();
  for (let at = 0; at < 10; at++) say(waits(`w${at}`));
  await turns();
  expect(called).toHaveLength(3);
  gates.get('w1')?.();
  await heard(1);
  await turns();
  expect(called).toHaveLength(4);
  input.end();
  for (let at = 0; at < 10; at++) {
    await expect.poll(() => gates.has(`w${at}`)).toBe(true);
    gates.get(`w${at}`)?.();
  }
  await talking.over;
  await talking.settled();
  await heard(10);
});

test('[W6.1] a client that does not read gets no more answers, and its requests are not read', async () => {
  const big = 'x'.repeat(100_000);
  const { say, called, hear, heard } = open({ concurrency: 2 }, { big: () => ({ big }) });
  for (let at = 0; at < 20; at++) say(request(at, 'big'));
  await turns();
  expect(called.length).toBeLessThan(5);
  hear();
  await heard(20);
});

test('[W6.1] shutdown is answered last, and nothing is read after it', async () => {
  const { hear, say, gates, talking, said, called, heard } = open();
  hear();
  say(waits('before'));
  say([request('s', 'shutdown'), request('t', 'shutdown'), request('b', 'echo')]);
  say(request('after', 'echo'));
  await talking.over;
  await turns();
  expect([called, said]).toEqual([['wait', 'echo'], []]);
  gates.get('before')?.();
  await talking.settled();
  await heard(2);
  expect(said).toEqual([
    { jsonrpc: '2.0', id: 'before', result: { name: 'before' } },
    [
      { jsonrpc: '2.0', id: 's', result: null },
      { jsonrpc: '2.0', id: 't', result: null },
      { jsonrpc: '2.0', id: 'b', result: {} },
    ],
  ]);
});

test('[W6.1] the connection ends when it is stopped, and when the client no longer reads', async () => {
  const stopped = open();
  stopped.stop.abort();
  await stopped.talking.over;
  const left = open();
  left.output.destroy();
  await left.talking.over;
  const broken = open();
  broken.input.destroy(new Error('gone'));
  await broken.talking.over;
});

const seed = 20_261_116;

test(`[W6.1] random input: each line has one valid answer or none, and the connection continues (seed ${seed})`, async () => {
  const random = createRandom(seed);
  // One after the other, so that each answer belongs to a known request.
  const { hear, input, say, until, said, talking } = open({ concurrency: 1 });
  hear();
  let answered = 0;
  for (let round = 0; round < 2_000; round++) {
    const line = nonsense(random);
    input.write(Buffer.concat([line, Buffer.from('\n')]));
    say(request(`alive ${round}`, 'echo'));
    await until(() => said.at(-1)?.id === `alive ${round}`);
    const own = said.splice(0).slice(0, -1);
    expect([round, line.toString(), own.length <= 1, own.filter((each) => !isAnswer(each))]).toEqual([
      round,
      line.toString(),
      true,
      [],
    ]);
    answered += own.length;
  }
  // Neither is rare.
  expect(answered).toBeGreaterThan(500);
  expect(answered).toBeLessThan(1_900);
  input.end();
  await talking.over;
});

function nonsense(random: Random): Buffer {
  const text = JSON.stringify(randomMessage(random, 3)) ?? '';
  switch (random.int(4)) {
    case 0:
      return Buffer.from(
        Array.from({ length: random.int(40) }, () => random.int(256)).filter((byte) => byte !== 10),
      );
    case 1: {
      const bytes = Buffer.from(text);
      for (let at = 0; at < 3 && bytes.length > 0; at++)
        bytes[random.int(bytes.length)] = random.between(32, 126);
      return bytes;
    }
    case 2:
      return Buffer.from(text.slice(0, random.int(text.length + 1)));
    default:
      return Buffer.from(text);
  }
}

/** Something like a message, or like a batch. */
function randomMessage(random: Random, depth: number): unknown {
  if (depth > 0 && random.chance(0.2)) {
    return Array.from({ length: random.int(5) }, () => randomMessage(random, depth - 1));
  }
  const made: Record<string, unknown> = {};
  const values = [
    '2.0',
    '1.0',
    'echo',
    'subtract',
    'tools/call',
    'tools/list',
    'initialize',
    'no',
    1,
    -0.5,
    1e300,
  ];
  const any = () =>
    random.pick<unknown>([...values, null, true, [], {}, [1], { name: 'echo' }, '\u2028\n', ['']]);
  made['jsonrpc'] = random.chance(0.85) ? '2.0' : any();
  made['method'] = random.chance(0.8) ? random.pick(['echo', 'tools/call', 'no']) : any();
  if (random.chance(0.6)) made['id'] = any();
  if (random.chance(0.6)) made['params'] = any();
  if (random.chance(0.1)) made[random.pick(['__proto__', 'toString', 'x', ''])] = any();
  return random.chance(0.95) ? made : any();
}

/** As the specification requires: either result or error, and a valid id. */
function isAnswer(value: unknown): boolean {
  if (Array.isArray(value))
    return value.length > 0 && value.every((each) => !Array.isArray(each) && isAnswer(each));
  if (typeof value !== 'object' || value === null) return false;
  const { jsonrpc, id, result, error, ...others } = value as Record<string, unknown>;
  const isId = id === null || typeof id === 'string' || typeof id === 'number';
  const { code, message, data, ...more } = Object(error) as Record<string, unknown>;
  const isError =
    Number.isInteger(code) && typeof message === 'string' && typeof data === 'object' && isEmpty(more);
  return (
    jsonrpc === '2.0' &&
    isId &&
    isEmpty(others) &&
    (error === undefined ? result !== undefined : isError && result === undefined)
  );
}

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;
