import { expect, test } from 'vitest';
import { openScratch } from '../../../test/cli/open-scratch.ts';
import { verbs } from '../verbs.ts';

const flow = (name: string, call: string) => `workflows: { ${name}: { graph: { a: { call: ${call} } } } }\n`;

test('[T2] every verb takes --data and --workflows', async () => {
  for (const { load } of verbs.values()) {
    const names = (await load()).options.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['--data', '--workflows']));
  }
});

test('[T2] graph and simulate find a workflow by its name in the workflow folders', async () => {
  const scratch = openScratch({
    'flows/one.yaml': flow('first', 'x'),
    'flows/two.yaml': flow('second', 'y'),
  });
  const drawn = await scratch.run(['graph', 'second', '--workflows', 'flows']);
  expect(drawn.code).toBe(0);
  expect(drawn.out).toContain('Workflow: second');
  const played = await scratch.run(['simulate', 'first', '--workflows', 'flows']);
  expect(played.code).toBe(0);
  const missing = await scratch.run(['graph', 'third', '--workflows', 'flows']);
  expect(missing.code).toBe(2);
  expect(missing.err).toContain('“third” is neither a file nor a workflow in flows.');
  scratch.close();
});

test('[T2] validate and test without files use the workflow folders', async () => {
  const scratch = openScratch({
    'flows/one.yaml': flow('first', 'x'),
    'flows/two.yaml': flow('second', 'y'),
  });
  const checked = await scratch.run(['validate', '--workflows', 'flows']);
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('2 files, 2 valid');
  const none = await scratch.run(['validate']);
  expect(none.code).toBe(2);
  expect(none.err).toContain('signalbox validate FILE…');
  scratch.close();
});
