import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderSpecification } from '../yawl/order-specification.ts';
import { openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeAll(async () => {
  fixture = await openToolFixture();
});

afterAll(() => fixture.close());

const step = '{ graph: { say: { call: echo } } }';

test('[P3.4] workflows are found by words, in pages', async () => {
  const idsOf = async (input: object): Promise<readonly string[]> =>
    Object(await fixture.succeed('workflow_list', input)).workflows.map(
      ({ id }: { readonly id: string }) => id,
    );
  expect(await idsOf({ query: 'travel hotel' })).toEqual(['hold_room', 'plan_trip']);
  const all = await idsOf({});
  const first = Object(await fixture.succeed('workflow_list', { limit: 10 }));
  expect([first.workflows.length, first.total]).toEqual([10, all.length]);
  const rest = await idsOf({ limit: 10, cursor: first.next_cursor });
  expect([...first.workflows.map(({ id }: { readonly id: string }) => id), ...rest]).toEqual(all);
  expect(await idsOf({ query: 'nothing like that' })).toEqual([]);
});

test('[P2.2] a page that is too big for one answer is cut, and continues where it was cut', async () => {
  const ids = Array.from({ length: 60 }, (_, at) => `long_${at + 10}`);
  const description = 'x'.repeat(1_000);
  const content = ids.map((id) => `  ${id}: { description: ${description}, graph: { say: { call: echo } } }`);
  await fixture.succeed('workflow_save', { content: `workflows:\n${content.join('\n')}`, path: 'long.yaml' });
  const found: string[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const page = await fixture.succeed('workflow_list', {
      query: 'long_',
      ...(cursor === undefined ? {} : { cursor }),
    });
    const { workflows, next_cursor } = Object(page);
    found.push(...workflows.map(({ id }: { readonly id: string }) => id));
    expect(JSON.stringify(page).length).toBeLessThan(60_000);
    pages += 1;
    cursor = next_cursor;
  } while (cursor !== undefined);
  expect([pages, found]).toEqual([2, ids]);
});

test('[P3.4] a workflow is shown by mode: parameters, drawing, document', async () => {
  const preview = await fixture.succeed('workflow_get', { id: 'tell' });
  expect(preview).toMatchObject({
    id: 'tell',
    category: 'desk',
    version: '2.1',
    steps: 'say',
    drawing: expect.stringMatching(/┌─ Workflow: tell/),
    input_schema: { required: ['text'], properties: { text: { description: 'What to say' } } },
  });
  expect(preview).not.toHaveProperty('content');
  const metadata = await fixture.succeed('workflow_get', { id: 'tell', mode: 'metadata' });
  expect(metadata).not.toHaveProperty('drawing');
  expect(metadata).toMatchObject({ id: 'tell', revision: preview['revision'] });
  const source = await fixture.succeed('workflow.get', { workflow_id: 'tell' });
  expect(source).toMatchObject({
    workflow_id: 'tell',
    path: 'desk.yaml',
    format: 'yaml',
    content: expect.stringMatching(/^domain: desk\n/),
    parsed: { domain: 'desk', workflows: { slow: { description: 'Takes a day' } } },
    version: preview['revision'],
    authored_version: '2.1',
    workflows: ['ask', 'ask_two', 'fail', 'slow', 'tell'],
  });
  expect(await fixture.succeed('workflow_get', { id: 'tell', mode: 'source' })).toEqual(source);
  expect(await fixture.refused('workflow_get', { mode: 'source' })).toMatchObject({
    violations: [{ path: 'workflow_id', rule: 'required' }],
  });
  expect(await fixture.succeed('workflow_get', { id: 'tell', workflow_id: 'tell' })).toEqual(source);
  expect(await fixture.refused('workflow_get', { id: 'tell', workflow_id: 'ask' })).toMatchObject({
    violations: [{ path: 'id', message: expect.stringContaining('the same as “workflow_id”') }],
  });
});

test('[P3.4] only the workflow that has the error counts it', async () => {
  const { workflows } = Object(await fixture.succeed('workflow_list', { query: 'broken.yaml' }));
  expect(workflows).toMatchObject([
    { id: 'sound', valid: true },
    { id: 'wrong', valid: false, document_violations: 1 },
  ]);
  expect(workflows[0]).not.toHaveProperty('document_violations');
  expect(await fixture.succeed('w_sound')).toMatchObject({ status: 'completed' });
});

test('[P3.4] saved workflows are listed in the order of their document', async () => {
  const content = `workflows: { z_first: ${step}, m_second: ${step}, a_third: ${step} }`;
  expect(await fixture.succeed('workflow_save', { content, path: 'ordered.yaml' })).toMatchObject({
    workflow_id: 'z_first',
    workflows: ['z_first', 'm_second', 'a_third'],
    next: expect.stringMatching(/^Run any of “z_first”, “m_second”, “a_third” with workflow_run /),
  });
});

test('[P3.4] a document is validated with all errors at once: position, and correction', async () => {
  const content = `workflows:\n  a:\n    graph:\n      first: { call: echo }\n      then: { call: echo, depends_on: [frist] }\n      last: { cal: echo }\n`;
  const report = Object(await fixture.succeed('workflow.validate', { content }));
  expect(report).toMatchObject({ valid: false, language: 'graph', workflows: [{ name: 'a', valid: false }] });
  expect(report.violations).toContainEqual(
    expect.objectContaining({
      path: 'workflows.a.graph.then.depends_on[0]',
      rule: 'unknown-node',
      expected: 'first, last',
      actual: 'frist',
      line: 5,
      column: 40,
      proposal: { text: expect.any(String), edits: [expect.objectContaining({ line: 5, text: 'first' })] },
    }),
  );
  expect(report.violations.map(({ line }: { readonly line: number }) => line)).toEqual([5, 6]);
  expect(await fixture.succeed('workflow_validate', { manifest: 'hello' })).toMatchObject({
    valid: false,
    language: '',
    violations: [{ rule: 'unknown-language' }],
  });
});

test('[P3.4] a document is saved, saved again, changed by its version, and protected from lost updates', async () => {
  const content = `workflows: { fresh: ${step} }`;
  const first = await fixture.succeed('workflow_save', { content });
  expect(first).toMatchObject({ path: 'fresh.yaml', workflow_id: 'fresh', format: 'yaml', created: true });
  expect(await fixture.succeed('workflow_save', { content })).toMatchObject({ version: first['version'] });
  const changed = content.replace('echo', 'now');
  expect(await fixture.refused('workflow_save', { content: changed, path: 'fresh.yaml' })).toMatchObject({
    error_code: 'revision_conflict',
    http_status: 409,
  });
  const second = await fixture.succeed('workflow_save', { content: changed, version: first['version'] });
  expect(second['version']).not.toBe(first['version']);
  const late = { content, path: 'fresh.yaml', revision: first['version'] };
  expect(await fixture.refused('workflow.save', late)).toMatchObject({ error_code: 'revision_conflict' });
  expect(
    await fixture.succeed('workflow_save', { content, path: 'fresh.yaml', overwrite: true }),
  ).toMatchObject({
    version: first['version'],
  });
  expect(await fixture.succeed('w_fresh')).toMatchObject({ status: 'completed' });
});

test('[P3.4] a document with errors is not saved, and an invalid version is refused', async () => {
  const refusal = await fixture.refused('workflow_save', {
    content: 'workflows: { a: { graph: { x: { cal: 1 } } } }',
  });
  expect(refusal).toMatchObject({
    error_code: 'WORKFLOW_VALIDATION_FAILED',
    category: 'validation',
    context: { line: 1 },
    violations: [{ path: 'workflows.a.graph.x.cal', line: 1 }],
    suggested_action: expect.stringContaining('“workflow_validate”'),
  });
  expect(
    await fixture.refused('workflow_save', { content: `workflows: { a: ${step} }`, version: '1.0' }),
  ).toMatchObject({
    violations: [{ path: 'version', message: expect.stringMatching('64 hexadecimal digits') }],
  });
  expect(
    await fixture.refused('workflow_save', { content: `workflows: { a: ${step} }`, language: 'yawl' }),
  ).toMatchObject({ category: 'validation' });
});

test('[P3.1] the description of a workflow shows its order: as a drawing with parallel steps, otherwise on one line', async () => {
  const trip = `domain: trips
workflows:
  small_trip:
    description: Book flight and hotel in parallel, then confirm
    params: { to: { type: str, required: true } }
    graph:
      both:
        type: parallel
        branches:
          flight: { call: echo, args: { to: $to } }
          hotel: { call: echo, args: { to: $to } }
        on_partial_failure: rollback_all
      confirm: { call: echo, depends_on: [both] }
      rollback_all: { type: compensate, steps: [{ call: echo }] }
`;
  await fixture.succeed('workflow_save', { content: trip });
  const { description } = await fixture.tool('w_small_trip');
  expect(description).toMatch(
    /^\[trips\] Book flight and hotel in parallel, then confirm\n\n┌─ Workflow: small_trip/,
  );
  expect(description).toContain('← parallel');
  expect(description).toContain('On failure: rollback_all');
  expect(description).toContain('Params: to (str)');
  expect((await fixture.tool('w_plan_trip')).description).toBe(
    [
      '[travel] Books flight and hotel together, asks before it costs much, pays and confirms',
      'Steps: (flight ∥ hotel) → price ? agree → agreed ? (pay → confirm | nobody_agreed) | pay',
      'On failure: agree → nobody_agreed',
      'Params: origin (str), destination (str), leave (date), nights (int, optional), traveller (str), ask_above (float, optional)',
    ].join('\n\n'),
  );
});

test('[P3.1] the result of a workflow is in the answer of its tool, with the fields that its document names', async () => {
  const resultOf = async (name: string) => Object((await fixture.tool(name)).output).properties.result;
  expect(await resultOf('w_take_the_cheapest')).toEqual({
    type: 'object',
    properties: { flight: {}, seats: {} },
  });
  expect(await resultOf('w_where_is_my_flight')).toEqual({ type: 'object', properties: { says: {} } });
  expect(await resultOf('w_tell')).toEqual({});
  await fixture.succeed('specifications_upload', { spec_xml: orderSpecification() });
  expect(Object.keys(await resultOf('w_Order'))).toEqual(['type', 'properties']);
});

test("[P3.1] the parameters of a workflow are the input of its tool, next to the tool's own options", async () => {
  const { input, title } = await fixture.tool('w_plan_trip');
  expect(title).toBe('Plan trip');
  expect(input.schema).toMatchObject({
    type: 'object',
    required: ['origin', 'destination', 'leave', 'traveller'],
    additionalProperties: false,
    properties: {
      origin: { type: 'string' },
      leave: { type: 'string', format: 'date' },
      nights: { type: 'integer', default: 7, description: 'How long to stay' },
      wait_ms: { type: 'integer', default: 5_000, maximum: 20_000 },
      dry_run: { type: 'boolean' },
      idempotency_key: { type: 'string' },
    },
  });
});
