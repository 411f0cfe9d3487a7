import { expect, test } from 'vitest';
import { createLookUp } from '../conditions/look-up.ts';
import { guideOf } from '../follow/guide-texts.ts';
import { guideLanguage } from '../index.ts';
import { planSteps, promptSteps } from '../net/plan-steps.ts';
import { checkOutput } from '../validation/check-output.ts';

const text = `id: played
name: Played
description: Played before anybody has done it
version: 1.0.0
assessments:
  - { id: risk, purpose: How risky, dimensions: [{ id: size, purpose: Size, levels: [low, high] }] }
steps:
  - id: words
    title: Words
    prompt: x
    requireConfirmation: true
    validationCriteria:
      and:
        - { type: contains, value: tests, message: m }
        - or: [{ type: contains, value: jwt, message: m }, { type: contains, value: session, message: m }]
        - { not: { type: contains, value: TODO, message: m } }
        - { type: length, min: 80, message: m }
  - id: pattern
    title: Pattern
    prompt: x
    validationCriteria: [{ type: regex, pattern: '^[A-Z]{3}-\\d+$', message: m }]
  - id: structured
    title: Data
    prompt: x
    validationCriteria:
      - type: schema
        message: m
        schema: { type: object, required: [method], properties: { method: { enum: [GET, POST] } } }
  - id: assessed
    title: Assessed
    prompt: x
    assessmentRefs: [risk]
    assessmentConsequences:
      - { when: { anyEqualsLevel: low }, effect: { kind: require_followup, guidance: Say more } }
  - id: again
    type: loop
    title: Again
    requireConfirmation: true
    loop: { type: while, condition: { var: quality, lt: 0.9 }, maxIterations: 5 }
    body:
      - { id: improve, title: Improve, prompt: x }
      - { id: polish, title: Polish, prompt: x, runCondition: { var: quality, gt: 2 } }
  - id: each
    type: loop
    title: Each
    loop: { type: forEach, items: work.parts, itemVar: part, maxIterations: 5 }
    body:
      - id: inner
        type: loop
        title: Inner
        loop: { type: for, count: rounds, maxIterations: 5 }
        body: [{ id: turn, title: Turn, prompt: x }]
`;

const { workflows, violations } = guideLanguage.read({ path: 'g.yaml', text }, { operations: null });
const [workflow] = workflows;
const samples = new Map(workflow?.samples.map(({ task, output }) => [task, output]));

test('[U9.2] every step has a sample that it accepts, and every confirmation has an answer', () => {
  expect(violations).toEqual([]);
  const guide = workflow === undefined ? null : guideOf(workflow);
  const steps = guide === null ? [] : promptSteps(planSteps(guide));
  expect(steps).toHaveLength(7);
  for (const { id, criteria, contract, consequences, assessmentRefs } of steps) {
    const assessments = guide?.assessments.filter((each) => assessmentRefs.includes(each.id)) ?? [];
    const { output = null } = Object(samples.get(id));
    const verdict = checkOutput({ criteria, contract, consequences, assessments }, output, createLookUp({}));
    expect({ id, verdict }).toMatchObject({ id, verdict: { valid: true } });
  }
  expect([samples.get('words/confirm'), samples.get('again/confirm')]).toEqual([
    { confirmed: true },
    { confirmed: true },
  ]);
  expect(workflow?.samples.every(({ net }) => net === 'played')).toBe(true);
});

test('[U9.2] the step that runs in every pass sets the variables that end its loop', () => {
  expect(samples.get('improve')).toMatchObject({ context: { quality: 0.9 } });
  expect(samples.get('polish')).not.toHaveProperty('context');
});

test('[U9.2] the example context has what loops need, and nothing that they set', () => {
  expect(workflow?.parameters[0]?.example).toEqual({
    work: { parts: ['work.parts-1', 'work.parts-2'] },
    rounds: 2,
  });
});
