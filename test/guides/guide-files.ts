/** Guides for tests of the operations and tools: one with conditions, loops and criteria, and some with errors. */

const step = (id: string, more: object = {}) => ({
  id,
  title: `The step ${id}`,
  prompt: `Do ${id}.`,
  ...more,
});

export const review = {
  id: 'code-review',
  name: 'Code review',
  description: 'Reviews a change',
  version: '1.2.0',
  category: 'review',
  tags: ['code', 'quality'],
  preconditions: ['There is a change'],
  clarificationPrompts: ['How large is it?'],
  metaGuidance: ['Be kind'],
  about: 'At length.',
  steps: [
    step('understand', {
      prompt: 'Read {{ticket}}.',
      agentRole: 'You are a careful reviewer.',
      guidance: ['Read everything'],
      requireConfirmation: true,
    }),
    step('measure', { runCondition: { var: 'scope', equals: 'large' } }),
    {
      id: 'each-file',
      type: 'loop',
      title: 'Every file',
      loop: { type: 'forEach', items: 'files', maxIterations: 50 },
      body: [
        step('look-at', {
          prompt: 'Look at {{currentItem}}.',
          validationCriteria: [
            { type: 'contains', value: 'risk', message: 'Name the risk' },
            {
              type: 'length',
              min: 40,
              message: 'Large changes need more words',
              condition: { var: 'scope', equals: 'large' },
            },
          ],
        }),
      ],
    },
    step('sum-up'),
  ],
};

const plain = {
  id: 'plain-guide',
  name: 'Plain',
  description: 'Has no category',
  steps: [step('only-step')],
};

const contractRef = 'wr.contracts.loop_control';
const untilEnough = {
  id: 'until-enough',
  name: 'Until it is enough',
  description: 'Digs as long as it is not enough',
  version: '1.0.0',
  category: 'digging',
  steps: [
    {
      id: 'dig-on',
      type: 'loop',
      title: 'Dig on',
      loop: {
        type: 'while',
        conditionSource: { kind: 'artifact_contract', contractRef, loopId: 'enough' },
        maxIterations: 9,
      },
      body: [step('dig-deeper', { outputContract: { contractRef } })],
    },
    step('tell-it'),
  ],
};

const broken = (id: string, criteria: object) => ({
  id,
  name: id,
  description: 'Has a mistake',
  version: '1.0.0',
  steps: [
    step('good-one', { validationCriteria: [{ type: 'contains', value: 'yes', message: 'Say yes' }] }),
    step('bad-one', criteria),
  ],
});

const json = (guide: object): string => JSON.stringify(guide, null, 2);

export const guideFiles: Readonly<Record<string, string>> = {
  'review.json': json(review),
  'plain.json': json(plain),
  'until-enough.json': json(untilEnough),
  'torn.json': '{"id":"torn-guide","name":',
  'bad-pattern.json': json(
    broken('bad-pattern', { validationCriteria: [{ type: 'regex', pattern: '(', message: 'No' }] }),
  ),
  'bad-schema.json': json(
    broken('bad-schema', {
      validationCriteria: [{ type: 'schema', schema: { type: 'nothing' }, message: 'No' }],
    }),
  ),
  'other.yaml':
    'domain: desk\nworkflows: { other: { graph: { ask: { type: yield, message: "Go on?" } } } }\n',
};
