import { expect, test } from 'vitest';
import { check, guide, inSteps } from './one-fault.ts';

test('[U1.3][U1.4] errors of many kinds in one guide are each reported once, in the order of the text', () => {
  const { violations, warnings } = check(
    guide(
      inSteps(`- {id: one, @step, runCondition: {var: a, gt: 5, lt: 3}, hasValidation: true}
        - {id: one, @step, functionCalls: [{name: nobody, args: {}}]}
        - {id: again, @loop, loop: {type: for, count: 0, maxIterations: 3}, body: nowhere}
        - {id: twice, @loop, loop: {type: forEach, items: a, itemVar: x, indexVar: x, maxIterations: 3}, body: [
             {id: two, title: Two, prompt: "Look at {{x}", validationCriteria: [
                 {type: length, max: 3, message: Short.}, {type: contains, value: long, message: Long.}]}]}`),
    ),
  );
  expect(violations.map(({ rule, line }) => [rule, line])).toEqual([
    ['impossible-condition', 6],
    ['duplicate-id', 7],
    ['unknown-function', 7],
    ['unknown-step', 8],
    ['name-clash', 9],
    ['impossible-criteria', 10],
  ]);
  expect(warnings.map(({ rule, line }) => [rule, line])).toEqual([
    ['nothing-to-validate', 6],
    ['unreachable-step', 8],
    ['unclosed-template', 10],
  ]);
});

test('[U1.3] an unreadable part is reported once, without consequential errors', () => {
  const { violations, warnings } = check(
    guide(
      inSteps(`- {id: one, @step, runCondition: {var: a, gt: high}}
        - {id: again, @loop, loop: {type: while, maxIterations: 3}, body: [{id: two, @step}]}
        - {id: empty, @loop, loop: {type: until, condition: {}, maxIterations: 3}, body: [{id: three, @step}]}
        - {id: count, @loop, loop: {type: for, count: -1, maxIterations: 3}, body: [{id: four, @step}]}
        - {id: five, @step, validationCriteria: [{type: length, min: 5, max: 3, message: Odd.}]}
        - {id: six, @step, runCondition: {and: []}}`),
    ),
  );
  expect(violations.map(({ line }) => line)).toEqual([6, 7, 9, 10]);
  expect(warnings.map(({ line }) => line)).toEqual([8, 11]);
});

test('[U1.4] a guide that uses everything correctly has no errors', () => {
  const found = check(
    guide(`functionDefinitions: [{name: note, definition: Write it down., parameters: [{name: text, type: string, required: true}]}]
${inSteps(`- {id: triage, @step, requireConfirmation: {var: scope, equals: large}, hasValidation: true, validationCriteria: [
             {type: length, min: 10, max: 4000, message: Say more.},
             {type: contains, value: scope, message: Say the scope., condition: {var: strict}}]}
        - {id: plan, title: Plan, prompt: "For {{user.name}}: {{ goal }}.", runCondition: {var: scope, in: [large, medium], not_equals: tiny}}
        - {id: over, @loop, loop: {type: forEach, items: files, itemVar: file, indexVar: at, maxIterations: 50}, body: [
             {id: look, title: Look, prompt: "Look at {{file.path}}.", runCondition: {var: file.open, equals: true}},
             {id: until, @loop, loop: {type: until, condition: {var: file.done, equals: true, or: [{var: currentIteration, gt: 2}]}, maxIterations: 5}, body: [
                 {id: fix, @step, functionCalls: [{name: note, args: {text: fixed}}]}]}]}
        - {id: named, @loop, loop: {type: while, condition: {var: left, gt: 0}, maxIterations: 9}, body: ship}
        - {id: ship, @step}
        - {id: polls, @loop, loop: {type: while, maxIterations: 9, conditionSource: {kind: artifact_contract, contractRef: wr.contracts.loop_control, loopId: poll}}, body: [
             {id: ask, @step, outputContract: {contractRef: wr.contracts.loop_control, loopId: poll}}]}`)}`),
  );
  expect(found).toEqual({ violations: [], warnings: [] });
});

test('[U1.4] a guide with a long chain of referenced loops is checked', () => {
  const loop = (at: number): string =>
    `- {id: loop-${at}, @loop, loop: {type: for, count: 1, maxIterations: 1}, body: loop-${at + 1}}`;
  const loops = Array.from({ length: 200 }, (_, at) => loop(at));
  expect(check(guide(inSteps([...loops, '- {id: loop-200, @step}'].join('\n')))).violations).toEqual([]);
  const { violations } = check(
    guide(inSteps([...loops, loop(200).replace('loop-201', 'loop-0')].join('\n'))),
  );
  expect(violations.map(({ rule }) => rule)).toEqual(['circular-body']);
});
