/** Every field of the format is read, from JSON and from YAML. */
import { describe, expect, test } from 'vitest';
import type { GuideStep, LoopStep, PromptStep } from '../../../src/languages/guide/model/schema.ts';
import { goodGuide } from './good-guide.ts';
import { formatViolations, readText, withoutPlaces, write } from './read-text.ts';

const read = readText(write(goodGuide, 'json'));
const guide = read.guide;

const stepOf = (id: string, steps: readonly GuideStep[] = guide?.steps ?? []): GuideStep | undefined => {
  for (const step of steps) {
    if (step.id === id) return step;
    const inside =
      step.kind === 'loop' && step.body.kind === 'inline' ? stepOf(id, step.body.steps) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
};

function promptStep(id: string): PromptStep {
  const step = stepOf(id);
  if (step?.kind !== 'prompt') throw new Error(`no step ${id}`);
  return step;
}

function loopStep(id: string): LoopStep {
  const step = stepOf(id);
  if (step?.kind !== 'loop') throw new Error(`no loop ${id}`);
  return step;
}

describe('a guide with every field', () => {
  test('[U1.1][U1.3] is valid', () => {
    expect(formatViolations(read.violations)).toEqual([]);
    expect(formatViolations(read.warnings)).toEqual([]);
  });

  test('[U1.1] means the same in JSON and in YAML', () => {
    const yaml = readText(write(goodGuide, 'yaml'));
    expect(formatViolations(yaml.violations)).toEqual([]);
    expect(withoutPlaces(yaml.guide)).toEqual(withoutPlaces(guide));
  });

  test('[U1.1][U2.3] its description is read', () => {
    expect(guide).toMatchObject({
      id: 'good-guide',
      name: 'Good guide',
      description: 'Has everything.',
      version: '1.2.0-beta.1+build.5',
      category: 'development',
      tags: ['code', 'review'],
      about: '',
      examples: [],
      preconditions: ['There is a task.'],
      clarificationPrompts: ['How big is it?'],
      metaGuidance: ['Think first.'],
      assessments: [],
    });
    expect(guide?.steps.map(({ id }) => id)).toEqual([
      'plan-it',
      'each-file',
      'three-times',
      'as-often',
      'while-so',
      'look-again',
    ]);
  });

  test('[U1.1] its functions are read, with parameters, choices and scopes', () => {
    expect(withoutPlaces(guide?.functions)).toEqual([
      {
        name: 'summarise',
        definition: 'Say it in three sentences.',
        scope: 'workflow',
        parameters: [
          { name: 'text', type: 'string', required: true, description: 'What to summarise.', enum: null },
          {
            name: 'tone',
            type: 'string',
            required: false,
            description: '',
            enum: ['plain', 'formal'],
            default: 'plain',
          },
        ],
      },
    ]);
    expect(loopStep('each-file').functions[0]).toMatchObject({ name: 'look', scope: 'loop', parameters: [] });
  });

  test('[U1.1] a step is read completely', () => {
    expect(withoutPlaces(promptStep('plan-it'))).toEqual({
      kind: 'prompt',
      id: 'plan-it',
      title: 'Plan',
      prompt: 'Plan {{task}}.',
      fragments: [],
      agentRole: 'You are a careful planner.',
      guidance: ['Be short.', 'Be clear.'],
      askForFiles: true,
      modelHint: null,
      runCondition: { condition: { var: 'taskScope', equals: 'large' } },
      confirmation: { kind: 'always' },
      criteria: [
        { type: 'contains', value: 'plan', message: 'Say plan.' },
        { type: 'regex', pattern: '^\\w+', flags: 'im', message: 'Begin with a word.' },
        { type: 'length', min: 10, max: 5000, message: 'Not too long.' },
        {
          type: 'schema',
          schema: { type: 'object', required: ['steps'] },
          message: 'Structure.',
          condition: { var: 'complexity', gte: 0.5 },
        },
      ],
      contract: null,
      assessmentRefs: [],
      consequences: [],
      functions: [{ name: 'list_it', definition: 'As a list.', parameters: [], scope: 'step' }],
      functionCalls: [
        { name: 'summarise', args: { text: 'the plan' } },
        { name: 'list_it', args: {} },
      ],
      functionReferences: ['list_it()'],
      checks: [],
    });
  });

  test('[U1.1] a step with only a prompt has no requirements', () => {
    expect(promptStep('round-it')).toMatchObject({
      agentRole: null,
      guidance: [],
      askForFiles: false,
      runCondition: null,
      confirmation: { kind: 'never' },
      criteria: null,
    });
  });

  test('[U1.1] loops of all four kinds are read, with both kinds of bodies, and nested', () => {
    expect(withoutPlaces(loopStep('each-file'))).toMatchObject({
      rule: { kind: 'forEach', items: 'files' },
      maxIterations: 50,
      iterationVar: 'pass',
      itemVar: 'file',
      indexVar: 'at',
      confirmation: { kind: 'when', condition: { var: 'careful', equals: true } },
      runCondition: { condition: { or: [{ var: 'files.count', gt: 0 }, { not: { var: 'empty' } }] } },
    });
    expect(withoutPlaces(loopStep('retry-it'))).toMatchObject({
      rule: { kind: 'until', condition: { var: 'state', in: ['green', 'given up'] } },
      maxIterations: 3,
      iterationVar: null,
      body: { kind: 'inline', steps: [{ id: 'run-tests' }] },
    });
    expect(withoutPlaces(loopStep('three-times'))).toMatchObject({
      rule: { kind: 'for', count: 3 },
      body: { kind: 'reference', step: 'look-again' },
    });
    expect(withoutPlaces(loopStep('as-often').rule)).toEqual({ kind: 'for', count: 'rounds' });
    expect(withoutPlaces(loopStep('while-so').rule)).toEqual({
      kind: 'while',
      condition: { var: 'open', not_equals: false, lt: 9, lte: 8 },
    });
  });

  test('[U1.1] criteria are a list, one rule, a composition, or a pattern of the older format', () => {
    expect(promptStep('look-again').criteria).toEqual({
      type: 'contains',
      value: 'seen',
      message: 'Say seen.',
    });
    expect(promptStep('edit-file').criteria).toEqual({
      and: [
        { type: 'contains', value: 'done', message: 'Say done.' },
        {
          or: [
            { type: 'contains', value: 'jwt', message: 'Use JWT.' },
            { not: { type: 'contains', value: 'session', message: 'No sessions.' } },
          ],
        },
      ],
    });
    expect(promptStep('run-tests').criteria).toEqual([
      { type: 'regex', pattern: 'pass|fail', message: 'Output does not match pattern: pass|fail' },
    ]);
  });

  test('[U1.1] a step of a loop may have a condition', () => {
    expect(promptStep('edit-file').runCondition?.condition).toEqual({
      and: [
        { var: 'file', endsWith: '.ts' },
        { var: 'file', matches: '^src/' },
      ],
    });
  });

  test('[U1.3] every part has its location', () => {
    const at = (text: string): number => read.text.indexOf(text);
    expect(guide?.at).toEqual({
      path: '',
      span: { start: at('"good-guide"'), end: at('"good-guide"') + 12 },
    });
    expect(promptStep('edit-file').at).toMatchObject({
      path: 'steps[1].body[0]',
      span: { start: at('"edit-file"') },
    });
    expect(loopStep('three-times').body).toMatchObject({
      at: { path: 'steps[2].body', span: { start: at('"look-again"') } },
    });
    expect(promptStep('plan-it').runCondition?.at.path).toBe('steps[0].runCondition');
  });
});
