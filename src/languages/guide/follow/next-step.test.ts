import { expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { checkSoundness } from '../../../kernel/index.ts';
import type { GuideContext } from '../model/guide-context.ts';
import { readGuide } from '../read-guide.ts';
import { createGuideMachine, type GuideMachine } from './guide-machine.ts';
import { guideOf } from './guide-texts.ts';
import { type NextStep, nextStep } from './next-step.ts';

const step = (id: string, more: object = {}) => ({ id, title: `The ${id}`, prompt: `Do ${id}.`, ...more });

const loop = (id: string, rule: object, body: unknown, more: object = {}) => ({
  id,
  type: 'loop',
  title: `The ${id}`,
  loop: { maxIterations: 10, ...rule },
  body,
  ...more,
});

function open(steps: readonly object[], more: object = {}): GuideMachine {
  const document = { id: 'tried', name: 'Tried', description: 'Is tried.', version: '1.0.0', steps, ...more };
  const { workflows, violations } = readGuide({ path: 'tried.json', text: JSON.stringify(document) });
  expect(violations).toEqual([]);
  const [workflow] = workflows;
  const guide = workflow === undefined ? null : guideOf(workflow);
  if (guide === null || workflow?.program == null) throw new Error('It could not be read.');
  expect(checkSoundness(workflow.program).findings).toEqual([]);
  return createGuideMachine(guide, workflow.program);
}

const ask = (guide: GuideMachine, completed: readonly string[], context: GuideContext = {}): NextStep =>
  nextStep(guide, { completed, context, at: 0 });

/** The next step, with the passes of the loops around it: `check 2.1`. */
function place(next: NextStep): string {
  if (next.kind !== 'step') return next.kind;
  const { step: shown, loops } = next.shown;
  return [shown.id, ...(loops.length === 0 ? [] : [loops.map(({ iteration }) => iteration).join('.')])].join(
    ' ',
  );
}

/** The steps reached by always completing the next one. */
function follow(guide: GuideMachine, context: GuideContext = {}, most = 100): readonly string[] {
  const completed: string[] = [];
  const places: string[] = [];
  while (places.length < most) {
    const next = ask(guide, completed, context);
    places.push(place(next));
    if (next.kind !== 'step') break;
    completed.push(next.shown.step.id);
  }
  return places;
}

test('[U4.1] steps are due in the order of the guide, independent of the order of the list', () => {
  const guide = open([step('one'), step('two'), step('three')]);
  expect(follow(guide)).toEqual(['one', 'two', 'three', 'complete']);
  expect(place(ask(guide, ['two', 'one']))).toBe('three');
});

test('[U4.2] a loop over a list: the n-th completion belongs to the n-th pass', () => {
  const guide = open([
    step('ini'),
    loop('each', { type: 'forEach', items: 'files' }, [step('b-1'), step('b-2')]),
    step('end'),
  ]);
  const context = { files: ['x', 'y'] };
  expect(follow(guide, context)).toEqual(['ini', 'b-1 1', 'b-2 1', 'b-1 2', 'b-2 2', 'end', 'complete']);
  const next = ask(guide, ['ini', 'b-2', 'b-1'], context);
  expect(next.kind === 'step' && next.shown.loops).toEqual([
    { id: 'each', iteration: 2, total: 2, index: 1, item: 'y' },
  ]);
});

test('[U4.2] the four kinds of loops, at their bounds', () => {
  const body = [step('body')];
  const times = (rule: object, context: GuideContext = {}): number =>
    follow(open([loop('again', rule, body), step('end')]), context).filter((at) => at.startsWith('body'))
      .length;
  expect(times({ type: 'for', count: 3 })).toBe(3);
  expect(times({ type: 'for', count: 'rounds' }, { rounds: 2 })).toBe(2);
  expect(times({ type: 'for', count: 'rounds' }, { rounds: 0 })).toBe(0);
  expect(times({ type: 'forEach', items: 'files' }, { files: [] })).toBe(0);
  expect(times({ type: 'forEach', items: 'a.files' }, { a: { files: [1, 2] } })).toBe(2);
  expect(times({ type: 'forEach', items: 'files', maxIterations: 2 }, { files: [1, 2, 3] })).toBe(2);
  const condition = { var: 'open', gt: 0 };
  expect(times({ type: 'while', condition }, { open: 1 })).toBe(10);
  expect(times({ type: 'while', condition }, { open: 0 })).toBe(0);
  expect(times({ type: 'until', condition }, { open: 1 })).toBe(0);
  expect(times({ type: 'until', condition, maxIterations: 4 }, { open: 0 })).toBe(4);
});

test('[U4.2] a loop that its steps control continues until the context variable of the loop is “stop”', () => {
  const conditionSource = {
    kind: 'artifact_contract',
    contractRef: 'wr.contracts.loop_control',
    loopId: 'review',
  };
  const outputContract = { contractRef: 'wr.contracts.loop_control', loopId: 'review' };
  const rule = { type: 'while', conditionSource, maxIterations: 3 };
  const guide = open([loop('again', rule, [step('mend', { outputContract })]), step('end')]);
  expect(follow(guide)).toEqual(['mend 1', 'mend 2', 'mend 3', 'end', 'complete']);
  expect(place(ask(guide, [], { review: 'stop' }))).toBe('mend 1');
  expect(place(ask(guide, ['mend'], { review: 'stop' }))).toBe('end');
  expect(place(ask(guide, ['mend'], { review: 'continue' }))).toBe('mend 2');
});

test('[U4.2] a started pass is finished although the condition no longer holds', () => {
  const guide = open([
    loop('again', { type: 'while', condition: { var: 'open', equals: true } }, [step('find'), step('mend')]),
    step('end'),
  ]);
  expect(place(ask(guide, ['find'], { open: false }))).toBe('mend 1');
  expect(place(ask(guide, ['find', 'mend'], { open: false }))).toBe('end');
  expect(place(ask(guide, ['find', 'mend'], { open: true }))).toBe('find 2');
  expect(place(ask(guide, ['find', 'mend', 'find'], { open: false }))).toBe('mend 2');
});

test('[U4.2] nested loops with referenced bodies', () => {
  const guide = open([
    loop('outer', { type: 'forEach', items: 'outs' }, 'inner'),
    loop('inner', { type: 'forEach', items: 'currentItem.ins' }, 'leaf'),
    step('leaf', { prompt: 'See {{item}}.' }),
    step('end'),
  ]);
  const context = { outs: [{ ins: ['a', 'b'] }, { ins: [] }, { ins: ['c'] }] };
  expect(follow(guide, context)).toEqual(['leaf 1.1', 'leaf 1.2', 'leaf 3.1', 'end', 'complete']);
  const next = ask(guide, ['leaf', 'leaf'], context);
  expect(next.kind === 'step' && next.shown.step.prompt).toBe('See c.');
});

test('[U4.3] a step whose condition does not hold is skipped with the reason, and blocks nothing', () => {
  const runCondition = { var: 'taskScope', equals: 'large' };
  const guide = open([step('one', { runCondition }), step('two'), step('three', { runCondition })]);
  const skipped = ask(guide, ['two'], { taskScope: 'small' });
  expect(place(skipped)).toBe('complete');
  expect(skipped.skipped).toEqual([
    { id: 'one', title: 'The one', reason: '“taskScope” is “small”, not “large”' },
    { id: 'three', title: 'The three', reason: '“taskScope” is “small”, not “large”' },
  ]);
  expect(place(ask(guide, [], { taskScope: ' LARGE ' }))).toBe('one');
});

test('[U4.3] a completed step counts even if its condition no longer holds', () => {
  const guide = open([step('one', { runCondition: { var: 'go', equals: true } }), step('two')]);
  const next = ask(guide, ['one'], { go: false });
  expect(place(next)).toBe('two');
  expect(next.skipped).toEqual([]);
  expect(next.early).toEqual([]);
});

test('[U4.2][U4.3] if a condition reads the pass, completions belong to the passes in which it holds', () => {
  const guide = open([
    loop('each', { type: 'forEach', items: 'files', itemVar: 'file' }, [
      step('all'),
      step('some', { runCondition: { var: 'file', equals: 'y' } }),
    ]),
  ]);
  const context = { files: ['x', 'y', 'z'] };
  expect(follow(guide, context)).toEqual(['all 1', 'all 2', 'some 2', 'all 3', 'complete']);
  const next = ask(guide, ['all', 'all', 'some'], context);
  expect(next.skipped).toEqual([
    { id: 'some', title: 'The some', reason: '“file” is “x”, not “y”', iteration: 1 },
  ]);
});

test('[U4.4] the answer contains role, guidance, prompt, loop context, hint, confirmation and criteria', () => {
  const guide = open([
    loop('each', { type: 'forEach', items: 'files' }, [
      step('look', {
        prompt: 'Look at {{item}} for {{ person.name }}, by {{when}}.',
        agentRole: 'You are a reader of {{item}}.',
        guidance: ['Be brief', 'Name {{item}}'],
        askForFiles: true,
        modelHint: 'any',
        requireConfirmation: { var: 'risk', equals: 'high' },
        validationCriteria: [
          { type: 'contains', value: 'seen', message: 'Say that it was seen' },
          {
            type: 'length',
            min: 10,
            message: 'Say more',
            condition: { var: 'risk', equals: 'high' },
          },
        ],
      }),
    ]),
  ]);
  const next = ask(guide, [], { files: ['a.ts'], person: { name: 'Ann' }, risk: 'high' });
  if (next.kind !== 'step') throw new Error('A step is due.');
  const prompt = [
    '## Agent Role Instructions\nYou are a reader of a.ts.',
    '## Step Guidance\n- Be brief\n- Name a.ts',
    'Look at a.ts for Ann, by [unset: when].',
    '## Loop Context\n- Iteration: 1\n- Total Items: 1\n- Current Index: 0',
  ].join('\n\n');
  expect(next.shown).toEqual({
    message: prompt,
    step: {
      id: 'look',
      title: 'The look',
      prompt: 'Look at a.ts for Ann, by [unset: when].',
      agentRole: 'You are a reader of a.ts.',
      guidance: ['Be brief', 'Name a.ts'],
      askForFiles: true,
      requireConfirmation: true,
    },
    guidance: {
      prompt,
      modelHint: 'any',
      requiresConfirmation: true,
      validationCriteria: ['Say that it was seen', 'Say more'],
    },
    loops: [{ id: 'each', iteration: 1, total: 1, index: 0, item: 'a.ts' }],
    unset: ['when'],
    facts: {},
  });
  const calm = ask(guide, [], { files: ['a.ts'] });
  expect(calm.kind === 'step' && calm.shown.guidance).toMatchObject({
    requiresConfirmation: false,
    validationCriteria: ['Say that it was seen'],
  });
});

test('[U4.4] progress counts steps, those of loops once, and is complete at the end', () => {
  const guide = open([step('one'), loop('none', { type: 'for', count: 'n' }, [step('body')]), step('end')]);
  const progress = (completed: readonly string[], n: number) => ask(guide, completed, { n }).progress;
  expect(progress([], 2)).toEqual({ done: 0, total: 3 });
  expect(progress(['one', 'body'], 2)).toEqual({ done: 1, total: 3 });
  expect(progress(['one', 'body', 'body'], 2)).toEqual({ done: 2, total: 3 });
  expect(progress(['one', 'end'], 0)).toEqual({ done: 3, total: 3 });
});

test('[U4.5] unknown steps, early ones and surplus completions are reported', () => {
  const guide = open([step('one'), loop('again', { type: 'for', count: 2 }, [step('body')]), step('end')]);
  const next = ask(guide, ['end', 'nobody', 'body', 'nobody']);
  expect(place(next)).toBe('one');
  expect(next.unknown).toEqual(['nobody']);
  expect(next.early).toEqual(['end', 'body']);
  expect(ask(guide, ['one', 'one']).early).toEqual(['one']);
  expect(ask(guide, ['one', 'body', 'body', 'body']).early).toEqual(['body']);
  expect(ask(guide, ['one', 'body', 'body']).early).toEqual([]);
});

test('[U4.5] a loop without its list or number reports the variable to set', () => {
  const over = open([step('one'), loop('each', { type: 'forEach', items: 'files' }, [step('body')])]);
  expect(place(ask(over, []))).toBe('one');
  const blocked: readonly [GuideMachine, GuideContext, Json][] = [
    [over, {}, { variable: 'files', expected: 'a list', actual: 'not set' }],
    [over, { files: 'a.ts' }, { variable: 'files', expected: 'a list', actual: '"a.ts"' }],
    [
      open([loop('count', { type: 'for', count: 'rounds' }, [step('body')])]),
      { rounds: -1 },
      { variable: 'rounds', expected: 'a whole number from 0 to 1000', actual: '-1' },
    ],
  ];
  for (const [guide, context, need] of blocked) {
    const next = ask(guide, ['one'], context);
    expect(next).toMatchObject({ kind: 'blocked', need });
  }
});

test('[U4.1] parallel steps are open at the same time, and may be completed in any order', () => {
  const parallel = {
    id: 'split',
    type: 'parallel',
    title: 'Split up',
    parallelDelegations: [
      { workflowId: 'wr.one', goal: 'Find one' },
      { workflowId: 'wr.two', goal: 'Find two' },
    ],
    synthesis: { prompt: 'Put them together.' },
  };
  const guide = open([parallel, step('end')]);
  const first = ask(guide, []);
  expect(place(first)).toBe('split.1');
  expect(first.kind === 'step' && first.beside.map(({ step: { id } }) => id)).toEqual(['split.2']);
  expect(place(ask(guide, ['split.2']))).toBe('split.1');
  expect(place(ask(guide, ['split.2', 'split.1']))).toBe('split.synthesis');
  expect(follow(guide)).toEqual(['split.1', 'split.2', 'split.synthesis', 'end', 'complete']);
});

test('[U4.4] a short text that uses a long value often stays within the limit', () => {
  const guide = open([step('one', { prompt: '{{long}}'.repeat(1_000) })]);
  const next = ask(guide, [], { long: 'x'.repeat(100_000) });
  expect(next.kind === 'step' && next.shown.step.prompt.length).toBeLessThan(300_000);
});

test('[U4.1][U4.3] an audit follows its step in each pass, and is skipped with it', () => {
  const audited = step('write', { audit: { prompt: 'Look.' }, runCondition: { var: 'item', gt: 1 } });
  const guide = open([loop('each', { type: 'forEach', items: 'sizes' }, [audited]), step('end')]);
  const context = { sizes: [1, 2, 3] };
  const way = ['write 2', 'write.audit 2', 'write 3', 'write.audit 3', 'end', 'complete'];
  expect(follow(guide, context)).toEqual(way);
  expect(place(ask(guide, ['write', 'write'], context))).toBe('write.audit 2');
});

test('[U4.2] a loop that reaches its maximum number of passes reports it', () => {
  const rule = { type: 'forEach', items: 'files', maxIterations: 2 };
  const guide = open([loop('each', rule, [step('body')]), step('end')]);
  const files = ['a', 'b', 'c', 'd', 'e'];
  const first = ask(guide, [], { files });
  expect(first.kind === 'step' && first.shown.loops).toEqual([
    { id: 'each', iteration: 1, total: 2, leftOut: 3, index: 0, item: 'a' },
  ]);
  expect(ask(guide, ['body', 'body'], { files }).cut).toEqual([
    { id: 'each', title: 'The each', passes: 2, left: 3 },
  ]);
  expect(ask(guide, ['body', 'body'], { files: ['a', 'b'] }).cut).toEqual([]);
  const endless = { type: 'while', condition: { var: 'open', gt: 0 }, maxIterations: 2 };
  const again = open([loop('again', endless, [step('body')]), step('end')]);
  expect(ask(again, ['body', 'body'], { open: 1 }).cut).toEqual([
    { id: 'again', title: 'The again', passes: 2, left: null },
  ]);
  expect(ask(again, ['body', 'body'], { open: 0 }).cut).toEqual([]);
});

test('[U4.5] the effort limit covers all conditions of one answer, in all passes', () => {
  const runCondition = { var: 'text', matches: '(a|b)*a(a|b){60}c' };
  const guide = open([
    loop('again', { type: 'for', count: 1_000, maxIterations: 1_000 }, [step('body', { runCondition })]),
  ]);
  const next = ask(guide, [], { text: 'ab'.repeat(50_000) });
  expect(next).toMatchObject({ kind: 'blocked', message: expect.stringContaining('too long'), need: null });
});

test('[U4.5] a loop whose list is part of an item names the loop that it comes from', () => {
  const guide = open([
    loop('outer', { type: 'forEach', items: 'outs', itemVar: 'out' }, [
      loop('inner', { type: 'forEach', items: 'out.ins' }, [step('leaf')]),
    ]),
  ]);
  const next = ask(guide, [], { outs: [{ n: 1 }] });
  expect(next).toMatchObject({ kind: 'blocked', need: { variable: 'out.ins', expected: 'a list' } });
  expect(next.kind === 'blocked' && next.message).toContain('Correct the list that “outer” iterates over.');
});

test('[U4.4] data that is used often is written once, and within the limit', () => {
  const guide = open([step('one', { prompt: '{{a}}'.repeat(1_600) })]);
  const next = ask(guide, [], { a: Array.from({ length: 60_000 }, () => 1) });
  expect(next.kind === 'step' && next.shown.step.prompt).toContain('[too long: a]');
  const small = ask(guide, [], { a: 'x'.repeat(2_000) });
  expect(JSON.stringify(small).length).toBeLessThan(1_000_000);
});
