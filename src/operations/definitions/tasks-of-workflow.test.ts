import { expect, test } from 'vitest';
import { graphLanguage } from '../../languages/graph/index.ts';
import type { Workflow } from '../../languages/index.ts';
import { tasksOfWorkflow } from './tasks-of-workflow.ts';

function read(graph: string): Workflow {
  const text = `workflows:\n  w:\n    graph:\n${graph.replaceAll(/^(?=.)/gm, '      ')}`;
  const [workflow] = graphLanguage.read({ path: 'w.yaml', text }, { operations: null }).workflows;
  if (workflow === undefined) throw new Error('The workflow is missing.');
  return workflow;
}

test('[F1.1] tasks are listed with what they do, their predecessors, and what they ask of whom', () => {
  const workflow = read(`
both:
  type: parallel
  branches:
    - { name: look, call: find, description: Looks it up }
    - { name: ask, type: yield, message: Sure?, expects: { yes: bool }, who: { roles: [manager] } }
each:
  type: foreach
  depends_on: [both]
  items: "[1, 2]"
  step: { type: yield, message: Which?, expects: { word: str } }
`);
  expect(tasksOfWorkflow(workflow, 'graph')).toMatchObject([
    { task: 'look', kind: 'call', description: 'Looks it up', after: [], operation: 'find' },
    {
      ...{ task: 'ask', kind: 'question', offeredTo: 'anyone with the role “manager”' },
      answerSchema: { properties: { yes: { type: 'boolean' } }, required: ['yes'] },
    },
    {
      ...{ task: 'each', kind: 'foreach', after: ['look', 'ask'], remarks: ['for each: yield'] },
      answerSchema: { required: ['word'] },
    },
  ]);
});

test('[F1.1] the tasks of an invalid workflow are listed as far as they can be read', () => {
  const workflow = read('go: { call: find }\nstop: { call: find, depends_on: [nobody] }\n');
  expect(workflow.program).toBeNull();
  expect(tasksOfWorkflow(workflow, 'graph')).toMatchObject([{ task: 'go', kind: 'call' }, { task: 'stop' }]);
});
