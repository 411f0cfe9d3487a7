import { expect, test } from 'vitest';
import { check, expectOne, faults, guide, inSteps } from './one-fault.ts';

const search = `functionDefinitions:
  - name: search
    definition: Look for it.
    parameters:
      - {name: text, type: string, required: true}
      - {name: depth, type: number}
      - {name: mode, type: string, enum: [fast, thorough]}
      - {name: kind, type: string, required: true, default: code}
`;

const calling = (call: string): string =>
  `${search}${inSteps(`- {id: one, @step, functionCalls: [${call}]}`)}`;

test.each(
  faults(
    [
      calling('{name: ⟦serach, args: {text: x}}'),
      'unknown-function',
      'Function “serach” does not exist.',
      '{name: search, args',
    ],
    [calling('{name: ⟦build, args: {}}'), 'unknown-function', 'Function “build” does not exist.'],
    [calling('{name: search, args: ⟦{depth: 1}}'), 'missing-argument', '“search” needs “text”: a text.'],
    [
      calling('{name: search, args: {⟦tekst: x}}'),
      'unknown-argument',
      '“search” has no parameter “tekst”.',
      'args: {text: x}',
    ],
    [
      calling('{name: search, args: {text: x, ⟦__proto__: 1}}'),
      'unknown-argument',
      '“search” has no parameter “__proto__”.',
      'args: {text: x}}',
    ],
    [
      calling('{name: search, args: {text: x, depth: ⟦"3"}}'),
      'argument-type',
      '“depth” of “search” must be a number, but is the text “3”.',
      'depth: 3}',
    ],
    [
      calling('{name: search, args: {text: ⟦null}}'),
      'argument-type',
      '“text” of “search” must be a text, but is nothing.',
    ],
    [
      calling('{name: search, args: {text: x, mode: ⟦Fast}}'),
      'argument-not-allowed',
      '“mode” of “search” must be one of “fast”, “thorough”, but is the text “Fast”.',
      'mode: fast}',
    ],
    [
      calling('{name: search, args: {text: x, mode: ⟦slowly}}'),
      'argument-not-allowed',
      '“mode” of “search” must be one of “fast”, “thorough”, but is the text “slowly”.',
    ],
    [
      `${search}${inSteps('- {id: one, @step, functionReferences: [⟦serch()]}')}`,
      'unknown-function',
      'Function “serch” does not exist.',
      'functionReferences: [search()]',
    ],
    [
      `${search}${inSteps('- {id: one, @step, functionReferences: [search(), ⟦serch()]}')}`,
      'unknown-function',
      'Function “serch” does not exist.',
    ],
    [
      `${search}  - {name: ⟦search, definition: Another.}\n${inSteps('- {id: one, @step}')}`,
      'name-clash',
      '“search” is already the name of a function, on line 6.',
      '{name: search_2,',
    ],
    [
      `functionDefinitions:
  - {name: search, definition: Look., parameters: [{name: text, type: string}, ⟦{name: text, type: number}]}
${inSteps('- {id: one, @step}')}`,
      'name-clash',
      '“search” has two parameters “text”.',
    ],
    [
      inSteps(`- {id: one, @step, functionDefinitions: [{name: look, definition: Look.}]}
               - {id: two, @step, functionCalls: [{name: ⟦look, args: {}}]}`),
      'unknown-function',
      'The function “look” is defined only in “one”. To use it everywhere, define it for the guide.',
    ],
    [
      inSteps(`- {id: one, @loop, loop: {type: forEach, items: a, iterationVar: x, itemVar: ⟦x, maxIterations: 2}, body: [
                 {id: two, @step}]}`),
      'name-clash',
      'In the loop “one”, “x” is already the name of the number of the pass.',
    ],
    [
      inSteps(`- {id: again, @loop, body: [{id: one, @step, outputContract: {contractRef: wr.contracts.loop_control, loopId: ⟦agian}}],
                  loop: {type: while, maxIterations: 5, conditionSource: {kind: artifact_contract, contractRef: wr.contracts.loop_control, loopId: again}}}`),
      'unknown-loop',
      '“one” decides about the loop “agian”, but no such loop contains it.',
      'loopId: again}}]',
    ],
  ),
)('[U1.4] $rule: $message', (fault) => {
  expectOne(fault, 'violations');
});

const criteria = (written: string): string => inSteps(`- {id: one, @step, validationCriteria: ⟦${written}}`);

test.each(
  faults(
    [
      criteria('[{type: length, min: 10, message: Long.}, {type: length, max: 5, message: Short.}]'),
      'impossible-criteria',
      'No output can meet the criteria of “one”: “Long.” and “Short.” exclude each other.',
    ],
    [
      criteria(
        '{and: [{type: contains, value: overview, message: A.}, {type: length, max: 5, message: B.}]}',
      ),
      'impossible-criteria',
      'No output can meet the criteria of “one”: “A.” and “B.” exclude each other.',
    ],
    [
      criteria(
        '{and: [{type: contains, value: abc, message: A.}, {not: {type: contains, value: b, message: B.}}]}',
      ),
      'impossible-criteria',
      'No output can meet the criteria of “one”: “A.” and the opposite of “B.” exclude each other.',
    ],
    [
      criteria('[{type: regex, pattern: a, message: A.}, {not: {type: regex, pattern: a, message: B.}}]'),
      'impossible-criteria',
      'No output can meet the criteria of “one”: “A.” and the opposite of “B.” exclude each other.',
    ],
    [
      criteria('{not: {or: [{type: length, min: 5, message: A.}, {type: length, max: 5, message: B.}]}}'),
      'impossible-criteria',
      'No output can meet the criteria of “one”: the opposite of a composition by “or” excludes every output.',
    ],
  ),
)('[U1.4] $rule: $message', (fault) => {
  expectOne(fault, 'violations');
});

test.each([
  '{not: {type: length, min: 5, message: A.}}',
  '{not: {type: length, min: 2, max: 5, message: A.}}',
  '{or: [{type: length, min: 9, message: A.}, {type: length, max: 5, message: B.}]}',
  '[{type: length, min: 9, message: A.}, {type: length, max: 5, message: B., condition: {var: short}}]',
  '{and: [{type: contains, value: b, message: A.}, {not: {type: contains, value: abc, message: B.}}]}',
  '[{type: length, max: 2, message: A.}, {type: contains, value: "🙂🙂", message: B.}]',
])('[U1.4] criteria that can be met: %s', (written) => {
  expect(check(guide(criteria(written).replace('⟦', '')))).toEqual({ violations: [], warnings: [] });
});

test('[U1.4] functions are visible in their scope, and the innermost definition of a name applies', () => {
  const found = check(
    guide(
      `${search}${inSteps(`- {id: one, @step, functionDefinitions: [{name: wide, definition: Do., scope: workflow}]}
      - {id: two, @step, functionDefinitions: [{name: search, definition: Otherwise., parameters: [{name: in, type: string}]}],
         functionCalls: [{name: search, args: {in: x}}, {name: wide, args: {}}]}
      - {id: three, @step, functionCalls: [{name: search, args: {text: "{{what}}", depth: "{{depth}}", mode: "{{mode}}"}}]}
      - {id: again, @loop, functionDefinitions: [{name: inner, definition: Do.}],
         loop: {type: for, count: 2, maxIterations: 2}, body: [
           {id: four, @step, functionDefinitions: [{name: near, definition: Do., scope: loop}]},
           {id: five, @step, functionReferences: [inner(), near(), wide(), search()]}]}
      - {id: named, @loop, functionDefinitions: [{name: theirs, definition: Do.}],
         loop: {type: for, count: 2, maxIterations: 2}, body: six}
      - {id: six, @step, functionReferences: [theirs()]}`)}`,
    ),
  );
  expect(found).toEqual({ violations: [], warnings: [] });
});
