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
      'The body of the loop “again” is the step “reveiw”, but there is no such step.',
      'body: review}',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦elsewhere}
             - {id: review, @step}`),
      'unknown-step',
      'The body of the loop “again” is the step “elsewhere”, but there is no such step.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦inner}
             - {id: other, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: [{id: inner, @step}]}`),
      'unknown-step',
      'The body of the loop “again” is the step “inner”, but that belongs to the loop “other”. A body that is named stands in the list of steps itself.',
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
      'These loops are inside each other, so that none of them could begin: one, two.',
    ],
    [
      inSteps(`- {id: one, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: [
                 {id: two, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦one}]}`),
      'circular-body',
      'These loops are inside each other, so that none of them could begin: two, one.',
    ],
    [
      inSteps(`- {id: one, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: shared}
             - {id: two, @loop, loop: {type: for, count: 2, maxIterations: 2}, body: ⟦shared}
             - {id: shared, @step}`),
      'shared-body',
      'The step “shared” is already the body of the loop “one”; nobody could tell for which of both it was completed.',
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
      '“one” can never run: an “or” of nothing never holds.',
    ],
    [
      inSteps('- {id: one, @step, runCondition: ⟦{var: a, in: []}}'),
      'impossible-condition',
      '“one” can never run: a list “in” without values allows nothing.',
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
)('[U1.4] steps that are never reached: $rule: $message', (fault) => {
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
      'Nobody is ever asked to confirm “one”: “a > 1” and “a < 1” exclude each other.',
    ],
    [
      inSteps('- {id: one, @step, requireConfirmation: ⟦{not: {var: a, gt: 1, lt: 1}}}'),
      'always-holds',
      'Somebody is always asked to confirm “one”: its condition always holds.',
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
      '“one” is to be validated, but has no “validationCriteria”: any output will do.',
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
      'The loop “again” ends after 5 of 9 passes: more than “maxIterations” are not made.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: until, condition: ⟦{var: a, in: []}, maxIterations: 5}, body: [
                 {id: one, @step}]}`),
      'endless-loop',
      'Once begun, the loop “again” ends only after 5 passes: a list “in” without values allows nothing.',
    ],
    [
      inSteps(`- {id: outer, @loop, loop: {type: forEach, items: files, itemVar: file, maxIterations: 5}, body: [
                 {id: inner, @loop, loop: {type: while, condition: ⟦{var: file.open, equals: true}, maxIterations: 7}, body: [
                   {id: one, @step}]}]}`),
      'endless-loop',
      'Once begun, the loop “inner” ends only after 7 passes: “file.open” is of a loop around, and the same in every pass.',
    ],
    [
      inSteps(`- {id: again, @loop, body: [{id: one, @step}], loop: {type: while, maxIterations: 5,
                conditionSource: ⟦{kind: artifact_contract, contractRef: wr.contracts.loop_control, loopId: again}}}`),
      'endless-loop',
      'None of the steps of the loop “again” decides whether it goes on: it ends after 5 passes, unless “again” of the context says “stop”.',
    ],
    [
      inSteps('- {id: one, @step, outputContract: ⟦{contractRef: wr.contracts.loop_control}}'),
      'decides-nothing',
      '“one” decides whether a loop goes on, but there is none around it.',
    ],
    [
      inSteps(`- {id: again, @loop, loop: {type: for, count: 2, maxIterations: 5}, body: [
                 {id: one, @step, outputContract: ⟦{contractRef: wr.contracts.loop_control}}]}`),
      'decides-nothing',
      '“one” decides whether the loop “again” goes on, but that ends by a rule of its own. Give it a “conditionSource” of the kind “artifact_contract”.',
    ],
    [
      inSteps(`- {id: outer, @loop, loop: {type: forEach, items: files, itemVar: file, maxIterations: 5}, body: [
                 {id: inner, @loop, loop: {type: forEach, items: parts, itemVar: ⟦file, maxIterations: 7}, body: [
                   {id: one, @step}]}]}`),
      'misleading-name',
      'In the loop “inner”, “file” hides what has this name in the loop “outer” around.',
    ],
    [
      inSteps(
        '- {id: again, @loop, loop: {type: forEach, items: files, itemVar: ⟦index, maxIterations: 5}, body: [{id: one, @step}]}',
      ),
      'misleading-name',
      'In the loop “again”, “index” is what loops call the index of the item, but here it is the item.',
    ],
    [
      inSteps(
        '- {id: again, @loop, loop: {type: forEach, items: files, itemVar: ⟦files, maxIterations: 5}, body: [{id: one, @step}]}',
      ),
      'misleading-name',
      'In the loop “again”, “files” hides the list that the loop goes over.',
    ],
    [
      inSteps('- {id: one, title: Do it, prompt: "Look at ⟦{{file} and {{other}}."}'),
      'unclosed-template',
      '“{{file” is not closed, so no variable is put there.',
      'prompt: "Look at {{file}} and {{other}}."',
    ],
    [
      inSteps(
        '- {id: one, @step, guidance: [\'a {{ b | c }} {"d": {"e": 1}}\', \'Look at ⟦{{file and so on\']}',
      ),
      'unclosed-template',
      '“{{file” is not closed, so no variable is put there.',
    ],
  ),
)('[U1.4] doubts: $rule: $message', (fault) => {
  expectOne(fault, 'warnings');
});
