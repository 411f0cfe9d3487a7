import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Principal, scopes } from '../../src/operations/contract/principal.ts';
import { getDefinition } from '../../src/operations/definitions/get-definition.ts';
import { outlineDefinition } from '../../src/operations/definitions/outline-definition.ts';
import { exportRun } from '../../src/operations/runs/export-run.ts';
import { startRun } from '../../src/operations/runs/start-run.ts';
import { ann, type OperationsHarness, openOperationsHarness } from './operations-harness.ts';

const secret = 'nobody reads this';
const text = `
# ${secret}
workflows:
  ask:
    description: Asks
    params: { who: { type: str, default: you } }
    graph: { question: { type: yield, message: "$who?", expects: { word: str } } }
`;

let harness: OperationsHarness;

beforeEach(async () => {
  harness = await openOperationsHarness({ 'shared.yaml': text });
});
afterEach(() => harness.close());

const without: Principal = { ...ann, scopes: new Set(scopes.filter((scope) => scope !== 'specs:read')) };

test('[W2.1] the query scope shows the parameters and the steps of a workflow, and nothing of its text', async () => {
  const outline = await harness.perform(outlineDefinition, { workflow: 'ask' }, without);
  expect(JSON.stringify(outline)).not.toContain(secret);
  expect(outline).toMatchObject({ id: 'ask', valid: true, parameters: [{ name: 'who', default: 'you' }] });
  expect(outline.drawing).toContain('question');
  const details = await harness.perform(getDefinition, { workflow: 'ask' });
  const { source, tasks, workflows, violations, warnings, ...shared } = details;
  expect(source).toContain(secret);
  expect([workflows, violations, warnings]).toEqual([['ask'], [], []]);
  expect(tasks).toMatchObject([{ task: 'question', kind: 'question' }]);
  expect(shared).toEqual(outline);
});

test('[W2.1] every operation that returns the text of a document requires its scope', async () => {
  const { run, revision } = await harness.perform(startRun, { workflow: 'ask' }, without);
  const tries = {
    'definitions.get': { workflow: 'ask' },
    'definitions.revision': { path: 'shared.yaml', revision },
    'definitions.revisions': { path: 'shared.yaml' },
    'runs.export': { run },
  };
  for (const [name, input] of Object.entries(tries)) {
    await expect(harness.call(without, name, input)).rejects.toMatchObject({
      details: { code: 'missing_scope', context: { operation: name, scope: 'specs:read' } },
    });
    await harness.call(ann, name, input);
  }
});

test('[W2.1] the right to read texts without the right to read runs exports none', async () => {
  const { run } = await harness.perform(startRun, { workflow: 'ask' });
  const reader: Principal = { ...ann, scopes: new Set(['specs:read']) };
  expect(await harness.refused(exportRun, { run }, reader)).toMatchObject({
    code: 'missing_scope',
    context: { scope: 'workflows:query' },
  });
});
