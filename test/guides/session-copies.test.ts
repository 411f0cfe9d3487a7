/** Imported runs of guides, and steps that are open at the same time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { digestOf, type RunDocument } from '../../src/operations/runs/run-document.ts';
import type { McpFixture } from '../mcp/mcp-fixture.ts';
import {
  type Fields,
  type GuidedAgent,
  type GuidedSessions,
  goodPlan,
  itemOf,
  openGuidedSessions,
  person,
  runOf,
  shipping,
} from './guided-agent.ts';

let fixture: McpFixture;
let agent: GuidedAgent;
let close: GuidedSessions['close'];

beforeAll(async () => {
  ({ fixture, agent, close } = await openGuidedSessions());
});

afterAll(() => close());

/** An exported run with its plan, with a change in its text. */
async function exported(change: (text: string) => string): Promise<string> {
  const first = await agent.start({ parts: [], size: 'small' });
  await agent.done(first, goodPlan);
  const document = await fixture.operate('runs.export', { run: runOf(first) });
  const changed = JSON.parse(change(JSON.stringify(document))) as RunDocument;
  return JSON.stringify({ ...changed, digest: digestOf(changed) });
}

const bring = (document: string): Promise<Fields> => fixture.operate('runs.import', { document });

test('[U8.1] an exported run of a guide continues on another server after a person approves it', async () => {
  const { run, waitingFor } = await bring(await exported((text) => text));
  expect(waitingFor).toMatchObject([{ reason: 'approval', task: '' }]);
  const [{ item }] = waitingFor as readonly [Fields];
  await fixture.operateAs(person, 'items.complete', { item, output: { approved: true } });
  const view = await fixture.operate('runs.get', { run });
  expect(view['waitingFor']).toMatchObject([{ task: 'release', guide: { title: 'Release the change' } }]);
});

test.each<readonly [string, (text: string) => string]>([
  ['a kind of item that nobody knows', (text) => text.replace('"kind":"confirmation"', '"kind":"formality"')],
  ['criteria of a type that nobody knows', (text) => text.replace('"type":"contains"', '"type":"smells"')],
  [
    'a contract that nobody knows',
    (text) => text.replace('"contract":null', '"contract":{"contractRef":"x"}'),
  ],
  ['assessments that are no list', (text) => text.replace('"assessments":[]', '"assessments":{}')],
  ['a confirmation for a kind of nobody', (text) => text.replace('"kind":"person"', '"kind":"anybody"')],
])('[U8.1] an import is refused that has %s', async (_, change) => {
  await expect(bring(await exported(change))).rejects.toMatchObject({
    details: { code: 'import_refused', violations: [{ path: expect.stringMatching(/\.work\.item$/) }] },
  });
});

test('[U8.1] a manipulated input of an imported item does no harm when it is shown', async () => {
  const shows = (text: string): string => {
    const document = JSON.parse(text) as {
      program: { nets: { tasks: { id: string; work: { input: Json } }[] }[] };
    };
    for (const { tasks } of document.program.nets) {
      for (const task of tasks) {
        if (task.id === 'release')
          task.work.input = { kind: 'value', value: { message: 7, loops: 'x', guidance: [] } };
      }
    }
    return JSON.stringify(document);
  };
  const { run, waitingFor } = await bring(await exported(shows));
  const [{ item }] = waitingFor as readonly [Fields];
  await fixture.operateAs(person, 'items.complete', { item, output: { approved: true } });
  const { value } = await agent.guest.call('cases_status', { case_id: run });
  expect(value['waiting_for']).toMatchObject([
    { message: '7', guide: { loops: [], validationCriteria: [] } },
  ]);
});

test('[U8.1] parallel steps are all returned with their whole prompts, and done in any order', async () => {
  const source = JSON.stringify({
    id: 'look-around',
    name: 'Look around',
    description: 'Looks from several sides.',
    version: '1.0.0',
    steps: [
      {
        id: 'sides',
        type: 'parallel',
        title: 'All sides',
        parallelDelegations: [1, 2, 3, 4].map((side) => ({
          workflowId: `side-${side}`,
          goal: `Look at side ${side}.`,
        })),
        synthesis: { prompt: 'Put it together.' },
      },
    ],
  });
  const { value: first } = await agent.guest.call('workflow_run', { manifest_content: source });
  const items = first['work_items'] as readonly Fields[];
  expect(items.map((each) => each['step_id'])).toEqual(['sides.1', 'sides.2', 'sides.3', 'sides.4']);
  expect(first['message']).toContain('Look at side 1.');
  let answer: Fields = {};
  for (const at of [2, 0, 3, 1]) answer = await agent.done({ ...items[at] }, `Side ${at + 1} is fine.`);
  expect(answer).toMatchObject({ next_tasks: ['sides.synthesis'], progress: 0.8 });
  expect(await agent.done(answer, 'All is fine.')).toMatchObject({ case_status: 'completed' });
});

test('[U8.1] the longest prompt reaches the agent unchanged', async () => {
  const prompt = `Begin. ${'word '.repeat(1_630)}End.`;
  const source = shipping
    .replace('Plan {{goal}}.', JSON.stringify(prompt))
    .replace('id: ship-it', 'id: long-one');
  const { value } = await agent.guest.call('workflow_run', { manifest_content: source });
  expect(value['message']).toContain(prompt);
  expect(value).not.toHaveProperty('left_out');
  expect(itemOf(value)).not.toBe('undefined');
});
