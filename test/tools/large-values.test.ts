import { afterEach, beforeEach, expect, test } from 'vitest';
import { openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeEach(async () => {
  fixture = await openToolFixture();
});

afterEach(() => fixture.close());

test('[P3.4] a history shows large values by their size, and where to read them; never by a hash', async () => {
  const { run_id } = Object(await fixture.succeed('w_tell', { text: 'x'.repeat(200_000) }));
  const history = await fixture.succeed('run_history', { run_id, detail: true });
  const text = JSON.stringify(history);
  expect(text).not.toContain('blob');
  expect(text).not.toMatch(/[0-9a-f]{64}/);
  const { events, large_values } = Object(history);
  expect(events[0].lines[0]).toContain('started with {"text":"(200,002 characters)"');
  expect(events[0].moments[0]).toMatchObject({ kind: 'began', params: { text: '(200,002 characters)' } });
  expect(large_values).toContain(`the data of the run at run://${run_id}/state`);
});

test('[P3.4] a history without large values does not mention them', async () => {
  const { run_id } = Object(await fixture.succeed('w_tell', { text: 'hi' }));
  expect(await fixture.succeed('run_history', { run_id, detail: true })).not.toHaveProperty('large_values');
});
