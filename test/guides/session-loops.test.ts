/** What a run of a guide reports and validates in loops and past skipped steps. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type McpFixture, openMcpFixture } from '../mcp/mcp-fixture.ts';
import {
  type Fields,
  firstOpenItem,
  type GuidedAgent,
  guideAgent,
  itemOf,
  person,
  runOf,
} from './guided-agent.ts';

/** Pages, of which the public ones have a separate rule; an optional check; and a last review. */
const pages = `id: ship-it
name: Translate
description: Translates pages.
version: 1.0.0
preconditions: [There are pages]
clarificationPrompts: [Which language?]
metaGuidance: [Keep the tone]
steps:
  - id: look-first
    title: Look at {{count}} pages
    prompt: Look.
    askForFiles: true
  - id: prepare
    title: Prepare for {{team}}
    prompt: Prepare.
    runCondition: { var: careful, equals: true }
  - id: each-page
    type: loop
    title: Every page
    loop: { type: forEach, items: pages, maxIterations: 10, itemVar: page }
    body:
      - id: translate
        title: Translate {{page.title}}
        prompt: Translate it.
        requireConfirmation: { var: page.public, equals: true }
        validationCriteria:
          - type: contains
            value: legal note
            message: Public pages have the legal note.
            condition: { var: page.public, equals: true }
          - type: contains
            value: first
            message: The first one says so.
            condition: { var: item.title, equals: A }
          - type: contains
            value: thorough
            message: Careful ones are thorough.
            condition: { var: careful, equals: true }
      - id: proofread
        title: Proofread {{page.title}}
        prompt: Read it.
        runCondition: { var: page.public, equals: true }
`;

const two = [
  { title: 'A', public: true },
  { title: 'B', public: false },
];

let fixture: McpFixture;
let agent: GuidedAgent;

beforeAll(async () => {
  fixture = await openMcpFixture(pages);
  agent = await guideAgent(fixture);
});

afterAll(async () => {
  await agent.guest.close();
  await fixture.close();
});

const confirm = async (answer: Fields): Promise<Fields> => {
  await fixture.operateAs(person, 'items.complete', { item: itemOf(answer), output: { confirmed: true } });
  const { value } = await agent.guest.call('cases_status', { case_id: runOf(answer) });
  return { ...value, work_items: value['waiting_for'] };
};

test('[U8.1][U4.4] the first answer of a run contains the rules for all steps, and asks for files if its step does', async () => {
  const first = await agent.start({ pages: two, count: 2 });
  const foreword = {
    preconditions: ['There are pages'],
    clarificationPrompts: ['Which language?'],
    metaGuidance: ['Keep the tone'],
  };
  expect(first).toMatchObject({ foreword, guide: { title: 'Look at 2 pages', askForFiles: true } });
  expect(first['next']).toMatch(/^Read “foreword” first: .* Ask the user for the files/);
  // A client that reconnects does not have that answer.
  const { value } = await agent.guest.call('cases_status', { case_id: runOf(first) });
  expect(value).toMatchObject({ foreword });
  const second = await agent.done(first, 'Seen.');
  expect(second).not.toHaveProperty('foreword');
  expect(firstOpenItem(second)['guide']).not.toHaveProperty('askForFiles');
});

test('[U8.2][U5.1] rules read the variables of the loop, even if an answer sets the same names', async () => {
  const first = await agent.start({ pages: two });
  const open = await agent.done(first, 'Seen.');
  expect(firstOpenItem(open)).toMatchObject({
    guide: {
      title: 'Translate A',
      validationCriteria: ['Public pages have the legal note.', 'The first one says so.'],
    },
  });
  const attempts: readonly object[] = [
    {},
    { page: { public: false }, item: { title: 'Z' } },
    { 'page.public': false, 'item.title': 'Z' },
    { page: null, item: null, currentItem: {}, pages: [] },
  ];
  for (const context of attempts) {
    const { value } = await agent.guest.call('workitems_complete', {
      workitem_id: itemOf(open),
      output_data: { output: 'nothing', context },
    });
    expect(value, JSON.stringify(context)).toMatchObject({
      message: expect.stringContaining('“Translate A”'),
      violations: [{ message: 'Public pages have the legal note.' }, { message: 'The first one says so.' }],
    });
  }
  // The context of the run counts, too, and the variables that the answer sets.
  const careful = { output: 'first, with a legal note', context: { careful: true } };
  const { value } = await agent.guest.call('workitems_complete', {
    workitem_id: itemOf(open),
    output_data: careful,
  });
  expect(value).toMatchObject({ violations: [{ message: 'Careful ones are thorough.' }] });
  const asked = await agent.done(open, { output: 'first, with a legal note', context: { later: 1 } });
  expect(firstOpenItem(asked)).toMatchObject({
    task_name: 'translate/confirm',
    guide: { title: 'Translate A' },
  });
  expect(firstOpenItem(asked)['message']).toContain('“Translate A” is reported as done');
  expect(asked['next']).toContain('“Translate A”');
  const proof = await confirm(asked);
  const next = await agent.done(proof, { context: { page: { public: true }, careful: true } });
  expect(firstOpenItem(next)).toMatchObject({
    guide: { title: 'Translate B', validationCriteria: ['Careful ones are thorough.'] },
  });
  expect(await agent.done(next, 'thorough')).toMatchObject({ case_status: 'completed' });
});

test('[U4.3][U8.1] skipped steps are reported with the reason in the previous answer, and in the status until the next', async () => {
  const first = await agent.start({ pages: two, team: 'Ann’s' });
  expect(first).not.toHaveProperty('skipped');
  const second = await agent.done(first, { output: 'Seen.', context: { careful: 'nearly' } });
  const prepare = { id: 'prepare', title: 'Prepare for Ann’s', reason: expect.stringContaining('nearly') };
  expect(second['skipped']).toEqual([prepare]);
  const status = await agent.guest.call('cases_status', { case_id: runOf(first) });
  expect(status.value['skipped']).toEqual([prepare]);
  await agent.guest.call('workitems_checkout', { workitem_id: itemOf(second) });
  expect(await fixture.operate('runs.get', { run: runOf(first) })).toMatchObject({
    guide: { skipped: [prepare] },
  });
  const asked = await agent.done(second, 'first, with a legal note');
  expect(asked).not.toHaveProperty('skipped');
  const last = await agent.done(await confirm(asked), 'Read.');
  expect(last).not.toHaveProperty('skipped');
  const end = await agent.done(last, 'B in German');
  expect(end).toMatchObject({
    case_status: 'completed',
    skipped: [{ id: 'proofread', title: 'Proofread B', iteration: 2 }],
  });
});

test('[U4.3] a run that skips its first steps reports that in its first answer', async () => {
  const source = pages.replace(
    'prompt: Look.',
    'prompt: Look.\n    runCondition: { var: thorough, equals: true }',
  );
  const begun = await fixture.operate('runs.start', { source, params: { context: { pages: [] } } });
  expect(begun).toMatchObject({
    state: 'completed',
    guide: { skipped: [{ id: 'look-first' }, { id: 'prepare' }] },
  });
});

test('[U8.1] a loop that ends with items left reports that in the next answer', async () => {
  const source = pages.replace('maxIterations: 10', 'maxIterations: 1');
  const plain = [{ title: 'A' }, { title: 'B' }, { title: 'C' }];
  const begun = await fixture.operate('runs.start', { source, params: { context: { pages: plain } } });
  expect(begun).toMatchObject({ guide: { warnings: [] } });
  const [{ item }] = begun['waitingFor'] as readonly [Fields];
  const open = await agent.done({ workitem_id: item }, 'Seen.');
  const end = await agent.done(open, 'first');
  expect(end).toMatchObject({
    case_status: 'completed',
    warnings: ['The loop “Every page” ended after one pass, its maximum. 2 were left out.'],
  });
});
