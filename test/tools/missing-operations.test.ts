import { afterEach, beforeEach, expect, test } from 'vitest';
import { openToolFixture, type ToolFixture } from './tool-fixture.ts';

let fixture: ToolFixture;

beforeEach(async () => {
  fixture = await openToolFixture();
});

afterEach(() => fixture.close());

const content = `workflows:
  first_of_all:
    graph:
      say: { call: ecko, args: { text: hi } }
      other: { call: nosuch, depends_on: [say] }
`;

const warnings = [
  {
    rule: 'unknown-operation',
    path: 'workflows.first_of_all.graph.say.call',
    line: 4,
    message: 'No connector offers “ecko”: the workflow cannot run until one does. Did you mean “echo”?',
  },
  {
    rule: 'unknown-operation',
    path: 'workflows.first_of_all.graph.other.call',
    line: 5,
    message: 'No connector offers “nosuch”: the workflow cannot run until one does.',
  },
];

test('[P3.4] an operation that no connector offers is a warning when a document is validated and saved, with its position', async () => {
  const checked = await fixture.succeed('workflow_validate', { content });
  expect(checked).toMatchObject({
    valid: true,
    warnings,
    next: expect.stringMatching(/^It cannot run on this server/),
  });
  const saved = await fixture.succeed('workflow_save', { content });
  const next = expect.stringMatching('not everything in it can run on this server');
  expect(saved).toMatchObject({ path: 'first_of_all.yaml', warnings, next });
  const fine = content.replace('ecko', 'echo').replace('nosuch', 'echo');
  expect(await fixture.succeed('workflow_validate', { content: fine })).toMatchObject({
    warnings: [],
    next: expect.stringMatching(/^Save it with workflow_save/),
  });
});

test('[P3.1][P3.4] a workflow that calls an operation that no connector offers says so, and is listed after those that can run', async () => {
  await fixture.succeed('workflow_save', { content });
  const { workflows } = Object(await fixture.succeed('workflow_list', { query: 'first_of_all' }));
  expect(workflows).toMatchObject([{ id: 'first_of_all', missing_operations: ['ecko', 'nosuch'] }]);
  expect(await fixture.succeed('workflow_get', { id: 'first_of_all' })).toMatchObject({
    missing_operations: ['ecko', 'nosuch'],
  });
  expect(await fixture.succeed('workflow_get', { id: 'tell' })).not.toHaveProperty('missing_operations');
  const names = await fixture.names();
  expect(names.indexOf('w_first_of_all')).toBeGreaterThan(names.indexOf('w_tell'));
  const version = Object(await fixture.succeed('workflow_get', { workflow_id: 'first_of_all' })).version;
  const mended = content.replace('ecko', 'echo').replace('nosuch', 'echo');
  await fixture.succeed('workflow_save', { content: mended, version });
  const later = await fixture.names();
  expect(later.indexOf('w_first_of_all')).toBeLessThan(later.indexOf('w_tell'));
});
