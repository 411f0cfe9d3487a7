/** A guide with every field of the format, each with a valid value. */
import type { Json } from '../../../src/expression/index.ts';

type Fields = { readonly [key: string]: Json };

export const goodGuide: Fields = {
  id: 'good-guide',
  name: 'Good guide',
  description: 'Has everything.',
  version: '1.2.0-beta.1+build.5',
  category: 'development',
  tags: ['code', 'review'],
  preconditions: ['There is a task.'],
  clarificationPrompts: ['How big is it?'],
  metaGuidance: ['Think first.'],
  functionDefinitions: [
    {
      name: 'summarise',
      definition: 'Say it in three sentences.',
      parameters: [
        { name: 'text', type: 'string', required: true, description: 'What to summarise.' },
        { name: 'tone', type: 'string', enum: ['plain', 'formal'], default: 'plain' },
      ],
      scope: 'workflow',
    },
  ],
  steps: [
    {
      id: 'plan-it',
      title: 'Plan',
      prompt: 'Plan {{task}}.',
      agentRole: 'You are a careful planner.',
      guidance: ['Be short.', 'Be clear.'],
      askForFiles: true,
      hasValidation: true,
      requireConfirmation: true,
      runCondition: { var: 'taskScope', equals: 'large' },
      validationCriteria: [
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
      functionDefinitions: [{ name: 'list_it', definition: 'As a list.' }],
      functionCalls: [
        { name: 'summarise', args: { text: 'the plan' } },
        { name: 'list_it', args: {} },
      ],
      functionReferences: ['list_it()'],
    },
    {
      id: 'each-file',
      type: 'loop',
      title: 'Each file',
      requireConfirmation: { var: 'careful', equals: true },
      runCondition: { or: [{ var: 'files.count', gt: 0 }, { not: { var: 'empty' } }] },
      functionDefinitions: [{ name: 'look', definition: 'Look closely.' }],
      loop: {
        type: 'forEach',
        items: 'files',
        maxIterations: 50,
        iterationVar: 'pass',
        itemVar: 'file',
        indexVar: 'at',
      },
      body: [
        {
          id: 'edit-file',
          title: 'Edit',
          prompt: 'Edit {{file}}.',
          runCondition: {
            and: [
              { var: 'file', endsWith: '.ts' },
              { var: 'file', matches: '^src/' },
            ],
          },
          validationCriteria: {
            and: [
              { type: 'contains', value: 'done', message: 'Say done.' },
              {
                or: [
                  { type: 'contains', value: 'jwt', message: 'Use JWT.' },
                  { not: { type: 'contains', value: 'session', message: 'No sessions.' } },
                ],
              },
            ],
          },
        },
        {
          id: 'retry-it',
          type: 'loop',
          title: 'Retry',
          loop: { type: 'until', condition: { var: 'state', in: ['green', 'given up'] }, maxIterations: 3 },
          body: [
            { id: 'run-tests', title: 'Test', prompt: 'Run the tests.', validationCriteria: ['pass|fail'] },
          ],
        },
      ],
    },
    {
      id: 'three-times',
      type: 'loop',
      title: 'Three times',
      loop: { type: 'for', count: 3, maxIterations: 10 },
      body: 'look-again',
    },
    {
      id: 'as-often',
      type: 'loop',
      title: 'As often as it says',
      loop: { type: 'for', count: 'rounds', maxIterations: 10 },
      body: [{ id: 'round-it', title: 'Round', prompt: 'Go round.' }],
    },
    {
      id: 'while-so',
      type: 'loop',
      title: 'While',
      loop: { type: 'while', condition: { var: 'open', not_equals: false, lt: 9, lte: 8 }, maxIterations: 7 },
      body: [{ id: 'go-on', title: 'On', prompt: 'Go on.', runCondition: { var: 'list', contains: 'x' } }],
    },
    {
      id: 'look-again',
      title: 'Look again',
      prompt: 'Look again.',
      validationCriteria: { type: 'contains', value: 'seen', message: 'Say seen.' },
      runCondition: { var: 'name', startsWith: 'a' },
    },
  ],
};

/** The supported additions of the newer format. */
export const newerGuide: Fields = {
  $schema: 'https://example.com/workflow.schema.json',
  id: 'ours.newer-guide',
  name: 'Newer guide',
  description: 'Of the newer format.',
  version: '1.0.0',
  about: 'What it is about.',
  examples: ['Review a change of the parser'],
  modelTier: 'mid',
  recommendedPreferences: { recommendedAutonomy: 'guided', recommendedRiskPolicy: 'balanced' },
  validatedAgainstSpecVersion: 3,
  metricsProfile: 'coding',
  assessments: [
    {
      id: 'readiness',
      purpose: 'Is it ready?',
      dimensions: [
        { id: 'tests', purpose: 'Are there tests?', levels: ['none', 'some', 'many'], required: true },
        { id: 'docs', purpose: 'Are there docs?', levels: ['none', 'good'], required: false },
      ],
    },
    {
      id: 'tone',
      purpose: 'Is it friendly?',
      dimensions: [{ id: 'words', purpose: 'Which words?', levels: ['rough', 'kind'], required: true }],
    },
  ],
  steps: [
    {
      id: 'understand',
      title: 'Understand',
      promptBlocks: {
        verify: ['It is understood.'],
        goal: 'Understand it.',
        constraints: [
          'No guesses.',
          [
            { kind: 'text', text: 'Only ' },
            { kind: 'text', text: 'facts.' },
          ],
        ],
        procedure: ['Read.', 'Write.'],
        outputRequired: { notes: 'What was understood.' },
      },
      promptFragments: [
        { id: 'if-large', when: { var: 'size', equals: 'large' }, text: 'Take your time.' },
        { id: 'always', text: 'Be kind.' },
      ],
      modelTier: 'heavy',
      notesOptional: true,
      requireConfirmation: { kind: 'human_approval', condition: { var: 'risk', gt: 3 } },
      assessmentRefs: ['readiness'],
      assessmentConsequences: [
        {
          when: { anyEqualsLevel: 'none', forAssessment: 'readiness' },
          effect: { kind: 'require_followup', guidance: 'Write tests.' },
        },
      ],
      audit: { prompt: 'Look at it.', rubric: ['Is it true?', 'Is it short?'] },
      verification: { command: 'npm test', prompt: 'All pass.' },
    },
    {
      id: 'improve',
      type: 'loop',
      title: 'Improve',
      loop: {
        type: 'while',
        conditionSource: {
          kind: 'artifact_contract',
          contractRef: 'wr.contracts.loop_control',
          loopId: 'improving',
        },
        maxIterations: 5,
      },
      body: [
        {
          id: 'decide',
          title: 'Decide',
          prompt: 'Go on?',
          modelHint: 'a-patient-model',
          outputContract: { contractRef: 'wr.contracts.loop_control', loopId: 'improving', required: true },
        },
      ],
    },
    {
      id: 'until-done',
      type: 'loop',
      title: 'Until done',
      loop: {
        type: 'until',
        conditionSource: { kind: 'context_variable', condition: { var: 'done' } },
        maxIterations: 5,
      },
      body: [{ id: 'work-on', title: 'Work', prompt: 'Work.' }],
    },
    {
      id: 'look-around',
      type: 'parallel',
      title: 'Look around',
      runCondition: { var: 'size', equals: 'large' },
      requireConfirmation: true,
      parallelDelegations: [
        {
          workflowId: 'wr.discovery',
          goal: 'Find it.',
          runCondition: { var: 'deep' },
          contextMapping: { subject: 'task' },
          args: { depth: 2 },
          modelTier: 'lightweight',
          allowedTools: ['read', 'search'],
        },
        { workflowId: 'review', goal: 'Judge it.' },
      ],
      synthesis: { prompt: 'Put it together.' },
    },
  ],
};
