/** Tests the description of a specification: its XML, the tasks of all nets with their schemas, its versions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, openToolFixture, type ToolFixture } from '../tools/tool-fixture.ts';
import { orderSpecification } from './order-specification.ts';

let fixture: ToolFixture;
beforeAll(async () => {
  fixture = await openToolFixture();
  for (const version of ['0.1', '0.2']) {
    await fixture.succeed('specifications_upload', { spec_xml: orderSpecification({ version }) });
  }
});
afterAll(() => fixture.close());

const nothing = { type: 'object', properties: {}, required: [], additionalProperties: false };

test('[Y7.1][Y4.3] a specification is described with its XML, the schema of its data, and its tasks of all nets', async () => {
  const described = await fixture.succeed('specifications_describe', { spec_id: 'UID_order' });
  expect(described).toMatchObject({
    spec_id: 'Order',
    uri: 'Order',
    identifier: 'UID_order',
    version: '0.2',
    language: 'yawl',
    description: 'Approves and ships.',
    spec_xml: orderSpecification({ version: '0.2' }),
    data_schema: {
      type: 'object',
      properties: {
        customer: { type: 'string' },
        lines: {
          type: 'object',
          properties: {
            line: {
              type: 'array',
              minItems: 1,
              items: {
                properties: { article: { type: 'string' }, quantity: {} },
                required: ['article', 'quantity'],
              },
            },
          },
        },
      },
      required: ['customer'],
    },
  });
  expect(described['tasks']).toEqual([
    {
      task_id: 'approve',
      name: 'Approve the order',
      kind: 'question',
      description: 'Is the customer good for it?',
      after: [],
      remarks: expect.any(Array),
      net: 'OrderNet',
      yawl_kind: 'manual',
      multiple_instances: false,
      input_schema: { ...nothing, properties: { customer: { type: 'string' } } },
      answer_schema: { ...nothing, properties: { granted: { type: 'boolean' } }, required: ['granted'] },
    },
    expect.objectContaining({
      task_id: 'ship',
      net: 'OrderNet',
      yawl_kind: 'composite',
      after: ['approve'],
      output_schema: nothing,
    }),
    expect.objectContaining({ task_id: 'note', net: 'Shipping', yawl_kind: 'empty', after: [] }),
    expect.objectContaining({ task_id: 'pack', net: 'Shipping', yawl_kind: 'manual', after: ['note'] }),
  ]);
  expect(described).not.toHaveProperty('source');
});

test('[Y7.1][Y7.2] lists show uri, identifier and version, and which version is superseded by which', async () => {
  const { specifications } = await fixture.succeed('specifications_list', { query: 'order' });
  expect(specifications).toMatchObject([
    { spec_id: 'Order', uri: 'Order', identifier: 'UID_order', version: '0.2', language: 'yawl' },
    { spec_id: 'Order@0.1', uri: 'Order', version: '0.1', superseded_by: 'Order' },
  ]);
});

test('[Y7.2] only the newest version is a tool', async () => {
  const names = (await fixture.toolRegistry.list(ann, ['all'])).map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('w_Order'))).toEqual(['w_Order']);
});

test('[Y4.2] agents send and receive XML in separate fields', async () => {
  const { case_id: id } = await fixture.succeed('cases_submit', {
    spec_id: 'Order',
    case_xml: '<Order><customer>Ada</customer></Order>',
    idempotency_key: 'by-xml',
  });
  const status = await fixture.succeed('cases_status', { case_id: id, include_xml: true, wait_ms: 20_000 });
  expect(status['case_xml']).toMatch(/^<OrderNet><customer>Ada<\/customer>.*<\/OrderNet>$/);
  const [{ workitem_id } = { workitem_id: '' }] = status['waiting_for'] as { workitem_id: string }[];
  const held = await fixture.succeed('workitems_checkout', { workitem_id, include_xml: true });
  expect(held).toMatchObject({
    workitem_data: { customer: 'Ada' },
    workitem_xml: '<Approve><customer>Ada</customer></Approve>',
  });
  const done = await fixture.succeed('workitems_complete', {
    workitem_id: held['workitem_id'],
    output_xml: '<Approve><granted>false</granted></Approve>',
  });
  expect(done).toMatchObject({ case_status: 'completed', result: { granted: false } });
  const refused = await fixture.refused('cases_submit', {
    spec_id: 'Order@0.1',
    case_data: { customer: 'Ada' },
    idempotency_key: 'older',
  });
  expect(refused).toMatchObject({ error_code: 'specification_superseded', http_status: 409 });
});
