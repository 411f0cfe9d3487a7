/** Schemas and references at every interface, and the way from an error to the syntax. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { registeredLanguages } from '../../src/operations/language-lists/languages.ts';
import { instructionsFor } from '../../src/server/mcp/instructions.ts';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { openResourceFixture, type ResourceFixture } from '../resources/resource-fixture.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { openToolFixture, type ToolFixture } from '../tools/tool-fixture.ts';

let rest: RestFixture;
let tools: ToolFixture;
let resources: ResourceFixture;
const scratches: Scratch[] = [];

beforeAll(async () => {
  rest = await openRestFixture({});
  tools = await openToolFixture();
  resources = await openResourceFixture();
});

afterEach(() => {
  for (const scratch of scratches.splice(0)) scratch.close();
});

afterAll(async () => {
  await Promise.all([rest.close(), tools.close(), resources.close()]);
});

function scratch(files: Readonly<Record<string, string>> = {}): Scratch {
  const made = openScratch(files);
  scratches.push(made);
  return made;
}

const languages = registeredLanguages();
const ids = languages.map(({ id }) => id);
const broken = 'workflows: { a: { graf: {} } }';

test.each(languages)(
  '[L7][L8][P6.2][W4.4][T11] every interface has the schema and the reference of $id',
  async (language) => {
    const { id, schema, reference } = language;
    const text = schema.text();
    const own = reference.page().slice(0, 200);
    const served = await rest.ask(`GET /v1/schemas/${id}`);
    expect(served.headers.get('content-type')).toBe(schema.mediaType);
    expect(served.body).toEqual(schema.mediaType.endsWith('json') ? JSON.parse(text) : text);
    const etag = served.headers.get('etag') ?? '';
    expect((await rest.ask(`GET /v1/schemas/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    const described = await rest.ask(`GET /v1/languages/${id}`);
    expect(described.textAt('page')).toContain(own);
    expect(described.textAt('examples.0.text')).toBe(reference.examples[0]?.text);
    const page = described.textAt('page');
    const read = async (uri: string) => (await resources.read(uri)).contents[0];
    expect(await read(`signalbox://schemas/${id}`)).toMatchObject({ mimeType: schema.mediaType, text });
    expect(await read(`signalbox://languages/${id}`)).toMatchObject({
      mimeType: 'text/markdown',
      text: page,
    });
    expect(await tools.succeed('workflow_get', { language: id })).toEqual({ language: id, reference: page });
    expect(await tools.succeed('workflow_get', { language: id, mode: 'schema' })).toEqual({
      language: id,
      schema: served.body,
    });
    const { run } = scratch();
    expect(await run(['schema', id])).toMatchObject({ code: 0, out: text });
    expect(await run(['schema', id, '--reference'])).toMatchObject({ code: 0, out: page });
  },
);

test('[P6.2][W4.4][T11] every interface lists the languages', async () => {
  const { body } = await rest.ask('GET /v1/languages');
  expect(body).toMatchObject({ languages: ids.map((language) => ({ language })) });
  const { out } = await scratch().run(['schema']);
  const [list] = (await resources.read('signalbox://languages')).contents;
  const { reference } = await tools.succeed('workflow_get', { mode: 'reference' });
  for (const { id, reference: about } of languages) {
    for (const text of [out, String(Reflect.get(list ?? {}, 'text')), String(reference)]) {
      expect(text).toContain(id);
      expect(text).toContain(about.summary);
    }
  }
  const { out: json } = await scratch().run(['schema', '--json']);
  expect(JSON.parse(json)).toEqual(body);
});

test.each(['connectors', 'auth', 'services', 'tests'])(
  '[W4.4][T11][L9] the schema of the file %s is printed and served',
  async (name) => {
    const { out } = await scratch().run(['schema', name]);
    expect(JSON.parse(out)).toMatchObject({ $id: `signalbox://schemas/${name}`, type: 'object' });
    const served = await rest.ask(`GET /v1/schemas/${name}`);
    expect([served.status, served.body]).toEqual([200, JSON.parse(out)]);
  },
);

test('[W4.4] the tool shows a workflow or a language, and says so', async () => {
  expect(JSON.stringify(await tools.refused('workflow_get', {}))).toContain('or “language”');
  expect(JSON.stringify(await tools.refused('workflow_get', { language: 'graph', id: 'a' }))).toContain(
    'without the id of a workflow',
  );
});

test('[W4.4][P6.2][T11] an unknown language is refused with the ids', async () => {
  const listed = `Did you mean “graph”? The languages are ${ids.join(', ')}.`;
  for (const path of ['/v1/schemas/grap', '/v1/languages/grap']) {
    const refused = await rest.ask(`GET ${path}`);
    expect([refused.status, refused.textAt('detail')]).toEqual([404, expect.stringContaining(listed)]);
  }
  expect(await tools.refused('workflow_get', { language: 'grap' })).toMatchObject({
    error_code: 'language_not_found',
    message: expect.stringContaining(listed),
  });
  expect(await scratch().run(['schema', 'grap'])).toMatchObject({
    code: 2,
    err: expect.stringContaining(listed),
  });
  await expect(resources.read('signalbox://languages/grap')).rejects.toThrow();
});

const own = /signalbox:\/\/languages\/graph.*workflow_get with \{"language": "graph"\}/;
const all = /signalbox:\/\/languages,.*workflow_get with mode "reference"/;

test('[P2.8] the instructions and the tools for authors name the syntax', async () => {
  for (const text of [instructionsFor(), instructionsFor(['guides'])]) {
    expect(text).toContain('signalbox://languages/<language>');
    expect(text).toMatch(/workflow_get(?: with|,) mode [“"]reference/);
  }
  for (const name of ['workflow_save', 'workflow_validate', 'workflow_get'])
    expect((await tools.tool(name)).description).toContain('signalbox://languages/{language}');
});

test('[P2.8] every failed validation over MCP names the resource and the tool with the syntax', async () => {
  const report = (manifest: string) => tools.succeed('workflow_validate', { manifest });
  expect((await report(broken))['next']).toMatch(own);
  expect((await report('nothing: here'))['next']).toMatch(all);
  expect((await tools.refused('workflow_save', { content: broken }))['suggested_action']).toMatch(own);
  expect((await tools.refused('workflow_save', { content: 'a: b' }))['suggested_action']).toMatch(all);
  const run = await tools.refused('workflow_run', { manifest_content: broken });
  expect(run['suggested_action']).toMatch(own);
  const guide = await tools.succeed('workflow_validate_json', { workflowJson: '{"id": "abc"}' });
  expect(guide['next']).toContain('signalbox://languages/guide');
  const upload = await tools.refused('specifications_upload', { spec_xml: '<a/>' });
  expect(upload['suggested_action']).toContain('signalbox://languages/yawl');
});

test('[P2.8][W4.4] every failed validation over REST names the address of the syntax', async () => {
  const validated = async (source: string) => {
    const { headers } = await rest.ask('POST /v1/validations', { body: { source } });
    return headers.get('link');
  };
  expect(await validated(broken)).toBe(`<${rest.url}/v1/languages/graph>; rel="describedby"`);
  expect(await validated('a: b')).toBe(`<${rest.url}/v1/languages>; rel="describedby"`);
  expect(await validated('workflows: { a: { graph: { b: { call: echo } } } }')).toBeNull();
  const guide = await rest.ask('POST /v1/guide-validations', { body: { source: '{"id": "abc"}' } });
  expect(guide.headers.get('link')).toContain('/v1/languages/guide>');
  const saved = await rest.ask('PUT /v1/documents/a.yaml', { body: { source: broken } });
  expect(saved.textAt('suggested_action')).toContain(`${rest.url}/v1/languages/graph describes the syntax.`);
  const run = await rest.ask('POST /v1/runs', { body: { source: 'a: b' } });
  expect(run.textAt('suggested_action')).toContain(`${rest.url}/v1/languages describes the syntax.`);
});

test('[P2.8][T11] a failed validation at the command line names the command that prints the syntax', async () => {
  const { run } = scratch({ 'a.yaml': broken, 'b.yaml': 'a: b' });
  expect((await run(['validate', 'a.yaml'])).out).toMatch(
    /\n→ “signalbox schema graph --reference” prints the syntax, with examples\.\n$/,
  );
  expect((await run(['validate', 'b.yaml'])).out).toMatch(/\n→ “signalbox schema” lists the languages .*\n$/);
  expect((await run(['run', 'a.yaml'])).err).toContain('signalbox schema graph --reference');
});
