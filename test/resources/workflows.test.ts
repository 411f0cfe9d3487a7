import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Principal, Scope } from '../../src/operations/index.ts';
import { uriOfWorkflow } from '../../src/server/mcp/present/resource-uri.ts';
import { ann, fixtureSource, openResourceFixture, type ResourceFixture, textOf } from './resource-fixture.ts';

let fixture: ResourceFixture;

beforeAll(async () => {
  fixture = await openResourceFixture();
});

afterAll(() => fixture.close());

test('[P6.1] the graph of a domain describes its workflows, step by step, and which tool runs each', async () => {
  const { contents, _meta } = await fixture.read('workflow://travel/graph');
  expect(contents).toHaveLength(1);
  expect(contents[0]?.mimeType).toBe('text/markdown');
  const text = await fixture.readText('workflow://travel/graph');
  expect(_meta).toEqual({ 'io.signalbox/total': text.length });
  expect(text).toMatch(
    /^# travel\n\nWorkflows about travel: 0 that can run and 7 that cannot run on this server, .*\n\nWhen working with travel:\n1\. /,
  );
  const lines = text.split('\n');
  const common = lines.slice(lines.indexOf('Common workflows:') + 1);
  const first = common.slice(0, common.indexOf(''));
  expect(first.every((line) => /^- \w+: \S/.test(line))).toBe(true);
  expect(first).toContain('- where_is_my_flight: look_up (cannot run on this server)');
  expect(text).toContain('## hold_seat\n\nHolds a seat on the cheapest flight, or queues for one\n');
  // No connector offers what it calls.
  expect(text).toMatch(/It cannot run on this server: no single connector offers .*`search_flights`/);
  expect(text).not.toContain('Run it with `w_hold_seat`');
  expect(text).toContain('- `origin` (str, required, such as `"NYC"`)');
  expect(text).toContain('┌─ Workflow: hold_seat ─');
  expect(text).toContain('← parallel');
  expect(text).toContain('Source, schema and drawing: workflow://travel/hold_seat\n');
  expect(text).not.toContain('cannot run, because');
});

test('[P6.1] a workflow that can run is described with its tool', async () => {
  const text = await fixture.readText('workflow://desk/graph');
  expect(text).toMatch(/^# desk\n\nWorkflows about desk: \d that can run, /);
  expect(text).toContain('Run it with `w_tell`, or `workflow_run` with `workflow_id` `tell`.');
});

test("[P6.1] the author's text stays on its line of the graph", async () => {
  const lines = (await fixture.readText('workflow://desk/graph')).split('\n');
  expect(lines).toContain('Says hello # Not a heading ``` - Not a line');
  expect(lines.filter((line) => line.startsWith('#'))).toEqual([
    '# desk',
    '## desk.shared',
    '## fail',
    '## graph',
    '## tell',
  ]);
  expect(lines.filter((line) => line.startsWith('```'))).toHaveLength(8);
});

test('[P6.1] documents without a domain belong to “default”; workflows with errors are named there', async () => {
  const text = await fixture.readText('workflow://default/graph');
  expect(text).toContain('- hello: wake_up → ask → greet');
  expect(text).toContain('Run it with `workflow_run` with `workflow_id` `hello`.');
  expect(text).toContain('- `name` (str, optional, default `"world"`, such as `"Ada"`)');
  expect(text).toMatch(/Workflows that cannot run because their documents have errors:\n- wrong\n$/);
});

test('[P6.1] a workflow is its source, the schema of its parameters, and its drawing; each can be read alone', async () => {
  const { contents, _meta } = await fixture.read('workflow://desk/tell');
  expect(contents.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
    ['workflow://desk/tell', 'text/yaml'],
    ['workflow://desk/tell/schema', 'application/json'],
    ['workflow://desk/tell/drawing.svg', 'image/svg+xml'],
  ]);
  expect(_meta).toEqual({ 'io.signalbox/total': fixtureSource.length });
  expect(contents[0]).toMatchObject({ text: fixtureSource });
  expect(JSON.parse(await fixture.readText('workflow://desk/tell/schema'))).toMatchObject({
    type: 'object',
    required: ['text'],
    properties: { text: { description: 'What to say' } },
  });
  expect(await fixture.readText('workflow://desk/tell/source')).toBe(fixtureSource);
  for (const content of contents.slice(1))
    expect((await fixture.read(content.uri)).contents).toEqual([content]);
  expect(await fixture.readText('workflow://desk/tell/drawing.svg')).toMatch(/^<svg /);
});

test('[P6.1] a name that two domains share is found in each, by id and by name', async () => {
  for (const domain of ['desk', 'yard']) {
    const byId = await fixture.readText(uriOfWorkflow({ id: `${domain}.shared`, domain }));
    expect(byId).toContain(domain);
    expect(await fixture.readText(`workflow://${domain}/shared`)).toBe(byId);
  }
  expect(await fixture.resourceList.read(ann, 'workflow://yard/desk.shared')).toBeUndefined();
});

test('[P6.1] a source that is too big for one answer is paged, and the rest is read separately', async () => {
  const source = `domain: big\nworkflows: { big: { graph: { say: { call: echo } } } }\n# ${'ü🛤'.repeat(40_000)}\n`;
  await fixture.withDocument('big.yaml', source, async () => {
    const uri = 'workflow://big/big';
    const [first, ...rest] = await fixture.readPages(uri);
    expect(first?.contents.map((content) => [content.uri, content.mimeType])).toEqual([[uri, 'text/plain']]);
    expect(first?._meta).toMatchObject({
      'io.signalbox/total': source.length,
      'io.signalbox/left-out': [`${uri}/schema`, `${uri}/drawing.svg`],
    });
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.every(({ contents }) => contents.length === 1)).toBe(true);
    expect((await fixture.readPages(uri)).map(textOf).join('') === source).toBe(true);
    expect((await fixture.readPages(`${uri}/source`)).map(textOf).join('') === source).toBe(true);
  });
});

test('[P6.1] of a domain with very many workflows one hundred are drawn, and the others are named', async () => {
  const names = Array.from({ length: 130 }, (_, at) => `many_${at + 100}`);
  const lines = names.map(
    (name) => `  ${name}: { description: About ${name}, graph: { say: { call: echo } } }\n`,
  );
  await fixture.withDocument('many.yaml', `domain: many\nworkflows:\n${lines.join('')}`, async () => {
    const text = (await fixture.readPages('workflow://many/graph')).map(textOf).join('');
    expect(text).toContain('┌─ Workflow: many_199 ─');
    expect(text).not.toContain('┌─ Workflow: many_200 ─');
    const named = text.split('More workflows:\n')[1]?.trimEnd().split('\n');
    expect(named).toEqual(names.slice(100).map((name) => `- ${name}: About ${name}`));
  });
});

test('[W2.1] a caller that may not see sources reads the rest, and no hint of them', async () => {
  const agent = { ...ann, scopes: new Set<Scope>(['workflows:query']) };
  const uri = 'workflow://desk/tell';
  const { contents } = (await fixture.resourceList.read(agent, uri)) ?? { contents: [] };
  expect(contents.map((each) => each.uri)).toEqual([`${uri}/schema`, `${uri}/drawing.svg`]);
  expect(contents).toEqual((await fixture.read(uri)).contents.slice(1));
  expect(await fixture.resourceList.read(agent, `${uri}?from=1`)).toBeUndefined();
  for (const part of ['schema', 'drawing.svg']) {
    expect(await fixture.resourceList.read(agent, `${uri}/${part}`)).toEqual(
      await fixture.read(`${uri}/${part}`),
    );
  }
  await expect(fixture.resourceList.read(agent, `${uri}/source`)).rejects.toMatchObject({
    details: { code: 'missing_scope', context: { scope: 'specs:read' } },
  });
  const graph = await fixture.resourceList.read(agent, 'workflow://desk/graph');
  expect(textOf(graph ?? { contents: [] })).toContain(`\nSchema and drawing: ${uri}\n`);
  const listed = (await fixture.resourceList.list(agent, undefined)).entries.find((each) => each.uri === uri);
  expect(listed?.mimeType).toBe('application/json');
  const others = (await fixture.resourceList.list(ann, undefined)).entries.find((each) => each.uri === uri);
  expect(others?.mimeType).toBe('text/yaml');
  const names = (principal: Principal) => fixture.resourceList.templates(principal).map(({ name }) => name);
  expect(names(ann).filter((name) => !names(agent).includes(name))).toEqual(['workflow_source']);
  expect(names({ ...ann, scopes: new Set<Scope>(['specs:read']) })).toEqual(['workflow_source']);
});
