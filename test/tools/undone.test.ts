/** What agents are told about a run whose work was undone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openToolFixture, type ToolFixture } from './tool-fixture.ts';

const trip = `
workflows:
  trip:
    graph:
      flight: { call: echo, args: { row: 12 }, undo: { call: echo, args: { back: 12 } } }
      hotel: { call: echo, args: { room: 7 }, depends_on: [flight], undo: { call: fail, args: { message: closed } } }
      pay: { call: fail, args: { message: no money }, depends_on: [hotel] }
`;

let fixture: ToolFixture;
beforeAll(async () => {
  fixture = await openToolFixture([], {}, { 'trip.yaml': trip });
});
afterAll(() => fixture.close());

test('[O2.3][R7.3] a failed run names what was undone in every answer, and a fork that would use it is refused', async () => {
  const failed = await fixture.refused('w_trip');
  const outputs = { flight: { row: 12 }, hotel: { room: 7 } };
  expect(failed).toMatchObject({
    message: '“trip” failed at “pay”: no money (undone: flight)',
    partial: outputs,
    undone: ['flight'],
  });
  const run_id = String(failed['run_id']);
  expect(await fixture.succeed('cases_status', { case_id: run_id })).toMatchObject({
    message: '“trip” failed at “pay”: no money (undone: flight)',
    output_data: outputs,
    undone: ['flight'],
  });
  // Every page of the history says so, also one that ends before the undo.
  expect(await fixture.succeed('run_history', { run_id, limit: 2 })).toMatchObject({ undone: ['flight'] });
  expect(await fixture.refused('run_fork', { run_id, at: 3 })).toMatchObject({
    error_code: 'undo_begun',
    message: expect.stringContaining('undone since: “flight”.'),
    context: { run_id, at: 3, undone: '“flight”', fork_at: 1 },
    suggested_action: expect.stringContaining('from event 1'),
  });
  const again = await fixture.refused('run_fork', { run_id, at: 1 });
  expect(again).toMatchObject({ forked_from: { run_id, event: 1 }, undone: ['flight'] });
  const { events } = await fixture.succeed('run_history', { run_id: String(again['run_id']) });
  expect(JSON.stringify(events)).toContain('flight got {\\"row\\":12}');
});

test('[O2.3] a run that undid nothing has no such field', async () => {
  const done = await fixture.succeed('w_tell', { text: 'Hi' });
  expect(done).not.toHaveProperty('undone');
  expect(await fixture.succeed('cases_status', { case_id: done['run_id'] })).not.toHaveProperty('undone');
});
