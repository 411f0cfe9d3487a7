/** Changes that are easily missed: while the owner changes, and of parts of one workflow among others. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createProgramFixture, type ProgramFixture } from './program-fixture.ts';
import { greetByHand } from './raw-session.ts';
import { connectTestClient, type TestClientKind } from './test-client.ts';

const updated = 'notifications/resources/updated';
const workflow = (name: string, said: string): string =>
  `domain: parts\nworkflows: { ${name}: { graph: { say: { call: echo, args: { text: ${said} } } } } }\n`;

let programFixture: ProgramFixture;

beforeEach(async () => {
  programFixture = await createProgramFixture({
    'one.yaml': workflow('one', 'before'),
    'same.yaml': workflow('same', 'before'),
    'last.yaml': workflow('last', 'before'),
  });
});

afterEach(() => programFixture.remove());

describe.each<TestClientKind>(['present, 2026', 'former, 2025'])('%s', (kind) => {
  test('[P1.4] the owner dies and a run is answered before that is detected: its watcher is notified', async () => {
    const owner = await programFixture.serve();
    const attached = await programFixture.serve();
    const testClient = await connectTestClient(kind, attached.url);
    onTestFinished(() => testClient.close());
    const { value } = await testClient.call('w_hello', { name: 'Ada' });
    const uri = `run://${String(value['run_id'])}`;
    await testClient.watch(uri);
    // This notification proves that it listens.
    await programFixture.write('new.yaml', workflow('new', 'now'));
    await testClient.nextNotification('notifications/tools/list_changed');

    process.kill(attached.pid, 'SIGSTOP');
    await owner.kill();
    await programFixture.runCommand('answer', String(value['work_item_id']), 'greeting=Hello');
    process.kill(attached.pid, 'SIGCONT');

    await testClient.nextNotification(updated, ({ params }) => params['uri'] === uri);
    const { value: status } = await testClient.call('cases_status', { case_id: value['run_id'] });
    expect(status).toMatchObject({ state: 'completed' });
  });
});

test('[P1.4] exactly the changed parts of a workflow are notified', async () => {
  const { url } = await programFixture.serve();
  const testClient = await connectTestClient('present, 2026', url);
  onTestFinished(() => testClient.close());
  const listed = (await testClient.resources()).map(({ uri }) => uri);
  const whole = (name: string): string =>
    listed.find((uri) => uri.startsWith('workflow://parts/') && uri.endsWith(name)) ?? '';
  const partsOf = (name: string): readonly string[] =>
    ['', '/source', '/schema', '/drawing.svg'].map((part) => `${whole(name)}${part}`);
  const session = await greetByHand(url);
  const stream = await session.listen();
  for (const uri of ['one', 'same', 'last'].flatMap(partsOf)) {
    // It can also be read.
    expect((await session.request('resources/read', { uri })).message, uri).toHaveProperty('result');
    await session.request('resources/subscribe', { uri });
  }
  const isTold = (said: string, uri: string): boolean => said.includes(`"uri":"${uri}"`);
  await programFixture.write('one.yaml', workflow('one', 'after'));
  for (const uri of partsOf('one')) await stream.until(`"uri":"${uri}"`);
  await programFixture.write('last.yaml', workflow('last', 'after'));
  const said = await stream.until(`"uri":"${whole('last')}"`);
  for (const uri of partsOf('one')) expect(isTold(said, uri), uri).toBe(true);
  for (const uri of partsOf('same')) expect(isTold(said, uri), uri).toBe(false);
});
