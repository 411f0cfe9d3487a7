/** Long guides: a thousand steps in a row, and a loop of a thousand passes; and many short ones. */

const count = 1_000;
const numbers = Array.from({ length: count }, (_, at) => at);

export interface LongGuide {
  readonly name: string;
  readonly text: string;
  /** Input of `workflow_next`: all but the last of its thousand steps are done. */
  readonly asked: {
    readonly workflowId: string;
    readonly completedSteps: readonly string[];
    readonly context: Readonly<Record<string, unknown>>;
  };
  /** Id of the next step. */
  readonly next: string;
}

const step = (id: string): object => ({ id, title: `Step ${id}`, prompt: `Do ${id} for {{who}}` });

export const guideText = (id: string, steps: readonly object[]): string =>
  JSON.stringify({
    id,
    name: id,
    description: `Guide ${id}`,
    version: '1.0.0',
    category: 'bench',
    tags: ['bench'],
    steps,
  });

export const longGuides: readonly LongGuide[] = [
  {
    name: 'a thousand steps in a row',
    text: guideText(
      'row-of-steps',
      numbers.map((at) => step(`step-${at}`)),
    ),
    asked: {
      workflowId: 'row-of-steps',
      completedSteps: numbers.slice(0, -1).map((at) => `step-${at}`),
      context: { who: 'Ada' },
    },
    next: `step-${count - 1}`,
  },
  {
    name: 'a loop of a thousand passes',
    text: guideText('loop-of-passes', [
      {
        id: 'each-item',
        type: 'loop',
        title: 'Every item',
        loop: { type: 'forEach', items: 'items', maxIterations: count },
        body: [step('one-item')],
      },
    ]),
    asked: {
      workflowId: 'loop-of-passes',
      completedSteps: numbers.slice(0, -1).map(() => 'one-item'),
      context: { who: 'Ada', items: numbers },
    },
    next: 'one-item',
  },
];

/** A thousand guides of five steps with rules, by file name. */
export const manyGuides: Readonly<Record<string, string>> = Object.fromEntries(
  numbers.map((at) => [
    `guide-${at}.json`,
    guideText(
      `guide-${at}`,
      ['understand', 'plan', 'build', 'test-it', 'tell'].map((id) => ({
        ...step(id),
        runCondition: { var: 'scope', not_equals: id },
        validationCriteria: [
          { type: 'length', min: 20, message: 'Say more' },
          { type: 'regex', pattern: '\\btests?\\b', flags: 'i', message: 'Say how it is tested' },
        ],
      })),
    ),
  ]),
);
