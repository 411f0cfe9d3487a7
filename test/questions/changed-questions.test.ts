/** What a client meets after its flow was edited: parts of questions, choices from calls, and answers that wait. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { failed, succeeded } from '../../src/testing/index.ts';
import { type EditedSessions, edited, openEditedSessions } from './edited-sessions.ts';
import type { FlowDocument, QuestionDocument } from './flow-document.ts';
import type { Answer } from './question-sessions.ts';

let sessions: EditedSessions;
let isListAvailable = true;

beforeAll(async () => {
  sessions = await openEditedSessions({
    colours: () =>
      isListAvailable ? succeeded({ all: ['red', 'blue'], some: ['red'] }) : failed('down', 'No list today.'),
    sizes: () => succeeded({ all: ['S', 'M'] }),
  });
});
beforeEach(() => {
  isListAvailable = true;
});
afterAll(() => sessions.close());

const unfinished = { complete: false };

const text = (id: string, more: Partial<QuestionDocument> = {}): QuestionDocument => ({
  ...{ id, type: 'string', prompt: `What about ${id}?` },
  ...more,
});

/** One question after the other. */
const flowOf = (...questions: readonly QuestionDocument[]): FlowDocument => ({
  ...{ version: '1.0.0', workflow_id: edited },
  states: Object.fromEntries(
    questions.map((question, at) => [question.id, { question, next_state: questions[at + 1]?.id ?? null }]),
  ),
});

const answerAll = async (...values: readonly string[]): Promise<Answer> => {
  let answer = await sessions.start(edited);
  for (const value of values) answer = await sessions.submit(answer, value, unfinished);
  return answer;
};

const list = (size: number): Partial<QuestionDocument> => ({
  type: 'choice',
  choices_from: { call: 'lookup', args: { of: 'x', size, fails: false, path: '' } },
});

const parts: Readonly<Record<string, readonly [Partial<QuestionDocument>, Partial<QuestionDocument>]>> = {
  'its type': [{}, { type: 'integer' }],
  'a rule': [{}, { validation: { regex: '.' } }],
  'being sensitive': [{}, { sensitive: true }],
  'its automatic answer': [{ automatic_answer: `$\{end}` }, { automatic_answer: `$\{end} + "!"` }],
  'the call for its choices': [list(1), list(2)],
};

test.each(Object.entries(parts))(
  '[Q4.5] %s is a part of a question: it stays the same if it was answered, and when it is answered',
  async (_, [before, after]) => {
    const flowWith = (more: Partial<QuestionDocument>): FlowDocument =>
      flowOf(text('name'), text('about', more), text('end'));
    await sessions.saveValid(flowWith(before));
    const open = await answerAll('Ann');
    const submit = () => sessions.submit(open, 'x-0', unfinished);
    const answered = await submit();
    await sessions.saveValid(flowWith(after));
    for (const request of [submit, () => sessions.restore(answered)])
      expect(await sessions.refused(request())).toMatchObject({ reason: 'outdated' });
    expect((await sessions.restore(open)).question?.id).toBe('about');
  },
);

test('[Q4.5] the order of answers that were computed stays the same', async () => {
  const [one, two] = [text('one', { automatic_answer: '1' }), text('two', { automatic_answer: '2' })];
  await sessions.saveValid(flowOf(text('name'), one, two, text('end')));
  const first = await answerAll('Ann');
  await sessions.saveValid(flowOf(text('name'), two, one, text('end')));
  expect(await sessions.refused(sessions.restore(first))).toMatchObject({ reason: 'outdated' });
});

const choice = (call: string, items: string, choices?: readonly string[]): QuestionDocument => ({
  ...{ id: 'kind', type: 'choice', prompt: 'Which kind?', choices_from: { call, args: {}, items } },
  ...(choices === undefined ? {} : { validation: { choices } }),
});
const withChoice = (...how: Parameters<typeof choice>): FlowDocument => flowOf(text('name'), choice(...how));

test('[Q4.5][Q7.4] choices are fetched again if they come from another call, or from another part of its result', async () => {
  await sessions.saveValid(withChoice('colours', 'all'));
  const first = await answerAll('Ann');
  const { calls } = sessions.harness.connector;
  const before = calls.length;
  await sessions.saveValid(flowOf(text('name', { prompt: 'Who?' }), choice('colours', 'all')));
  expect((await sessions.restore(first)).question?.choices).toEqual(['red', 'blue']);
  expect(calls.length).toBe(before);
  await sessions.saveValid(withChoice('colours', 'some'));
  expect((await sessions.restore(first)).question?.choices).toEqual(['red']);
  await sessions.saveValid(withChoice('sizes', 'all'));
  expect((await sessions.restore(first)).question?.choices).toEqual(['S', 'M']);
  expect(calls.slice(before).map(({ operation }) => operation)).toEqual(['colours', 'sizes']);
});

test('[Q4.5][Q7.4] choices that could not be fetched are fetched again if the document has none of its own any more', async () => {
  isListAvailable = false;
  await sessions.saveValid(withChoice('colours', 'all', ['green']));
  const first = await answerAll('Ann');
  expect(first.question?.choices).toEqual(['green']);
  await sessions.saveValid(withChoice('colours', 'all'));
  expect(await sessions.refused(sessions.restore(first))).toMatchObject({
    ...{ code: 'ADAPTER_ERROR', adapter_name: 'kind', cause: 'No list today.' },
  });
  isListAvailable = true;
  expect((await sessions.restore(first)).question?.choices).toEqual(['red', 'blue']);
});

test('[Q4.5][Q7.4] a session is refused while the call for its next choices lacks an argument, and continues when it has one', async () => {
  const listOf = (of: string): FlowDocument => {
    const from = { call: 'lookup', args: { of, size: 1, fails: false, path: '' } };
    return flowOf(text('name'), { ...choice('lookup', ''), choices_from: from }, text('end'));
  };
  await sessions.saveValid(listOf('nobody'));
  const first = await answerAll('Ann');
  await sessions.saveValid(listOf(`about $\{end}`));
  expect(await sessions.refused(sessions.restore(first))).toMatchObject({ reason: 'outdated' });
  await sessions.saveValid(listOf(`$\{name}`));
  expect((await sessions.restore(first)).question?.choices).toEqual(['Ann-0']);
});

test('[Q4.5][Q12.1] a text that waits to be used again is not proposed, or sealed again, if its question is sensitive now', async () => {
  const flowWith = (more: Partial<QuestionDocument>): FlowDocument =>
    flowOf(text('name'), text('token', more), text('end'));
  await sessions.saveValid(flowWith({}));
  const back = await sessions.back(await answerAll('Ann', 'hunter2'), 'name');
  await sessions.saveValid(flowWith({ sensitive: true }));
  const restored = await sessions.restore(back);
  expect(restored.state).toMatchObject({
    feedback_proposals: [{ entry_id: 'name', entry_data: { value: 'Ann' } }],
  });
  for (const state of [back, restored])
    expect(await sessions.submit(state, 'Ann', unfinished)).toMatchObject({
      question: { id: 'token', sensitive: true, default: null },
    });
});

test('[Q4.2][Q4.5] the same last answer returns the first result, also after a text of its question was changed', async () => {
  const flowWith = (prompt: string): FlowDocument => ({
    ...{ version: '1.0.0', workflow_id: edited },
    states: {
      only: { question: text('name', { prompt }), operations: [{ id: 'greet', call: 'make', args: {} }] },
    },
  });
  await sessions.saveValid(flowWith('Name?'));
  const first = await answerAll();
  const completed = await sessions.submit(first, 'Ann');
  await sessions.saveValid(flowWith('What is your name?'));
  for (const again of [() => sessions.submit(first, 'Ann'), () => sessions.complete(completed)])
    expect(await again()).toMatchObject({
      completed: true,
      run_id: first.session_id,
      run_status: 'completed',
    });
  const other = sessions.submit(first, 'Bob');
  expect(await sessions.refused(other)).toMatchObject({ reason: 'conflict' });
  const performed = sessions.harness.connector.calls.filter(({ run }) => run === first.session_id);
  expect(performed.map(({ operation }) => operation)).toEqual(['make']);
});
