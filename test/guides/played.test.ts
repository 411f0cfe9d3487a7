/**
 * Guides are simulated and tested like other workflows: to their end without a script, and against their criteria with
 * one.
 */
import { expect, test } from 'vitest';
import { runTests, simulateWorkflow } from '../../src/operations/offline.ts';

const text = `id: played
name: Played
description: Played before anybody has done it
version: 1.0.0
steps:
  - id: why
    title: Say why
    prompt: Why?
    validationCriteria: [{ type: contains, value: because, message: Say why it happens }]
  - id: each
    type: loop
    title: Each
    loop: { type: forEach, items: files, itemVar: file, maxIterations: 9 }
    body: [{ id: change, title: Change, prompt: 'Change {{file}}', requireConfirmation: true }]
  - id: stubborn
    type: loop
    title: Stubborn
    loop: { type: until, condition: { var: verdict, matches: ^fine$ }, maxIterations: 4 }
    body: [{ id: try-it, title: Try, prompt: Try it }]
  - { id: large, title: Large, prompt: Large, runCondition: { var: size, equals: large } }
`;

const file = { path: 'played.yaml', text };

function play(script: string | null, context?: object) {
  const result = simulateWorkflow({
    file,
    api: null,
    workflow: null,
    params: { values: context === undefined ? {} : { context: context as never }, texts: {} },
    script: script === null ? null : { path: 'script.yaml', text: script },
    case: null,
    seed: null,
  });
  if (result.kind !== 'simulated') throw new Error(JSON.stringify(result));
  return result;
}

const times = (took: readonly { readonly task: string }[], task: string) =>
  took.filter((each) => each.task === task).length;

test('[U9.2] without a script a guide is played to its end, and endless loops end at their maximum', () => {
  const { simulation, standIns, untaken, states } = play(null);
  expect(simulation.status).toBe('completed');
  expect(times(simulation.asked, 'change')).toBe(2);
  expect(times(simulation.asked, 'try-it')).toBe(4);
  expect(standIns.variables).toEqual(['files']);
  expect(untaken).toContain('large never ran');
  expect([states.get('change'), states.get('change/confirm'), states.get('large')]).toEqual([
    'done',
    'done',
    'skipped',
  ]);
});

test('[U9.2] given values are not replaced by samples', () => {
  const { simulation, standIns } = play(null, { files: ['a', 'b', 'c'], size: 'large' });
  expect(standIns.variables).toBeUndefined();
  expect(times(simulation.asked, 'change')).toBe(3);
  expect(simulation.took).toContain('large');
});

test('[U9.2][U8.2] a scripted output that does not meet the criteria is refused, and the next one is used', () => {
  const refused = play('answers: { why: [{ output: no idea }, { output: because }] }');
  expect(refused.simulation.refused.map(({ task, message }) => [task, message])).toEqual([
    ['why', 'Say why it happens'],
  ]);
  expect(refused.simulation.status).toBe('completed');
  expect(play('answers: { why: { output: no idea } }').simulation).toMatchObject({
    status: 'waiting',
    waitingFor: [{ task: 'why' }],
  });
});

test('[U9.2] test cases of a guide define the outputs of its steps, and the expected result', async () => {
  const cases = `cases:
  - name: one file
    params: { context: { files: [a.ts], size: large } }
    answers:
      why: { output: because }
      change/confirm: [{ confirmed: false, remark: again }, { confirmed: true }]
      try-it: { output: done, context: { verdict: fine } }
    expect: { took: [why, change, change/confirm, try-it, large] }
  - name: none
    params: { context: { files: [] } }
    expect: { status: failed }
`;
  const report = await runTests({ file, tests: { path: 'played.test.yaml', text: cases }, api: null });
  expect(report.violations).toEqual([]);
  expect(report.cases.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['one file', 'passed'],
    ['none', 'failed'],
  ]);
});
