/** Rules that cannot be computed, choices that are not there, and answers that a run knows in advance. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { succeeded } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import type { FlowDocument } from './flow-document.ts';
import { openQuestionSessions, type QuestionSessions } from './question-sessions.ts';

const one = (id: string, question: object): FlowDocument => ({
  version: '1.0.0',
  workflow_id: id,
  states: { only: { question: { id: 'only', type: 'string', prompt: 'What?', ...question } } },
});
const ruled = (id: string, rule: string, more: object = {}) => one(id, { validation: { rule }, ...more });

const lists: unknown[][] = [];
let sessions: QuestionSessions;
beforeAll(async () => {
  sessions = await openQuestionSessions(
    [
      ruled('conversion', `int(\${only}) > 1024`),
      ruled('division', `10 / \${only} > 1`, { type: 'integer' }),
      ruled('expensive', `not matches(\${only}, '([a-z][a-z]?[a-z]?){5,40}forbidden')`),
      {
        version: '1.0.0',
        workflow_id: 'others',
        states: {
          first: { question: { id: 'first', type: 'boolean', prompt: 'First?' }, next_state: 'low' },
          low: { question: { id: 'low', type: 'integer', prompt: 'Lowest?' }, next_state: 'high' },
          high: {
            question: {
              ...{ id: 'high', type: 'integer', prompt: 'Highest?' },
              validation: { rule: `\${high} > \${low}`, message: 'It must be above the lowest.' },
            },
          },
        },
        transitions: [{ from_state: 'first', to_state: 'high', condition: `not \${first}` }],
      },
      one('listed', { type: 'choice', choices_from: { call: 'list', items: 'names' } }),
      {
        version: '1.0.0',
        workflow_id: 'known',
        states: {
          port: { question: { id: 'port', type: 'integer', prompt: 'Which port?' }, next_state: 'token' },
          token: { question: { id: 'token', type: 'string', prompt: 'Token?', sensitive: true } },
        },
      },
    ],
    { list: () => succeeded({ names: (lists.shift() ?? []) as never }) },
  );
});
afterAll(() => sessions.close());

describe('rules', () => {
  test.each([
    ['conversion', 'abc', '2000'],
    ['division', 0, 5],
    ['expensive', `${'a'.repeat(60_000)}forbidden`, 'short'],
  ])(
    '[Q3.2] an answer that the rule of “%s” cannot be computed with is refused',
    async (id, wrong, right) => {
      const answer = await sessions.start(id);
      expect(await sessions.refused(sessions.submit(answer, wrong))).toMatchObject({
        ...{ code: 'VALIDATION_ERROR', field: 'only', validation_rule: 'rule' },
      });
      expect(await sessions.submit(answer, right)).toMatchObject({ completed: true });
    },
  );

  test('[Q3.2] a rule about an answer that was not asked does not apply; otherwise it does', async () => {
    expect(await sessions.start('others', { answers: { first: false, high: 1 } })).toMatchObject({
      completed: true,
    });
    const answer = await sessions.start('others', { answers: { first: true, low: 5 } });
    expect(await sessions.refused(sessions.submit(answer, 4))).toMatchObject({
      ...{ message: 'It must be above the lowest.', validation_rule: 'rule' },
    });
  });
});

test('[Q7.4] a call that lists no choices fails, and is made again with the next request', async () => {
  lists.push([], [{ name: 'no text' }], ['red', 'blue']);
  for (const _ of [1, 2]) {
    expect(await sessions.refused(sessions.start('listed'))).toMatchObject({
      ...{ code: 'ADAPTER_ERROR', cause: 'The result of the call lists no choices at “names”.' },
    });
  }
  const answer = await sessions.start('listed');
  expect(answer.question?.choices).toEqual(['red', 'blue']);
});

describe('answers that are known in advance', () => {
  const start = (answers: object) =>
    sessions.harness.call(ann, 'runs.start', { workflow: 'known', params: { answers }, waitMs: 1_000 });

  test('[Q3.5] texts are converted, as in a session', async () => {
    const { run } = (await start({ port: '5' })) as unknown as { readonly run: string };
    const { items } = (await sessions.harness.call(ann, 'items.list', { run })) as unknown as {
      readonly items: readonly { readonly task: string }[];
    };
    expect(items.map(({ task }) => task)).toEqual(['token']);
  });

  test('[Q12.1] a run refuses answers to questions that the flow does not have: they could be misnamed secrets', async () => {
    const given = { tokn: 'plain-secret-1', port: 5 };
    const error = await start(given).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({
      details: {
        code: 'invalid_input',
        violations: [{ path: 'answers.tokn', rule: 'unknown-question', expected: 'token' }],
      },
    });
    expect(JSON.stringify(error)).not.toContain('plain-secret-1');
  });

  test('[Q3.2] a session refuses those of another type at once', async () => {
    expect(await sessions.refused(sessions.start('known', { answers: { port: 'high' } }))).toMatchObject({
      ...{ code: 'VALIDATION_ERROR', field: 'port', validation_rule: 'type' },
    });
  });
});
