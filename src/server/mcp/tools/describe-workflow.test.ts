import { expect, test } from 'vitest';
import { describeWorkflow } from './describe-workflow.ts';

const workflow = {
  name: 'trip',
  domain: 'travel',
  description: 'Books a trip',
  drawing: '┌─ Workflow: trip ─┐\n└──────────────────┘\n',
  line: '(flight ∥ hotel) → confirm; ✗ flight, hotel → rollback_all',
  parameters: [
    { name: 'to', type: 'str', required: true, description: '' },
    { name: 'nights', type: 'int', required: true, description: '', default: 7 },
    { name: 'note', type: 'str', required: false, description: '' },
  ],
};

const bytesOf = (text: string): number => Buffer.byteLength(text);

test('[P3.1] the description contains the purpose of a workflow, and its drawing', () => {
  const text = describeWorkflow(workflow);
  expect(text).toMatch(/^\[travel\] Books a trip\n\n┌─ Workflow: trip ─┐\n└─+┘$/);
});

test('[P3.1] a drawing that fits only without its frame is shown without', () => {
  const bare = [
    '  ┌───┐',
    ...Array<string>(12).fill('  │ a │  ← parallel'),
    '  └───┘',
    '',
    '  Params: to (str)',
  ];
  const frame = '─'.repeat(40);
  const lines = bare.map((line) => `│  ${line.padEnd(36)}  │`);
  const drawing = [`┌${frame}┐`, `│${' '.repeat(40)}│`, ...lines, `└${frame}┘`, ''].join('\n');
  const long = { ...workflow, description: 'x'.repeat(1_000), drawing };
  const text = describeWorkflow(long);
  expect(text).toBe(`[travel] ${'x'.repeat(1_000)}\n\n${bare.join('\n')}`);
  expect(describeWorkflow({ ...long, description: 'x' })).toContain(`┌${frame}┐`);
});

test('[P3.1] if the drawing does not fit, the steps are on one line, with failures and parameters', () => {
  const text = describeWorkflow({ ...workflow, drawing: '─'.repeat(700) });
  expect(text).toMatch(
    /^\[travel\] Books a trip\n\nSteps: \(flight ∥ hotel\) → confirm\n\nOn failure: flight, hotel → rollback_all\n\nParams: to \(str\), nights \(int, optional\), note \(str, optional\)$/,
  );
  expect(describeWorkflow(workflow, false)).toBe(text);
});

test("[P3.1] any author's text fits, without split or control characters", () => {
  for (const length of [500, 790, 800, 801, 2_000, 100_000]) {
    for (const sign of ['a', 'ä', '→', '𝛼']) {
      const wild = sign.repeat(length);
      const text = describeWorkflow({
        ...workflow,
        domain: '',
        description: wild,
        line: wild,
        parameters: [{ name: wild, type: 'str', required: true, description: '' }],
      });
      expect([length, sign, bytesOf(text) <= 2_000, !/\p{Surrogate}/u.test(text)]).toEqual([
        length,
        sign,
        true,
        true,
      ]);
    }
  }
  const steering = describeWorkflow({ ...workflow, description: 'One\u001b[31m\n\ntwo\u202ethree' });
  expect(steering).toMatch(/^\[travel\] One \[31m two three\n\n┌/);
});

test('[P3.1] a workflow without details still has a description', () => {
  const text = describeWorkflow({
    ...workflow,
    domain: '',
    description: '',
    drawing: '',
    line: '',
    parameters: [],
  });
  expect(text).toMatch(/^Runs the whole workflow/);
});

test('[U8.1] the description of a guide says that it leads the agent, names what precedes it, and none of its steps', () => {
  const guide = {
    preconditions: ['A ticket', 'A test'],
    clarificationPrompts: ['How urgent is it?'],
    ...{ metaGuidance: [], about: '', examples: [], totalSteps: 3 },
  };
  const text = describeWorkflow({ ...workflow, ...{ language: 'guide', guide } });
  expect(text).toMatch(
    /^\[travel\] Books a trip\n\nBefore it: A ticket; A test\n\nAsk first: How urgent is it\?\n\nLeads you step by step.*workitems_complete/,
  );
  expect(text).not.toMatch(/Runs the whole workflow|flight|─/);
  const long = { ...guide, preconditions: ['→'.repeat(5_000)], clarificationPrompts: ['→'.repeat(5_000)] };
  const wild = describeWorkflow({
    ...workflow,
    ...{ language: 'guide', guide: long, description: '→'.repeat(5_000) },
  });
  expect(bytesOf(wild)).toBeLessThanOrEqual(2_000);
});
