import { expect, test } from 'vitest';
import { drawMermaid, drawSketch, drawSvg } from '../../drawing/index.ts';
import type { Guide, GuideStep, LoopStep, PromptStep } from './schema.ts';
import { sketchOfGuide } from './sketch.ts';

const at = {
  path: '',
  span: { start: { line: 1, column: 1, offset: 0 }, end: { line: 1, column: 1, offset: 0 } },
} as never;
const head = { runCondition: null, confirmation: { kind: 'never' }, functions: [], at } as const;

const step = (id: string, title: string, more: Partial<PromptStep> = {}): PromptStep => ({
  ...head,
  kind: 'prompt',
  id,
  title,
  prompt: 'Do it',
  fragments: [],
  agentRole: null,
  guidance: [],
  askForFiles: false,
  modelHint: null,
  criteria: null,
  contract: null,
  assessmentRefs: [],
  consequences: [],
  functionCalls: [],
  functionReferences: [],
  ...more,
});
const loop = (
  id: string,
  title: string,
  more: Pick<LoopStep, 'rule' | 'body'> & Partial<LoopStep>,
): LoopStep => ({
  ...head,
  kind: 'loop',
  id,
  title,
  maxIterations: 10,
  iterationVar: null,
  itemVar: null,
  indexVar: null,
  ...more,
});
const guide = (steps: readonly GuideStep[], more: Partial<Guide> = {}): Guide => ({
  id: 'g',
  name: 'Review a change',
  description: '',
  version: '1.0.0',
  category: '',
  tags: [],
  about: '',
  examples: [],
  preconditions: [],
  clarificationPrompts: [],
  metaGuidance: [],
  functions: [],
  assessments: [],
  steps,
  at,
  ...more,
});
const where = (condition: object) => ({ condition, at });

const sample = guide(
  [
    step('triage', 'Triage', { confirmation: { kind: 'always' } }),
    step('plan', 'Plan the work', {
      runCondition: where({
        and: [
          { var: 'taskScope', equals: 'large' },
          { var: 'complexity', gt: 0.7 },
        ],
      }),
      criteria: { type: 'contains', value: 'x', message: 'm' },
    }),
    loop('files', 'Read every file', {
      rule: { kind: 'forEach', items: 'files', at },
      itemVar: 'file',
      body: {
        kind: 'inline',
        steps: [
          step('read', 'Read the file'),
          loop('polish', 'Polish', {
            rule: { kind: 'while', condition: { var: 'quality', lt: 0.9 }, at },
            body: { kind: 'reference', step: 'improve' },
          }),
          step('note', 'Note findings', {
            confirmation: { kind: 'when', condition: { var: 'risk', equals: 'high' }, at },
          }),
        ],
      },
    }),
    step('improve', 'Improve it'),
    {
      ...head,
      kind: 'parallel',
      id: 'views',
      title: 'Views',
      branches: [step('views.1', 'Security'), step('views.2', 'Speed')],
      synthesis: step('views.synthesis', 'Put it together'),
    },
    step('report', 'Report'),
  ],
  { preconditions: ['The change is on a branch'] },
);

test('[U9.2] draws', () => {
  const sketch = sketchOfGuide(sample);
  console.log(drawSketch(sketch, { width: 90 }));
  console.log(drawMermaid(sketch));
  require('node:fs').writeFileSync('/tmp/g.svg', drawSvg(sketch));
  expect(1).toBe(1);
});
