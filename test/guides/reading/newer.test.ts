/** The newer format: supported fields are read, unsupported ones are named with their location. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/expression/index.ts';
import type { LoopStep, ParallelStep, PromptStep } from '../../../src/languages/guide/model/schema.ts';
import { newerGuide } from './good-guide.ts';
import {
  formats,
  formatViolations,
  markedBy,
  type Read,
  readText,
  withoutPlaces,
  write,
} from './read-text.ts';

const read = readText(write(newerGuide, 'json'));
const steps = read.guide?.steps ?? [];
const prompts = steps.filter((step): step is PromptStep => step.kind === 'prompt');
const loops = steps.filter((step): step is LoopStep => step.kind === 'loop');

describe('a guide of the newer format', () => {
  test.each(formats)('[U1.2] is valid in %s', (format) => {
    const { violations, warnings, guide } = readText(write(newerGuide, format));
    expect(formatViolations(violations)).toEqual([]);
    expect(warnings.map(({ rule, path }) => [rule, path])).toEqual([
      ['not-supported', 'recommendedPreferences'],
      ['not-supported', 'validatedAgainstSpecVersion'],
      ['not-supported', 'metricsProfile'],
      ['not-supported', 'steps[0].notesOptional'],
    ]);
    expect(withoutPlaces(guide)).toEqual(withoutPlaces(read.guide));
  });

  test('[U1.2] its description is read', () => {
    expect(read.guide).toMatchObject({
      id: 'ours.newer-guide',
      about: 'What it is about.',
      examples: ['Review a change of the parser'],
    });
    expect(withoutPlaces(read.guide?.assessments)).toEqual(newerGuide['assessments']);
  });

  test('[U1.2] blocks are joined in order, with headings', () => {
    expect(prompts[0]?.prompt).toBe(
      [
        '## Goal\nUnderstand it.',
        '## Constraints\n- No guesses.\n- Only facts.',
        '## Procedure\n1. Read.\n2. Write.',
        '## Output Required\n- notes: What was understood.',
        '## Verify\n- It is understood.',
      ].join('\n\n'),
    );
  });

  test('[U1.2] fragments, confirmations and assessments are read', () => {
    expect(withoutPlaces(prompts[0])).toMatchObject({
      fragments: [
        { id: 'if-large', when: { var: 'size', equals: 'large' }, text: 'Take your time.' },
        { id: 'always', when: null, text: 'Be kind.' },
      ],
      confirmation: { kind: 'when', condition: { var: 'risk', gt: 3 } },
      assessmentRefs: ['readiness'],
      consequences: [{ anyEqualsLevel: 'none', forAssessment: 'readiness', guidance: 'Write tests.' }],
    });
  });

  test('[U1.2] an audit and a verification become steps', () => {
    expect(prompts[0]?.checks.map(({ id, title, prompt }) => [id, title, prompt])).toEqual([
      ['understand.audit', 'Audit: Understand', 'Look at it.\n\n## Rubric\n- Is it true?\n- Is it short?'],
      [
        'understand.verification',
        'Verification: Understand',
        'Run this command and report what it prints:\n\n    npm test\n\nAll pass.',
      ],
    ]);
  });

  test('[U1.2] the nearest model tier applies, and a text takes precedence over a tier', () => {
    expect(prompts[0]?.modelHint).toBe('model-with-strong-reasoning');
    const inside = loops.flatMap(({ body }) => (body.kind === 'inline' ? body.steps : []));
    expect(inside).toMatchObject([{ modelHint: 'a-patient-model' }, { modelHint: 'balanced-model' }]);
  });

  test('[U1.2] a loop is controlled by the decisions of its steps, or by a variable', () => {
    expect(withoutPlaces(loops.map(({ rule }) => rule))).toEqual([
      { kind: 'control', loopId: 'improving' },
      { kind: 'until', condition: { var: 'done' } },
    ]);
    expect(loops[0]?.body).toMatchObject({
      steps: [
        {
          contract: { contractRef: 'wr.contracts.loop_control', loopId: 'improving', required: true },
        },
      ],
    });
  });

  test('[U1.2] delegations are steps that name the workflow, the goal and its context', () => {
    const parallel = steps.at(-1) as ParallelStep;
    expect(withoutPlaces(parallel)).toMatchObject({
      kind: 'parallel',
      id: 'look-around',
      confirmation: { kind: 'always' },
      runCondition: { condition: { var: 'size', equals: 'large' } },
      synthesis: { id: 'look-around.synthesis', prompt: 'Put it together.', modelHint: 'balanced-model' },
    });
    expect(
      parallel.branches.map(({ id, modelHint, runCondition }) => [id, modelHint, runCondition?.condition]),
    ).toEqual([
      ['look-around.1', 'fast-lightweight-model', { var: 'deep' }],
      ['look-around.2', 'balanced-model', undefined],
    ]);
    expect(parallel.branches[0]?.prompt).toBe(
      [
        'Run the workflow “wr.discovery”. Pass this goal as “goal” of its context:',
        'Find it.',
        'Also pass these variables as its context:\n- subject: {{task}}',
        'Also pass these arguments as its context:\n- depth: 2',
        'Use only these tools: read, search.',
      ].join('\n\n'),
    );
  });
});

const step = { id: 'only-step', title: 'Only', prompt: 'Do it.' };
const small = { id: 'small-guide', name: 'Small', description: 'Small.', version: '1.0.0', steps: [step] };
const withStep = (more: { readonly [key: string]: Json }): Json => ({
  ...small,
  steps: [{ ...step, ...more }],
});

const loopWithItems = {
  id: 'the-loop',
  type: 'loop',
  title: 'Loop',
  loop: { type: 'for', count: 2, items: 'files', maxIterations: 5 },
  body: [{ ...step, id: 'in-loop' }],
};

/** Unsupported parts: the document, the rule, the path, and the marked text. */
const warned: readonly (readonly [string, Json, string, string, string])[] = [
  [
    'no version',
    { id: 'small-guide', name: 'Small', description: 'Small.', steps: [step] },
    'no-version',
    '',
    '{',
  ],
  [
    'features',
    { ...small, features: ['wr.features.memory_context'] },
    'not-supported',
    'features',
    'features',
  ],
  [
    'extension points',
    { ...small, extensionPoints: [{ slotId: 'a', purpose: 'b', default: 'c', acceptedKinds: ['routine'] }] },
    'not-supported',
    'extensionPoints',
    'extensionPoints',
  ],
  ['bindings', { ...small, bindings: { a: 'b' } }, 'not-supported', 'bindings', 'bindings'],
  [
    'references',
    { ...small, references: [{ id: 'a', title: 'b' }] },
    'not-supported',
    'references',
    'references',
  ],
  [
    'a template beside a prompt',
    withStep({ templateCall: { templateId: 'x' } }),
    'not-supported',
    'steps[0].templateCall',
    'templateCall',
  ],
  [
    'a contract that nobody checks',
    withStep({ outputContract: { contractRef: 'wr.contracts.review_verdict' } }),
    'not-supported',
    'steps[0].outputContract.contractRef',
    'wr.contracts.review_verdict',
  ],
  [
    'a reference in a block',
    {
      ...small,
      steps: [
        { id: 'only-step', title: 'Only', promptBlocks: { goal: [{ kind: 'ref', refId: 'wr.refs.x' }] } },
      ],
    },
    'not-supported',
    'steps[0].promptBlocks.goal[0].refId',
    'wr.refs.x',
  ],
  [
    'a confirmation by a program',
    withStep({ requireConfirmation: { kind: 'coordinator_eval' } }),
    'not-supported',
    'steps[0].requireConfirmation.kind',
    'coordinator_eval',
  ],
  [
    'a condition without operators',
    withStep({ runCondition: {} }),
    'always-holds',
    'steps[0].runCondition',
    '{}',
  ],
  [
    'an “and” of nothing',
    withStep({ runCondition: { and: [] } }),
    'always-holds',
    'steps[0].runCondition.and',
    '[]',
  ],
  [
    'a key that a loop does not look at',
    { ...small, steps: [step, loopWithItems] },
    'unused-key',
    'steps[1].loop.items',
    'items',
  ],
];

const rulesAndPathsOf = ({ warnings }: Read): readonly (readonly string[])[] =>
  warnings.map(({ rule, path }) => [rule, path]);

describe.each(formats)('warnings in %s', (format) => {
  test.each(warned)('[U1.2] %s', (_, document, rule, path, marks) => {
    const result = readText(write(document, format));
    expect(formatViolations(result.violations)).toEqual([]);
    expect(rulesAndPathsOf(result)).toEqual([[rule, path]]);
    const [warning] = result.warnings;
    const expected = rule === 'no-version' && format === 'yaml' ? 'id:' : marks;
    expect(warning === undefined ? '' : markedBy(result, warning)).toMatch(
      new RegExp(`^${expected.replaceAll(/[.[\]{}]/g, String.raw`\$&`)}`),
    );
  });

  test('[U1.2] a reference is shown in the prompt by its name', () => {
    const goal = [{ kind: 'text', text: 'Read ' }, { kind: 'ref', refId: 'notes' }, '!'];
    const document = { ...small, steps: [{ id: 'only-step', title: 'Only', promptBlocks: { goal } }] };
    expect(readText(write(document, format)).guide?.steps[0]).toMatchObject({
      prompt: '## Goal\nRead [notes]!',
    });
  });

  test('[U1.2] a confirmation by a program is treated as one by a person', () => {
    const document = withStep({ requireConfirmation: { kind: 'coordinator_eval' } });
    expect(readText(write(document, format)).guide?.steps[0]?.confirmation).toEqual({ kind: 'always' });
  });
});

test('[U1.1][U1.2] the model of a loop applies to its steps, and criteria may be one pattern', () => {
  const inside = { ...step, id: 'in-loop', validationCriteria: '^done' };
  const document = { ...small, steps: [step, { ...loopWithItems, modelTier: 'heavy', body: [inside] }] };
  const read = readText(write(document, 'json'));
  expect(read.violations).toEqual([]);
  expect(read.guide?.steps).toMatchObject([
    { modelHint: null },
    {
      body: {
        steps: [
          {
            modelHint: 'model-with-strong-reasoning',
            criteria: { type: 'regex', pattern: '^done', message: 'Output does not match pattern: ^done' },
          },
        ],
      },
    },
  ]);
});
