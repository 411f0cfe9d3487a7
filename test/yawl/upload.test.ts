/** Tests uploaded specifications, and which of their versions starts cases. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getCaseStatus } from '../../src/operations/cases/get-case-status.ts';
import { submitCase } from '../../src/operations/cases/submit-case.ts';
import { deleteDefinition } from '../../src/operations/definitions/delete-definition.ts';
import { getDefinition } from '../../src/operations/definitions/get-definition.ts';
import { listDefinitions } from '../../src/operations/definitions/list-definitions.ts';
import { renameDefinition } from '../../src/operations/definitions/rename-definition.ts';
import { saveDefinition } from '../../src/operations/definitions/save-definition.ts';
import { uploadSpecification } from '../../src/operations/definitions/upload-specification.ts';
import { completeItem } from '../../src/operations/items/complete-item.ts';
import { listItems } from '../../src/operations/items/list-items.ts';
import { simulateRun } from '../../src/operations/runs/simulate-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import {
  ann,
  isOver,
  type OperationsHarness,
  openOperationsHarness,
} from '../operations/operations-harness.ts';
import { type OrderOptions, orderSpecification } from './order-specification.ts';

let harness: OperationsHarness;
beforeEach(async () => {
  harness = await openOperationsHarness({});
});
afterEach(() => harness.close());

const upload = (options: OrderOptions = {}) =>
  harness.perform(uploadSpecification, { spec_xml: orderSpecification(options) });

let count = 0;
const submission = (spec: string) => ({
  spec_id: spec,
  case_data: { customer: 'Ada' },
  idempotency_key: `key-${++count}`,
});
const submit = (spec: string) => harness.perform(submitCase, submission(spec));

test('[Y7.2] an uploaded specification is saved under its uri and version, and starts cases at once', async () => {
  expect(await upload()).toEqual({
    path: 'Order-0.1.yawl',
    revision: expect.stringMatching(/^[0-9a-f]{64}$/),
    specifications: [
      {
        spec_id: 'Order',
        uri: 'Order',
        identifier: 'UID_order',
        version: '0.1',
        starts_cases: true,
        latest_version: '0.1',
      },
    ],
    warnings: [],
  });
  const folder = join(harness.folder, 'tenants/acme');
  expect(await readdir(folder)).toEqual(['Order-0.1.yawl']);
  expect(await readFile(join(folder, 'Order-0.1.yawl'), 'utf8')).toBe(orderSpecification());
  for (const name of ['Order', 'UID_order', 'Order@0.1', 'UID_order@0.1']) {
    expect((await submit(name)).specification).toMatchObject({ spec_id: 'Order', version: '0.1' });
  }
  const { run } = await harness.perform(startRun, { workflow: 'UID_order', params: { customer: 'Bo' } });
  expect(await harness.perform(getCaseStatus, { case_id: run })).toMatchObject({ spec_id: 'Order' });
});

test('[Y7.2] the newest version starts new cases; the cases of an older one continue with their document', async () => {
  await upload();
  const { case_id: old } = await submit('Order');
  const [newer] = (await upload({ version: '0.2', documentation: 'Newer.' })).specifications;
  expect(newer).toMatchObject({ spec_id: 'Order', version: '0.2', starts_cases: true });
  expect((await submit('Order')).specification?.version).toBe('0.2');
  expect((await submit('UID_order')).specification?.version).toBe('0.2');
  const { definitions } = await harness.perform(listDefinitions, {});
  expect(definitions.map(({ id, version, supersededBy }) => [id, version, supersededBy])).toEqual([
    ['Order', '0.2', undefined],
    ['Order@0.1', '0.1', 'Order'],
  ]);
  for (const name of ['Order@0.1', 'UID_order@0.1']) {
    expect(await harness.refused(submitCase, submission(name))).toMatchObject({
      code: 'specification_superseded',
      message:
        'Starting a new case for a superseded specification is not allowed. The latest loaded version is 0.2.',
      context: { newest: 'Order', version: '0.2' },
    });
  }
  const superseded = { workflow: 'Order@0.1', params: { customer: 'Ada' } };
  expect(await harness.refused(startRun, superseded)).toMatchObject({ code: 'specification_superseded' });
  // It can still be simulated for comparison.
  expect(await harness.perform(simulateRun, superseded)).toMatchObject({ workflow: 'Order@0.1' });
  const {
    items: [item],
  } = await harness.perform(listItems, { run: old });
  await harness.perform(completeItem, { item: item?.item, output: { granted: false } });
  await harness.until(old, isOver);
  expect(await harness.perform(getCaseStatus, { case_id: old })).toMatchObject({
    status: 'completed',
    version: '0.1',
    output_data: { granted: false },
  });
});

test('[Y7.2] versions are compared part by part; an older one is saved and cannot start cases', async () => {
  await upload({ version: '0.10' });
  expect((await upload({ version: '0.9' })).specifications).toEqual([
    {
      spec_id: 'Order@0.9',
      uri: 'Order',
      identifier: 'UID_order',
      version: '0.9',
      starts_cases: false,
      latest_version: '0.10',
    },
  ]);
  expect((await submit('Order')).specification?.version).toBe('0.10');
});

test('[Y7.2] the same upload again changes nothing; the same version with other content is refused', async () => {
  const first = await upload();
  expect(await upload()).toEqual(first);
  const other = { spec_xml: orderSpecification({ documentation: 'Another.' }) };
  expect(await harness.refused(uploadSpecification, other)).toMatchObject({
    code: 'specification_exists',
    message:
      'There is a specification with an identical id to [UID: UID_order - Version: 0.1] already loaded into the engine.',
    context: { path: 'Order-0.1.yawl', version: '0.1' },
  });
  // 0.1 and 0.10 are two versions, 1 and 1.0 are one.
  await upload({ version: '1' });
  const same = { spec_xml: orderSpecification({ version: '1.0' }) };
  expect(await harness.refused(uploadSpecification, same)).toMatchObject({ code: 'specification_exists' });
  expect(await readdir(join(harness.folder, 'tenants/acme'))).toEqual(['Order-0.1.yawl', 'Order-1.yawl']);
});

test('[Y7.2] of two simultaneous uploads of one version with different contents, only one succeeds', async () => {
  const contents = ['a', 'b', 'c'].map((documentation) => orderSpecification({ documentation }));
  const results = await Promise.allSettled(
    contents.map((text) => harness.call(ann, 'specifications.upload', { spec_xml: text })),
  );
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await readdir(join(harness.folder, 'tenants/acme'))).toHaveLength(1);
});

test('[Y7.2][Y2.1] a specification with errors is refused with all of them, each with line and column, and nothing is saved', async () => {
  const text = orderSpecification()
    .replace('<nextElementRef id="ship"/>', '<nextElementRef id="shop"/>')
    .replace("/OrderNet/granted = 'true'", "/OrderNet/granted = 'true");
  const refused = await harness.refused(uploadSpecification, { spec_xml: text });
  expect(refused).toMatchObject({ code: 'invalid_definition' });
  expect((refused.violations ?? []).length).toBeGreaterThan(1);
  for (const { line, column } of refused.violations ?? []) {
    expect([Number(line) > 1, Number(column) > 0]).toEqual([true, true]);
  }
  expect(await harness.perform(listDefinitions, {})).toMatchObject({ definitions: [] });
});

test('[Y7.2] a document that is not a specification is refused as such', async () => {
  const graph = 'workflows:\n  a:\n    graph:\n      b: { call: echo }\n';
  expect(await harness.refused(uploadSpecification, { spec_xml: graph })).toMatchObject({
    code: 'invalid_definition',
  });
  for (const text of ['', 'Hello.', '<other/>', '<specificationSet']) {
    expect(await harness.refused(uploadSpecification, { spec_xml: text })).toMatchObject({
      code: 'invalid_definition',
    });
  }
});

test('[Y1.1][Y7.2] documents of specifications are saved, renamed, shown and deleted like others', async () => {
  const source = orderSpecification({ uri: 'a/../b: “Order”', identifier: '' });
  const saved = await harness.perform(saveDefinition, { source });
  expect(saved).toMatchObject({ path: 'a-b-Order-0.1.yawl', created: true });
  const { id = '' } = saved.definitions[0] ?? {};
  expect(await harness.perform(getDefinition, { workflow: id, parsed: true })).toMatchObject({
    source,
    parsed: null,
    language: 'yawl',
  });
  // Another version is another document; the same one is replaced by its revision.
  const newer = source.replace('<version>0.1<', '<version>0.2<');
  const second = await harness.perform(saveDefinition, { source: newer });
  expect(second).toMatchObject({ path: 'a-b-Order-0.2.yawl', created: true });
  const edited = newer.replace('Approves and ships.', 'Edited.');
  expect(await harness.refused(saveDefinition, { source: edited })).toMatchObject({
    code: 'revision_conflict',
  });
  const { revision } = await harness.perform(saveDefinition, { source: edited, revision: second.revision });
  const renamed = { path: second.path, to: 'orders/new.xml', revision };
  expect(await harness.perform(renameDefinition, renamed)).toMatchObject({ path: 'orders/new.xml' });
  expect(await harness.refused(saveDefinition, { source: edited, path: 'other.yawl' })).toMatchObject({
    code: 'name_taken',
  });
  await harness.perform(deleteDefinition, { path: 'orders/new.xml', revision });
  expect((await harness.perform(listDefinitions, {})).definitions).toHaveLength(1);
});
