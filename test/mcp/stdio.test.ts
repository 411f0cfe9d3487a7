/** Standard output of `signalbox stdio` carries only protocol messages. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type StdioCommand } from './program-fixture.ts';
import { StdioConversation } from './stdio-conversation.ts';

let programFixture: ProgramFixture;

beforeAll(async () => {
  programFixture = await createProgramFixture({
    'broken.yaml': 'workflows: { a: [',
    'wrong.yaml': 'workflows: { wrong: { graph: { a: { depends_on: [nobody] } } } }\n',
    'binary.yaml': '\u0000\u0001\u0002',
    'doze.yaml': 'workflows: { doze: { graph: { doze: { wait: 500 } } } }\n',
  });
});

afterAll(() => programFixture.remove());

test('[P1.2] invalid input is answered by the protocol, or not at all', async () => {
  const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
  await conversation.initialize();
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
    conversation.send(nonsense);
  }
  expect(await conversation.request('no/such/method')).toMatchObject({ error: { code: -32601 } });
  expect(await conversation.request('tools/call', { name: 42 })).toMatchObject({ error: {} });
  expect(await conversation.request('tools/call', { name: 'w_hello', arguments: 'x' })).toMatchObject({
    error: {},
  });
  expect(await conversation.request('tools/list')).toMatchObject({ result: { tools: expect.any(Array) } });
  expect(await conversation.end()).toBe(0);
  expect(conversation.nonMessages()).toEqual([]);
});

test('[P1.5] a line over the limit is an error, and the next request is answered', async () => {
  const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
  await conversation.initialize();
  conversation.send('x'.repeat(11 * 1_048_576));
  expect(await conversation.request('ping')).toMatchObject({ result: {} });
  expect(conversation.lines.join()).toContain('The line has more than 10485760 bytes, which is the limit.');
  expect(await conversation.end()).toBe(0);
  expect(conversation.nonMessages()).toEqual([]);
});

test('[P1.2] documents with errors are reported by tools, not on standard output', async () => {
  const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
  await conversation.initialize();
  const listed = await conversation.request('tools/call', {
    name: 'workflow_list',
    arguments: { valid: false },
  });
  expect(JSON.stringify(listed)).toContain('wrong');
  await programFixture.write('later.yaml', 'workflows: }{');
  await programFixture.write('other.yaml', 'workflows: { other: { graph: { a: { call: echo } } } }\n');
  await conversation.notified('notifications/tools/list_changed');
  expect(await conversation.end()).toBe(0);
  expect(conversation.nonMessages()).toEqual([]);
});

test('[P1.2] other output is redirected to standard error', async () => {
  const noise = `data:text/javascript,${encodeURIComponent(
    `process.on('SIGUSR2', () => {
      console.log('noise of a package');
      console.info('noise');
      process.stdout.write('more of it\\n');
      process.emitWarning('a warning');
    });`,
  )}`;
  const { command, args, cwd } = programFixture.stdio();
  const loud: StdioCommand = { command, args: ['--import', noise, ...args], cwd };
  const conversation = new StdioConversation(programFixture.start(loud));
  await conversation.initialize();
  conversation.child.kill('SIGUSR2');
  await conversation.complained(/a warning/);
  expect(await conversation.request('ping')).toMatchObject({ result: {} });
  expect(conversation.complaints).toMatch(/noise of a package[\s\S]*more of it/);
  expect(await conversation.end()).toBe(0);
  expect(conversation.nonMessages()).toEqual([]);
});

test('[P1.2][P1.4] the owner of the folder is killed: stdio takes over silently', async () => {
  const owner = await programFixture.serve();
  const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
  await conversation.initialize();
  const first = await conversation.request('tools/call', { name: 'workflow_list', arguments: {} });
  expect(first).toMatchObject({ result: {} });
  await owner.kill();
  const source = 'workflows: { kept: { graph: { a: { call: echo, args: { text: kept } } } } }\n';
  const run = { name: 'workflow_run', arguments: { manifest_content: source } };
  expect(await conversation.request('tools/call', run)).toMatchObject({
    result: { structuredContent: { status: 'completed' } },
  });
  expect(await conversation.end()).toBe(0);
  expect(conversation.nonMessages()).toEqual([]);
});

test('[P1.2] when its client disconnects, the process answers all requests and exits', async () => {
  const conversation = new StdioConversation(programFixture.start(programFixture.stdio()));
  await conversation.initialize();
  const answer = conversation.request('tools/call', { name: 'w_doze', arguments: {} });
  const ended = conversation.end();
  expect(await answer).toMatchObject({ result: { structuredContent: { status: 'completed' } } });
  expect(await ended).toBe(0);
  expect(conversation.nonMessages()).toEqual([]);
});

test('[P1.2][T10] invalid usage is reported on standard error, with exit code 2', async () => {
  const conversation = new StdioConversation(
    programFixture.start(programFixture.stdio('--toolsets', 'no_such_toolset')),
  );
  await conversation.ended;
  expect(conversation.child.exitCode).toBe(2);
  expect(conversation.complaints).toContain('no_such_toolset');
  expect(conversation.lines).toEqual([]);
});
