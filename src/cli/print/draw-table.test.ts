import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  a_workflow_whose_name_goes_on_and_on_and_on_and_on:
    graph: { say: { call: echo, args: { text: one two three four five six } } }
`;

function scratch() {
  const made = openScratch({ 'workflows/w.yaml': document });
  opened.push(made);
  const run = (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
  return { run };
}

test('[T8] without a terminal a table is complete; on one its texts are cut, never its ids, states and times', async () => {
  const { run } = scratch();
  const name = 'a_workflow_whose_name_goes_on_and_on_and_on_and_on';
  await run(['run', name]);
  const state = '✓ completed';
  expect((await run(['runs'])).out).toMatch(new RegExp(`\nrun_\\w{26}  ${name}  ${state}  \\d+ s ago`));
  const on = async (columns: number, ...words: readonly string[]) => {
    const { out } = await run(words, { isTerminal: true, columns });
    return out.split('\n');
  };
  const [, wide = ''] = await on(80, 'runs');
  expect(wide).toMatch(/^run_\w{26} {2}a_\S*…\S*on {2}✓ completed {2}\d+ s ago {2}\S+ m?s$/);
  expect(wide.length).toBeLessThan(80);
  const [, , id = '', rest = ''] = await on(60, 'runs');
  expect([id, rest]).toEqual([
    expect.stringMatching(/^run_\w{26}$/),
    expect.stringMatching(/^ {2}a_\S*…\S*on {2}✓ completed {2}\d+ s ago {2}\S+ m?s$/),
  ]);
  expect(rest.length).toBeLessThan(60);
  const timeline = (await on(60, 'show', 'last')).filter((line) => line.includes('say calls'));
  expect(timeline).toEqual([expect.stringMatching(/^.{58}…$/)]);
  expect((await run(['show', 'last'])).out).toContain(
    'say calls echo {"text":"one two three four five six"}',
  );
});
