import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/index.ts';
import { uriOfRun } from '../../src/server/mcp/present/resource-uri.ts';
import { ann, openResourceFixture, type ResourceFixture, stranger, textOf } from './resource-fixture.ts';

let fixture: ResourceFixture;

beforeAll(async () => {
  fixture = await openResourceFixture();
});

afterAll(() => fixture.close());

test('[P6.1] a run is its state as in “cases_status”, and its timeline', async () => {
  const run = await fixture.start('hello', { name: 'Ada' });
  const { contents, _meta } = await fixture.read(uriOfRun(run));
  expect(contents.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    [`run://${run}`, 'application/json'],
  ]);
  const value = JSON.parse(await fixture.readText(uriOfRun(run)));
  expect(value).toMatchObject({
    case_id: run,
    spec_id: 'hello',
    input_required: true,
    waiting_for: [{ kind: 'item', message: 'How shall Ada be greeted?' }],
    resources: { output: `run://${run}/output`, drawing: `run://${run}/drawing.svg` },
  });
  expect(_meta).toEqual({ 'io.signalbox/total': value.events });
  const lines = value.timeline.flatMap((moment: { lines: readonly string[] }) => moment.lines);
  expect(lines[0]).toMatch(/^\+0.* started with/);
  expect(lines.at(-1)).toMatch(/ask asks/);
  const { resources, timeline, ...state } = value;
  expect(JSON.parse(await fixture.readText(uriOfRun(run, 'state')))).toEqual(state);
  expect(await fixture.readText(uriOfRun(run, 'drawing.svg'))).toMatch(/^<svg /);
  expect((await fixture.read(uriOfRun(run, 'output')))._meta?.['io.signalbox/status']).toBe('running');
  expect(await fixture.readText(uriOfRun(run, 'output'))).toBe('null');
  // If the run continues while it is read, so do the pages.
  const later = JSON.parse(await fixture.readText(`run://${run}?from=1`));
  expect(later.timeline[0].event).toBeGreaterThan(1);
  expect(await fixture.resourceList.read(ann, `run://${run}?from=${value.events}`)).toBeUndefined();
});

test('[P6.1] the result of a run is complete, of any size; of a failed run it is the partial result', async () => {
  const text = '"Ü🛤"\n'.repeat(40_000);
  const run = await fixture.start('tell', { text });
  const pages = await fixture.readPages(uriOfRun(run, 'output'));
  expect(pages.length).toBeGreaterThan(1);
  for (const { contents, _meta } of pages) {
    expect(contents.map(({ mimeType }) => mimeType)).toEqual(['text/plain']);
    expect(_meta?.['io.signalbox/status']).toBe('completed');
  }
  const whole = pages.map(textOf).join('');
  expect(JSON.parse(whole) === text).toBe(true);
  const state = JSON.parse(await fixture.readText(uriOfRun(run)));
  expect(state).toMatchObject({ status: 'completed', left_out: ['output_data'] });
  const failed = await fixture.start('fail', {});
  expect(JSON.parse(await fixture.readText(uriOfRun(failed, 'output')))).toEqual({ say: { text: 'soon' } });
});

test('[O2.3] a partial result says which work was undone', async () => {
  const undo = '{ call: echo, undo: { call: echo } }';
  const source = `workflows: { unwind: { graph: { say: ${undo}, stop: { call: fail, depends_on: [say] } } } }`;
  await fixture.withDocument('unwind.yaml', source, async () => {
    const run = await fixture.start('unwind', {});
    expect((await fixture.read(uriOfRun(run, 'output')))._meta).toMatchObject({
      'io.signalbox/undone': ['say'],
    });
  });
});

test('[P6.1] a small result is JSON', async () => {
  const run = await fixture.start('tell', { text: { a: [1, 'ü'] } });
  expect((await fixture.read(uriOfRun(run, 'output'))).contents).toEqual([
    { uri: `run://${run}/output`, mimeType: 'application/json', text: '{"a":[1,"ü"]}' },
  ]);
});

test('[P6.1] an unknown run does not exist, nor does one of another tenant', async () => {
  const run = await fixture.start('tell', { text: 'mine' });
  for (const uri of [
    'run://nobody',
    'run://nobody/output',
    'run://nobody/state',
    'run://nobody/drawing.svg',
    'workflow://nowhere/graph',
    'workflow://travel/nothing',
    'workflow://travel/tell',
    'workflow://travel/tell/schema',
    `workflow://${'d'.repeat(290)}/${'n'.repeat(290)}`,
    'workflow://travel/graph?from=999999999',
    'workflow://travel%2Fgraph',
    'file:///etc/passwd',
    `run://${run}/..`,
  ]) {
    expect(await fixture.resourceList.read(ann, uri), uri).toBeUndefined();
  }
  for (const part of ['whole', 'state', 'output', 'drawing.svg'] as const) {
    expect(await fixture.resourceList.read(stranger, uriOfRun(run, part))).toBeUndefined();
    expect(await fixture.resourceList.read(ann, uriOfRun(run, part))).toBeDefined();
  }
});

test('[P6.1] a caller without the right is refused', async () => {
  const blind: Principal = { ...ann, scopes: new Set() };
  for (const refused of [
    fixture.resourceList.list(blind, undefined),
    fixture.resourceList.read(blind, 'workflow://travel/graph'),
    fixture.resourceList.read(blind, 'run://nobody'),
  ]) {
    await expect(refused).rejects.toMatchObject({ details: { code: 'missing_scope' } });
  }
});
