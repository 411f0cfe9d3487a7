/** `signalbox rpc` as a process: its output carries answers and nothing else, and it ends well. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePlace, type Place, type StdioCommand } from '../mcp/place.ts';
import { Talk } from '../mcp/talk.ts';

let place: Place;

beforeAll(async () => {
  place = await makePlace({
    'broken.yaml': 'workflows: { a: [',
    'doze.yaml': 'workflows: { doze: { graph: { doze: { wait: 500 } } } }\n',
  });
});

afterAll(() => place.remove());

test('[W6.1] whatever is sent and whoever writes, its output is JSON-RPC alone', async () => {
  const noise = `data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => console.log('noise'));")}`;
  const { command, args, cwd } = place.rpc();
  const loud: StdioCommand = { command, args: ['--import', noise, ...args], cwd };
  const talk = new Talk(place.start(loud));
  await talk.greet();
  for (const nonsense of ['hello?', '[', '\u0000\u001b[31m\u0007', '['.repeat(100_000), '{}', '[]', '']) {
    talk.send(nonsense);
  }
  talk.child.kill('SIGUSR2');
  await talk.complained(/noise/);
  expect(await talk.request('workflow_list')).toMatchObject({ result: { workflows: expect.any(Array) } });
  expect(await talk.request('shutdown')).toMatchObject({ result: null });
  await talk.ended;
  expect([talk.child.exitCode, talk.impurities()]).toEqual([0, []]);
});

test('[W6.1] when its client goes, it ends, and answers first what was asked, however much that is', async () => {
  const talk = new Talk(place.start(place.rpc()));
  const batch = Array.from({ length: 20 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'workflow_list' }));
  talk.send(JSON.stringify(batch));
  const answers = Array.from({ length: 30 }, () => talk.request('w_doze'));
  const ended = talk.end();
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatchObject({ result: { status: 'completed' } });
  }
  expect(await ended).toBe(0);
  expect(talk.lines).toHaveLength(31);
  // One of the documents has a mistake, and nothing else is wrong.
  expect(talk.complaints.trim().split('\n')).toEqual([
    expect.stringContaining('Mistake in broken.yaml:1:17:'),
  ]);
});

test('[W6.1] it ends on a signal, and with 2 where it was misunderstood', async () => {
  const talk = new Talk(place.start(place.rpc()));
  await talk.request('workflow_list');
  expect(await talk.stop()).toBe(0);
  const wrong = new Talk(place.start(place.rpc('--toolsets', 'no_such_toolset')));
  await wrong.ended;
  expect([wrong.child.exitCode, wrong.lines]).toEqual([2, []]);
});
