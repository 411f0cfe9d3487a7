/** Standard output of `signalbox stdio` carries messages of the protocol and nothing else, whatever happens. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place, type StdioCommand } from './place.ts';
import { Talk } from './talk.ts';

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
