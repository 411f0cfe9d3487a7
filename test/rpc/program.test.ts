/** `signalbox rpc` as a process: its output carries only answers, and it ends cleanly. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture, type StdioCommand } from '../mcp/program-fixture.ts';
import { StdioConversation } from '../mcp/stdio-conversation.ts';

let programFixture: ProgramFixture;

beforeAll(async () => {
  programFixture = await createProgramFixture({
    'broken.yaml': 'workflows: { a: [',
    'doze.yaml': 'workflows: { doze: { graph: { doze: { wait: 500 } } } }\n',
  });
});

afterAll(() => programFixture.remove());

test('[W6.1] for any input and any writer, its output is only JSON-RPC', async () => {
  const noise = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => console.log('noise'));")}`;
  const { command, args, cwd } = programFixture.rpc();
  const loud: StdioCommand = { command, args: ['--import', noise, ...args], cwd };
  const conversation = new StdioConversation(programFixture.start(loud));
  await conversation.initialize();
  for (const nonsense of ['hello?', '[', '\u0000\u001b[31m\u0007', '['.repeat(100_000), '{}', '[]', '']) {
    conversation.send(nonsense);
  }
  conversation.child.kill('SIGUSR2');
  await conversation.complained(/noise/);
  expect(await conversation.request('workflow_list')).toMatchObject({
    result: { workflows: expect.any(Array) },
  });
  expect(await conversation.request('shutdown')).toMatchObject({ result: null });
  await conversation.ended;
  expect([conversation.child.exitCode, conversation.nonMessages()]).toEqual([0, []]);
});

test('[W6.1] when its client disconnects, it answers all requests and ends', async () => {
  const conversation = new StdioConversation(programFixture.start(programFixture.rpc()));
  const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'workflow_list' }));
  conversation.send(JSON.stringify(batch));
  const answers = Array.from({ length: 30 }, () => conversation.request('w_doze'));
  const ended = conversation.end();
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ result: { status: 'completed' } });
  }
  expect(await ended).toBe(0);
  expect(conversation.lines).toHaveLength(31);
  // One of the documents has an error, and nothing else is wrong.
  expect(conversation.complaints.trim().split('\n')).toEqual([
    expect.stringContaining('Error in broken.yaml:1:17:'),
  ]);
});

test('[W6.1] it ends on a signal, and with 2 for invalid usage', async () => {
  const conversation = new StdioConversation(programFixture.start(programFixture.rpc()));
  await conversation.request('workflow_list');
  expect(await conversation.stop()).toBe(0);
  const wrong = new StdioConversation(
    programFixture.start(programFixture.rpc('--toolsets', 'no_such_toolset')),
  );
  await wrong.ended;
  expect([wrong.child.exitCode, wrong.lines]).toEqual([2, []]);
});
