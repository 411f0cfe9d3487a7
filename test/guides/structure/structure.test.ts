import { test } from 'vitest';
import { expectOne, faults, inSteps } from './one-fault.ts';

test.each(
  faults(
    [
      inSteps(`- {id: one, @step}
             - {id: ⟦one, @step}
             - {id: one-2, @step}`),
      'duplicate-id',
      '“one” is already the id of a step, on line 6.',
      '{id: one-3, title',
    ],
    [
      inSteps(`- {id: outer, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: [{id: one, @step}]}
             - {id: ⟦one, @step}`),
      'duplicate-id',
      '“one” is already the id of a step, on line 6.',
      '{id: one-2, title',
    ],
    [
      inSteps(`- {id: one, @step, audit: {prompt: Look again.}}
             - {id: ⟦one, @step, audit: {prompt: Look again.}}`),
      'duplicate-id',
      '“one” is already the id of a step, on line 6.',
      '{id: one-2, title',
    ],
  ),
)('[U1.4] ids: $rule: $message', (fault) => {
  expectOne(fault, 'violations');
});

test.each(
  faults(
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦reveiw}
             - {id: review, @step}`),
      'unknown-step',
      'The body of the loop “again” is the step “reveiw”, but that step does not exist.',
      'body: review}',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦elsewhere}
             - {id: review, @step}`),
      'unknown-step',
      'The body of the loop “again” is the step “elsewhere”, but that step does not exist.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦inner}
             - {id: other, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: [{id: inner, @step}]}`),
      'unknown-step',
      'The body of the loop “again” is the step “inner”, but that step belongs to the loop “other”. Move it to the top level of the guide.',
    ],
    [
      inSteps('- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦again}'),
      'circular-body',
      'The loop “again” is its own body.',
    ],
    [
      inSteps(`- {id: one, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦two}
             - {id: two, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: one}`),
      'circular-body',
      'These loops contain each other, so none of them can start: one, two.',
    ],
    [
      inSteps(`- {id: one, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: [
                 {id: two, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦one}]}`),
      'circular-body',
      'These loops contain each other, so none of them can start: two, one.',
    ],
    [
      inSteps(`- {id: one, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: shared}
             - {id: two, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦shared}
             - {id: shared, @step}`),
      'shared-body',
      'The step “shared” is already the body of the loop “one”. A step can be the body of one loop only.',
    ],
  ),
)('[U1.4] bodies: $rule: $message', (fault) => {
  expectOne(fault, 'violations');
});

test.each(
  faults(
    [
      inSteps('- {id: one, @step, runCondition: ⟦{var: scope, gt: 5, lt: 3}}'),
      'impossible-condition',
      '“one” can never run: “scope > 5” and “scope < 3” exclude each other.',
    ],
    [
      inSteps(
        '- {id: one, @step, audit: {prompt: Look.}, runCondition: ⟦{and: [{var: a, equals: x}, {var: b}, {var: a, equals: y}]}}',
      ),
      'impossible-condition',
      '“one” can never run: “a = x” and “a = y” exclude each other.',
    ],
    [
      inSteps('- {id: one, @step, runCondition: ⟦{or: []}}'),
      'impossible-condition',
      '“one” can never run: an “or” without conditions never holds.',
    ],
    [
      inSteps('- {id: one, @step, runCondition: ⟦{var: a, in: []}}'),
      'impossible-condition',
      '“one” can never run: an empty “in” list allows no value.',
    ],
    [
      inSteps('- {id: one, @step, runCondition: ⟦{not: {or: [{var: a}, {not: {var: a}}]}}}'),
      'impossible-condition',
      '“one” can never run: “a or not (a)” always holds.',
    ],
    [
      inSteps('- {id: one, @step, runCondition: ⟦{or: [{var: a, gt: 1, lt: 1}, {var: a, in: []}]}}'),
      'impossible-condition',
      '“one” can never run: none of its alternatives can hold: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps(`- {id: split, type: parallel, title: Both, parallelDelegations: [
                 {workflowId: check, goal: Do., runCondition: ⟦{var: a, gt: 1, lt: 1}}]}`),
      'impossible-condition',
      '“split.1” can never run: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps(`- {id: again, @loop, runCondition: ⟦{var: a, gt: 1, lt: 1},
                loop: {type: for, count: 2, maxIterations: 2}, body: [{id: one, @step}]}`),
      'impossible-condition',
      '“again” can never run: “a > 1” and “a < 1” exclude each other.',
    ],
  ),
)('[U1.4] unreachable steps: $rule: $message', (fault) => {
  expectOne(fault, 'violations');
});

test.each(
  faults(
    [
      inSteps('- {id: one, @step, runCondition: ⟦{or: [{var: a}, {not: {var: a}}]}}'),
      'always-holds',
      '“one” always runs: its condition always holds.',
      '{id: one, title: Do it, prompt: Do.}',
    ],
    [
      inSteps('- {id: one, @step, requireConfirmation: ⟦{var: a, gt: 1, lt: 1}}'),
      'impossible-condition',
      'No person is ever asked to confirm “one”: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps('- {id: one, @step, requireConfirmation: ⟦{not: {var: a, gt: 1, lt: 1}}}'),
      'always-holds',
      'A person is always asked to confirm “one”: its condition always holds.',
      'requireConfirmation: true}',
    ],
    [
      inSteps(
        '- {id: one, @step, promptFragments: [{id: tail, text: More., when: ⟦{var: a, gt: 1, lt: 1}}]}',
      ),
      'impossible-condition',
      'The fragment “tail” is never shown: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps(`- {id: one, @step, validationCriteria: {and: [{or: [
                 {type: contains, value: x, message: Say x., condition: ⟦{var: a, gt: 1, lt: 1}}]}]}}`),
      'impossible-condition',
      'The rule “Say x.” is never applied: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps(`- {id: one, @step, validationCriteria: [
                 {type: contains, value: x, message: Say x., condition: ⟦{not: {var: a, gt: 1, lt: 1}}}]}`),
      'always-holds',
      'The rule “Say x.” is always applied: its condition always holds.',
      'message: Say x.}',
    ],
    [
      inSteps('- {id: one, @step, hasValidation: ⟦true}'),
      'nothing-to-validate',
      '“one” asks for validation, but has no “validationCriteria”: any output is valid.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: while, condition: ⟦{var: a, gt: 1, lt: 1}, maxIterations: 5}, body: [
                 {id: one, @step}]}`),
      'unreachable-step',
      'The steps of the loop “again” are never reached: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: until, condition: ⟦{not: {var: a, in: []}}, maxIterations: 5}, body: [
                 {id: one, @step}]}`),
      'unreachable-step',
      'The steps of the loop “again” are never reached: its condition always holds.',
    ],
    [
      inSteps(
        '- {id: again, @loop, loop: {type: for, count: ⟦0, maxIterations: 5}, body: [{id: one, @step}]}',
      ),
      'unreachable-step',
      'The steps of the loop “again” are never reached: it has no passes.',
    ],
    [
      inSteps(
        '- {id: again, @loop, loop: {type: for, count: ⟦9, maxIterations: 5}, body: [{id: one, @step}]}',
      ),
      'loop-cut-short',
      'The loop “again” ends after 5 of 9 passes, because of “maxIterations”.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: until, condition: ⟦{var: a, in: []}, maxIterations: 5}, body: [
                 {id: one, @step}]}`),
      'endless-loop',
      'Once started, the loop “again” ends only after 5 passes: an empty “in” list allows no value.',
    ],
    [
      inSteps(`- {id: outer, @loop, loop: {type: forEach, items: files, itemVar: file, maxIterations: 5}, body: [
                 {id: inner, @loop, loop: {type: while, condition: ⟦{var: file.open, equals: true}, maxIterations: 7}, body: [
                   {id: one, @step}]}]}`),
      'endless-loop',
      'Once started, the loop “inner” ends only after 7 passes: “file.open” is set by an outer loop and the same in every pass.',
    ],
    [
      inSteps(`- {id: again, @loop, body: [{id: one, @step}], loop: {type: while, maxIterations: 5,
                conditionSource: ⟦{kind: artifact_contract, contractRef: wr.contracts.loop_control, loopId: again}}}`),
      'endless-loop',
      'No step of the loop “again” decides whether it continues: it ends after 5 passes, unless “again” of the context is “stop”.',
    ],
    [
      inSteps('- {id: one, @step, outputContract: ⟦{contractRef: wr.contracts.loop_control}}'),
      'decides-nothing',
      '“one” decides whether a loop continues, but is in no loop.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 5}, body: [
                 {id: one, @step, outputContract: ⟦{contractRef: wr.contracts.loop_control}}]}`),
      'decides-nothing',
      '“one” decides whether the loop “again” continues, but that loop has another end rule. Set its “conditionSource” to the kind “artifact_contract”.',
    ],
    [
      inSteps(`- {id: outer, @loop, loop: {type: forEach, items: files, itemVar: file, maxIterations: 5}, body: [
                 {id: inner, @loop, loop: {type: forEach, items: parts, itemVar: ⟦file, maxIterations: 7}, body: [
                   {id: one, @step}]}]}`),
      'misleading-name',
      'In the loop “inner”, “file” hides the variable of this name of the outer loop “outer”.',
    ],
    [
      inSteps(
        '- {id: again, @loop, loop: {type: forEach, items: files, itemVar: ⟦index, maxIterations: 5}, body: [{id: one, @step}]}',
      ),
      'misleading-name',
      'In the loop “again”, “index” is the usual name of the index of the item, but is the item here.',
    ],
    [
      inSteps(
        '- {id: again, @loop, loop: {type: forEach, items: files, itemVar: ⟦files, maxIterations: 5}, body: [{id: one, @step}]}',
      ),
      'misleading-name',
      'In the loop “again”, “files” hides the list that the loop iterates over.',
    ],
    [
      inSteps('- {id: one, title: Do it, prompt: "Look at ⟦{{file} and {{other}}."}'),
      'unclosed-template',
      '“{{file” is not closed, so the variable is not filled in.',
      'prompt: "Look at {{file}} and {{other}}."',
    ],
    [
      inSteps(
        '- {id: one, @step, guidance: [\'a {{ b | c }} {"d": {"e": 1}}\', \'Look at ⟦{{file and so on\']}',
      ),
      'unclosed-template',
      '“{{file” is not closed, so the variable is not filled in.',
    ],
  ),
)('[U1.4] warnings: $rule: $message', (fault) => {
  expectOne(fault, 'warnings');
});
