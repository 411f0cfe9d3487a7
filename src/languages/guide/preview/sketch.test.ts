import { expect, test } from 'vitest';
import { drawMermaid, drawSketch, drawSvg } from '../../../drawing/index.ts';
import { guideLanguage } from '../index.ts';

const text = `id: review-change
name: Review a change
description: Reviews a change before it is merged
version: 1.0.0
preconditions: [The change is on a branch]
clarificationPrompts: [How large is it?]
steps:
  - { id: triage, title: Triage, prompt: Look at it, requireConfirmation: true }
  - id: plan-it
    title: Plan the work
    prompt: Plan it
    runCondition: { and: [{ var: taskScope, equals: large }, { var: complexity, gt: 0.7 }] }
    validationCriteria: [{ type: contains, value: plan, message: Say what the plan is }]
  - id: every-file
    type: loop
    title: Read every file
    loop: { type: forEach, items: files, itemVar: file, maxIterations: 9 }
    body:
      - { id: read-it, title: Read the file, prompt: 'Read {{file}}' }
      - id: note-it
        title: Note findings
        prompt: Note them
        runCondition: { var: depth, gt: 1 }
        requireConfirmation: { var: file, contains: secret }
  - id: polish-it
    type: loop
    title: Polish
    loop: { type: until, condition: { var: quality, gte: 0.9 }, maxIterations: 5 }
    body: improve-it
  - { id: improve-it, title: Improve it, prompt: Improve it }
  - { id: report-it, title: Report, prompt: Report it, audit: { prompt: Read it }, requireConfirmation: true }
  - id: count-down
    type: loop
    title: Count down
    loop: { type: for, count: 3, maxIterations: 3 }
    body: [{ id: count-it, title: Count, prompt: Count }]
  - { id: leave-it, title: Leave, prompt: Leave }
`;

const { workflows, violations } = guideLanguage.read({ path: 'g.yaml', text }, { operations: null });
const sketch = workflows[0]?.sketch;
if (sketch === undefined) throw new Error('nothing was read');
const wayTo = (from: string, to: string) => sketch.links.find((link) => link.from === from && link.to === to);

test('[U9.2] steps are boxes in sequence, and bodies are inside their loops', () => {
  expect(violations).toEqual([]);
  expect({ title: sketch.title, what: sketch.what, net: sketch.net, begins: sketch.begins }).toEqual({
    title: 'Review a change',
    what: 'Guide',
    net: 'review-change',
    begins: ['triage'],
  });
  expect(sketch.nodes.map(({ id, name }) => [id, name])).toEqual([
    ['triage', 'Triage'],
    ['triage/confirm', 'a person confirms'],
    ['plan-it', 'Plan the work'],
    ['every-file/enter', 'Read every file'],
    ['read-it', 'Read the file'],
    ['note-it', 'Note findings'],
    ['note-it/confirm', 'a person confirms'],
    ['polish-it/enter', 'Polish'],
    ['improve-it', 'Improve it'],
    ['report-it', 'Report'],
    ['report-it.audit', 'Audit: Report'],
    ['report-it/confirm', 'a person confirms'],
    ['count-down/enter', 'Count down'],
    ['count-it', 'Count'],
    ['leave-it', 'Leave'],
  ]);
});

test('[U9.2] every node is a task, so that the state of a run can be shown', () => {
  const tasks = new Set(workflows[0]?.program?.nets.flatMap((net) => net.tasks.map(({ id }) => id)));
  expect(sketch.nodes.filter(({ id }) => !tasks.has(id))).toEqual([]);
});

test('[U9.2] loops lead back, a no leads back to its step, and boxes show conditions', () => {
  expect(wayTo('note-it/confirm', 'every-file/enter')?.label).toBe('for each file in files');
  expect(wayTo('improve-it', 'polish-it/enter')?.label).toBe('until quality >= 0.9');
  expect(wayTo('triage/confirm', 'triage')?.label).toBe('no');
  expect(wayTo('improve-it', 'report-it')).toBeDefined();
  expect(wayTo('report-it.audit', 'report-it/confirm')).toBeDefined();
  expect(wayTo('report-it/confirm', 'report-it')?.label).toBe('no');
  const remarks = Object.fromEntries(sketch.nodes.map(({ id, remarks: lines }) => [id, lines]));
  expect(remarks).toMatchObject({
    'plan-it': ['if taskScope = large and complexity > 0.7', 'its output is checked'],
    'every-file/enter': ['for each file in files', 'at most 9 passes'],
    'note-it': ['if depth > 1'],
    'note-it/confirm': ['if it was done', 'if file contains secret'],
    'report-it': [],
  });
  expect(sketch.remarks).toEqual([
    'Before you begin: The change is on a branch',
    'Ask first: How large is it?',
    'Decisions depend on these context variables: taskScope, complexity, files, depth, quality',
  ]);
});

test('[U9.2] a loop that may have no pass has an edge past its body', () => {
  expect(wayTo('every-file/enter', 'polish-it/enter')?.label).toBe('no pass');
  expect(wayTo('polish-it/enter', 'report-it')?.label).toBe('no pass');
  expect(wayTo('count-down/enter', 'leave-it')).toBeUndefined();
});

test('[U9.2] a guide is drawn as text, as Mermaid and as SVG', () => {
  const lines = drawSketch(sketch, { width: 80 });
  expect(lines).toContain('─ Guide: Review a change ─');
  expect(lines).toContain('↺ back to “Polish”: until quality >= 0.9');
  expect(lines).toContain('no pass');
  expect(lines).not.toContain('→ “');
  expect(drawMermaid(sketch)).toContain('-->|"for each file in files"|');
  expect(drawSvg(sketch)).toContain('Read every file');
});

test('[U9.2] parallel steps are a group that starts and ends together', () => {
  const branches = ['Security', 'Speed'].map((goal) => `{ workflowId: look-closely, goal: ${goal} }`);
  const read = guideLanguage.read(
    {
      path: 'p.yaml',
      text: `id: views
name: Views
description: Looks from several sides
version: 1.0.0
steps:
  - { id: begin, title: Begin, prompt: Begin }
  - id: look
    type: parallel
    title: Look
    parallelDelegations: [${branches.join(', ')}]
    synthesis: { prompt: Put it together }
`,
    },
    { operations: null },
  );
  const nodes = read.workflows[0]?.sketch.nodes ?? [];
  expect(nodes.map(({ name }) => name).slice(1, 4)).toEqual(['Look', 'look-closely 1', 'look-closely 2']);
  expect(nodes.map(({ id, group, join, split }) => [id, group, join, split])).toEqual([
    ['begin', null, null, null],
    ['look/begin', null, null, 'and'],
    ['look.1', 'look', null, null],
    ['look.2', 'look', null, null],
    ['look.synthesis', null, 'and', null],
  ]);
});

test('[U9.2] a guide with errors is drawn as far as it could be read', () => {
  const broken = text.replace('body: improve-it', 'body: imrpove-it');
  const read = guideLanguage.read({ path: 'g.yaml', text: broken }, { operations: null });
  expect(read.workflows[0]?.program).toBeNull();
  expect(read.workflows[0]?.sketch.nodes.map(({ id }) => id)).toContain('polish-it/enter');
});

test('[U9.2] the edges of loops that are nested very deep stay few', () => {
  const count = 300;
  const loops = Array.from({ length: count }, (_, at) => {
    const body = at === count - 1 ? 'last-step' : `loop-${at + 1}`;
    return `  - { id: loop-${at}, type: loop, title: T, loop: { type: while, condition: { var: x, equals: 1 }, maxIterations: 3 }, body: ${body} }\n`;
  });
  const deep = `id: deep-guide\nname: G\ndescription: D\nversion: 1.0.0\nsteps:\n${loops.join('')}  - { id: last-step, title: T, prompt: P }\n`;
  const { violations, workflows } = guideLanguage.read({ path: 'g.yaml', text: deep }, { operations: null });
  expect(violations).toEqual([]);
  const { nodes = [], links = [] } = workflows[0]?.sketch ?? {};
  expect(nodes).toHaveLength(21);
  expect(nodes.at(-1)?.remarks).toContain('its steps are nested too deep to be drawn');
  expect(links.length).toBeLessThan(500);
});
