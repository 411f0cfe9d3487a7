import { afterEach, beforeEach, expect, test } from 'vitest';
import { drawDefinition } from '../../src/operations/definitions/draw-definition.ts';
import { outlineDefinition } from '../../src/operations/definitions/outline-definition.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { holdItem } from '../../src/operations/items/hold-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { graphOfRun } from '../../src/operations/runs/graph-of-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { specificationText } from './specification-text.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  const text = specificationText({
    uri: 'Trip',
    nets: [
      {
        id: 'Main',
        begin: ['plan'],
        tasks: { plan: { to: ['book'] }, book: { to: ['check'], does: 'Booking' }, check: { to: ['o'] } },
      },
      { id: 'Booking', begin: ['check'], tasks: { check: { to: ['pay'] }, pay: { to: ['o'] } } },
    ],
  });
  harness = await openOperationsHarness({ 'trip.yawl': text });
});
afterEach(() => harness.close());

const draw = async (input: object) =>
  (await harness.perform(drawDefinition, { workflow: 'Trip', ...input })).drawing;

test('[Y7.1] a specification is drawn net by net, or one of its nets', async () => {
  expect((await draw({})).match(/Net: \w+/g)).toEqual(['Net: Main', 'Net: Booking']);
  expect((await draw({ net: 'Booking' })).match(/Net: \w+/g)).toEqual(['Net: Booking']);
  expect((await draw({ format: 'svg' })).match(/class="sb-card"/g)).toHaveLength(2);
  expect((await draw({ format: 'mermaid' })).match(/flowchart/g)).toHaveLength(1);
  expect(JSON.parse(await draw({ format: 'json' }))).toMatchObject([{ title: 'Main' }, { title: 'Booking' }]);
  expect(JSON.parse(await draw({ format: 'json', net: 'Main' }))).toMatchObject({
    title: 'Main',
    net: 'Main',
  });
  const refused = await harness.refused(drawDefinition, { workflow: 'Trip', net: 'Boking' });
  expect(refused).toMatchObject({ code: 'invalid_input' });
  expect(refused.message).toContain('The net “Boking” does not exist. Did you mean “Booking”?');
  const { drawing } = await harness.perform(outlineDefinition, { workflow: 'Trip' });
  expect(drawing.match(/Net: \w+/g)).toEqual(['Net: Main', 'Net: Booking']);
});

test('[Y7.1] a run shows the progress of the tasks of each net, for any names', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'Trip' });
  for (const task of ['plan', 'check']) {
    const { items } = await harness.perform(listItems, { run });
    const item = items.find((each) => each.task === task)?.item ?? '';
    const { item: held } = await harness.perform(holdItem, { item });
    await harness.perform(completeItem, { item: held.item });
  }
  const { states, drawing } = await harness.perform(graphOfRun, { run });
  expect(states).toMatchObject({
    plan: 'done',
    book: 'under way',
    'Booking/check': 'done',
    'Booking/pay': 'under way',
  });
  expect(states).not.toHaveProperty('check');
  expect(drawing).toMatch(/✓ plan[\s\S]*● book[\s\S]*· check[\s\S]*Net: Booking[\s\S]*✓ check[\s\S]*● pay/);
  const below = await harness.perform(graphOfRun, { run, net: 'Booking' });
  expect(below.drawing).not.toContain('plan');
});
