/** Tests the data of cases and work items at the interfaces: JSON by the declared types, or XML. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCaseStatus } from '../../src/operations/cases/get-case-status.ts';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { getItem } from '../../src/operations/items/get-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { importRun } from '../../src/operations/runs/import-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { type OperationsHarness, openOperationsHarness } from '../operations/operations-harness.ts';
import { orderSpecification } from './order-specification.ts';

let harness: OperationsHarness;
beforeAll(async () => {
  harness = await openOperationsHarness({
    'order.yawl': orderSpecification(),
    'graph.yaml': 'workflows:\n  plain:\n    graph:\n      ask: { type: yield, message: "Go on?" }\n',
  });
});
afterAll(() => harness.close());

let count = 0;
const order = (data: object) => ({ spec_id: 'Order', idempotency_key: `key-${++count}`, ...data });
const submit = async (data: object): Promise<string> =>
  (await harness.perform(submitCase, order(data))).case_id;
const refusal = async (data: object) => {
  const { code, violations = [] } = await harness.refused(submitCase, order(data));
  return { code, told: violations.map(({ path, message }) => `${path}: ${message}`) };
};
const xmlOf = async (id: string) =>
  (await harness.perform(getCaseStatus, { case_id: id, xml: true })).case_xml;
const itemOf = async (run: string): Promise<string> =>
  (await harness.perform(listItems, { run })).items[0]?.item ?? '';

const lines = { line: [{ article: 'tea & milk', quantity: 3 }] };
const linesXml = '<lines><line><article>tea &amp; milk</article><quantity>3</quantity></line></lines>';

test('[Y4.2] case data is JSON by the declared types, or the same as XML under the root net or the uri', async () => {
  const byJson = await submit({ case_data: { customer: 'Ada', lines } });
  const children = `<customer xsi:type="x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">Ada</customer>${linesXml}`;
  const byNet = await submit({ case_xml: `<OrderNet note="any">${children}</OrderNet>` });
  const byUri = await submit({ case_xml: `<?xml version="1.0"?>\n<Order>${children}</Order>` });
  const expected = `<OrderNet><customer>Ada</customer>${linesXml}<granted>false</granted></OrderNet>`;
  expect(await Promise.all([byJson, byNet, byUri].map(xmlOf))).toEqual([expected, expected, expected]);
});

test('[Y4.2] data is returned as XML only on request, and only for YAWL specifications', async () => {
  const id = await submit({ case_data: { customer: 'Ada' } });
  expect(await harness.perform(getCaseStatus, { case_id: id })).not.toHaveProperty('case_xml');
  const { case_id: plain } = await harness.perform(submitCase, {
    spec_id: 'plain',
    idempotency_key: 'plain',
  });
  expect(await harness.perform(getCaseStatus, { case_id: plain, xml: true })).not.toHaveProperty('case_xml');
  const item = await itemOf(id);
  expect(await harness.perform(getItem, { item })).not.toHaveProperty('inputXml');
  expect(await harness.perform(getItem, { item, xml: true })).toMatchObject({
    input: { customer: 'Ada' },
    inputXml: '<Approve><customer>Ada</customer></Approve>',
  });
  const asked = await itemOf(plain);
  expect(await harness.perform(getItem, { item: asked, xml: true })).not.toHaveProperty('inputXml');
});

test('[Y4.2] every mismatch is reported at once, with its path', async () => {
  const wrong = { lines: { line: [{ article: 'tea', quantity: 0 }, { quantity: 'many' }] }, costumer: 'Ada' };
  const { code, told } = await refusal({ case_data: wrong });
  expect(code).toBe('invalid_parameters');
  expect(told.map((each) => each.slice(0, each.indexOf(': ')))).toEqual(
    expect.arrayContaining([
      'case_data.lines.line[0].quantity',
      'case_data.lines.line[1].quantity',
      'case_data.costumer',
      'case_data.customer',
    ]),
  );
  const xml = `<Ordr>stray<customer>Ada</customer><customer>Bo</customer><costumer/><lines><line><article>tea</article><quantity>none</quantity></line></lines></Ordr>`;
  const told2 = (await refusal({ case_xml: xml })).told;
  expect(told2).toEqual([
    'case_xml: The root element is <Ordr>; it must be <OrderNet> or <Order>.',
    'case_xml: There is text between the elements.',
    'case_xml.customer: <customer> occurs more than once.',
    'case_xml.costumer: Unknown element <costumer>. Did you mean <customer>?',
    expect.stringMatching(/^case_xml\.lines\.line\[0\]\.quantity: /),
  ]);
});

test('[Y4.2] XML that is not well-formed, hostile, or sent together with JSON is refused', async () => {
  const entities = '<!DOCTYPE a [<!ENTITY b "c">]><OrderNet><customer>&b;</customer></OrderNet>';
  for (const xml of ['<OrderNet>', 'customer', entities, `${'<a>'.repeat(500)}${'</a>'.repeat(500)}`]) {
    const { code, told } = await refusal({ case_xml: xml });
    expect(code).toBe('invalid_parameters');
    expect(told[0]).toMatch(/^case_xml: Line 1, column \d+: /);
  }
  const customer = '<OrderNet><customer>Ada</customer></OrderNet>';
  expect(await refusal({ case_xml: customer, case_data: { customer: 'Ada' } })).toEqual({
    code: 'invalid_input',
    told: ['case_xml: The data of the case is sent twice, as JSON and as XML.'],
  });
  expect(await refusal({ spec_id: 'plain', case_xml: customer })).toMatchObject({ code: 'invalid_input' });
});

test('[Y4.2] a mandatory parameter is required, the others are optional; XML omits them or leaves them empty', async () => {
  expect((await refusal({})).told).toEqual([expect.stringMatching(/^case_data\.customer: .*is missing/)]);
  expect((await refusal({ case_xml: '<OrderNet/>' })).told).toEqual([
    expect.stringMatching(/^case_xml\.customer: .*is missing/),
  ]);
  const id = await submit({ case_xml: '<OrderNet><customer>Ada</customer><lines/></OrderNet>' });
  expect(await xmlOf(id)).toContain('<customer>Ada</customer>');
});

test('[Y4.2] a work item is answered in JSON by its types, or in XML', async () => {
  const answer = async (given: object) => {
    const item = await itemOf(await submit({ case_data: { customer: 'Ada' } }));
    return harness.perform(completeItem, { item, ...given });
  };
  for (const given of [
    { output: { granted: false } },
    { outputXml: '<Approve><granted>false</granted></Approve>' },
    { outputXml: '<data><granted>0</granted></data>' },
    { texts: { granted: 'false' } },
  ]) {
    expect(await answer(given)).toMatchObject({ run: { status: 'completed' } });
  }
});

test('[Y4.2] an answer that does not fit is refused with every mismatch', async () => {
  const item = await itemOf(await submit({ case_data: { customer: 'Ada' } }));
  const refused = async (given: object) => {
    const { code, violations = [] } = await harness.refused(completeItem, { item, ...given });
    expect(code).toBe('answer_refused');
    return violations.map(({ path }) => path);
  };
  expect(await refused({})).toEqual(['output.granted']);
  expect(await refused({ output: { granted: 'perhaps', more: 1 } })).toEqual([
    'output.granted',
    'output.more',
  ]);
  expect(await refused({ output: [] })).toEqual(['output']);
  expect(await refused({ outputXml: '<Approve><granted>perhaps</granted><more/></Approve>' })).toEqual([
    'outputXml.granted',
    'outputXml.more',
  ]);
  expect(await refused({ outputXml: '<Wrong/>' })).toEqual(['outputXml']);
  expect(await refused({ outputXml: '<Approve/>', output: {} })).toEqual(['outputXml']);
});

test('[Y4.3] accepted input is described by a JSON Schema of the types', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'Order', params: { customer: 'Ada' } });
  const item = await harness.perform(getItem, { item: await itemOf(run) });
  expect(item).toMatchObject({
    message: 'Is the customer good for it?',
    expects: [{ name: 'granted', type: 'boolean', required: true }],
    answerSchema: {
      type: 'object',
      properties: { granted: { type: 'boolean' } },
      required: ['granted'],
      additionalProperties: false,
    },
  });
  expect(item.expects[0]).not.toHaveProperty('shape');
});

test('[R7.2][Y4.2] an exported case continues where it is imported, with its types', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'Order', params: { customer: 'Ada', lines } });
  const document = await harness.perform(exportRun, { run });
  const elsewhere = await openOperationsHarness({});
  try {
    const imported = await elsewhere.perform(importRun, { document });
    expect(imported).toMatchObject({ workflow: 'Order', version: '0.1' });
    const { case_xml: xml } = await elsewhere.perform(getCaseStatus, { case_id: imported.run, xml: true });
    expect(xml).toContain(linesXml);
  } finally {
    await elsewhere.close();
  }
});
