/** A run of a guide whose server is killed and whose guide is edited in between: it continues unchanged. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProgramFixture, type ProgramFixture } from '../mcp/program-fixture.ts';
import { connectTestClient, type TestClient } from '../mcp/test-client.ts';
import {
  type Fields,
  firstOpenItem,
  goodPlan,
  guidedBy,
  itemOf,
  runOf,
  shipping,
  stepOf,
} from './guided-agent.ts';

let place: ProgramFixture;

beforeAll(async () => {
  place = await createProgramFixture({ 'ship.yaml': shipping });
});

afterAll(() => place.remove());

test('[U8.1] killed between steps, and with an open confirmation, a run continues with its original guide', async () => {
  let served = await place.serve();
  let guest: TestClient = await connectTestClient('present, 2026', served.url);
  const first = await guidedBy(guest).start({ parts: ['a', 'b'], goal: 'the move' });
  const second = await guidedBy(guest).done(first, { output: goodPlan, context: { careful: true } });
  expect(stepOf(second)).toBe('build-part');

  const restart = async (): Promise<Fields> => {
    await served.kill();
    await guest.close().catch(() => undefined);
    served = await place.serve();
    guest = await connectTestClient('present, 2026', served.url);
    const { value } = await guest.call('cases_status', { case_id: runOf(first) });
    return { work_items: value['waiting_for'] };
  };
  // Editing a guide affects later runs only.
  await place.write(
    'ship.yaml',
    shipping.replace('Build {{part}}.', 'Rebuild {{part}}.').replace('id: tell', 'id: shout'),
  );
  const same = await restart();
  expect(firstOpenItem(same)).toMatchObject({
    workitem_id: itemOf(second),
    message: firstOpenItem(second)['message'],
    guide: firstOpenItem(second)['guide'],
  });
  let answer = same;
  for (const step of ['build-part', 'test-part', 'build-part', 'test-part', 'release']) {
    expect(stepOf(answer)).toBe(step);
    answer = await guidedBy(guest).done(answer, `${step} is done.`);
  }
  const asked = await restart();
  expect(firstOpenItem(asked)).toMatchObject({ task_name: 'release/confirm', workitem_id: itemOf(answer) });
  // A pipe has no person; a client with forms has one.
  const piped = await place.attempt('answer', itemOf(asked), 'confirmed=true');
  expect(piped.err).toContain('Only a person can give it');
  await guest.close();
  guest = await connectTestClient('present, 2026', served.url, {
    human: () => ({ action: 'accept', content: { confirmed: true } }),
  });
  const { value: confirmed } = await guest.call('workitems_complete', { workitem_id: itemOf(asked) });
  expect(stepOf(confirmed)).toBe('tell');
  expect(await guidedBy(guest).done(confirmed, 'Told.')).toMatchObject({
    case_status: 'completed',
    result: { outputs: { 'test-part': { 2: 'test-part is done.' }, tell: 'Told.' } },
  });
  const repeated = await guidedBy(guest).start({ parts: ['a'] });
  expect(firstOpenItem(await guidedBy(guest).done(repeated, goodPlan))['message']).toContain('Rebuild a.');
  await guest.close();
  await served.stop();
});
