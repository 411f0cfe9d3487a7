/** States that would become too large: the answer that leads there is refused, and changes nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../src/testing/index.ts';
import type { FlowDocument } from './flow-document.ts';
import { openQuestionSessions, type QuestionSessions } from './question-sessions.ts';
import { seed } from './rounds.ts';
import { sessionError } from './sealed-states.ts';

const count = 30;
const texts: FlowDocument = {
  version: '1.0.0',
  workflow_id: 'texts',
  states: Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `t${at}`,
      {
        question: { id: `t${at}`, type: 'string', prompt: 'Which text?' },
        next_state: at < count - 1 ? `t${at + 1}` : null,
      },
    ]),
  ),
};

/** Its question answers itself, and follows itself. */
const spinning: FlowDocument = {
  version: '1.0.0',
  workflow_id: 'spinning',
  states: {
    colour: {
      question: {
        ...{ id: 'colour', type: 'choice', prompt: 'Which colour?', automatic_answer: 'red-0' },
        choices_from: { call: 'lookup', args: { of: 'red', size: 2, fails: false, path: '' } },
      },
      next_state: 'colour',
    },
    end: { question: { id: 'end', type: 'string', prompt: 'Which end?' } },
  },
  transitions: [{ from_state: 'colour', to_state: 'end', condition: `\${colour} == "blue"` }],
};

let sessions: QuestionSessions;
beforeAll(async () => {
  sessions = await openQuestionSessions([texts, spinning]);
});
afterAll(() => sessions.close());

const random = createRandom(seed);
const randomText = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(0x4e00 + random.int(20_000))).join('');

/** @returns how many answers fit */
async function answerUntilRefused(text: (at: number) => string): Promise<number> {
  let answer = await sessions.start('texts');
  for (let at = 0; at < count; at += 1) {
    const next = sessions.submit(answer, text(at));
    const [outcome] = await Promise.allSettled([next]);
    if (outcome.status === 'rejected') {
      expect(await sessions.refused(next)).toEqual(sessionError(answer.session_id, 'too_large'));
      const shorter = await sessions.submit(answer, 'short');
      expect(shorter.question?.id).toBe(`t${at + 1}`);
      return at;
    }
    answer = outcome.value;
    expect(answer.state_blob.length).toBeLessThanOrEqual(40_000);
  }
  throw new Error('No answer was refused.');
}

test('[Q4.3] no state of more than 40,000 characters is issued', async () => {
  expect(await answerUntilRefused(() => randomText(2_000))).toBeGreaterThan(2);
});

test('[Q4.3] no state is issued whose answers are too large together, however well they compress', async () => {
  const fitting = await answerUntilRefused((at) => String(at % 10).repeat(65_000));
  expect(fitting * 65_000).toBeGreaterThan(500_000);
  expect(fitting * 65_000).toBeLessThan(1_000_000);
});

test('[Q4.3][Q7.4] a loop without questions fetches its choices once, and ends at the limit', async () => {
  const error = { code: 'SESSION_ERROR', reason: 'limit' };
  expect(await sessions.refused(sessions.start('spinning'))).toMatchObject(error);
  expect(sessions.harness.connector.calls.map(({ operation }) => operation)).toEqual(['lookup']);
});
