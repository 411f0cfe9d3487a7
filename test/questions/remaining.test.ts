/** How many questions can follow is known for flows whose ways cannot be counted one by one. */
import { expect, test } from 'vitest';
import type { FlowDocument } from './flow-document.ts';
import { openQuestionSessions } from './question-sessions.ts';

const forks = 60;

/** Two questions side by side, `forks` times: each leads to both of the next. */
function ladder(id: string, back: string | null): FlowDocument {
  const rungs = Array.from({ length: forks }, (_, at) => [`left${at}`, `right${at}`] as const);
  const states = rungs.flatMap(([left, right], at) => {
    const next_state = rungs[at + 1]?.[0] ?? null;
    return [left, right].map(
      (name) => [name, { question: { id: name, type: 'boolean', prompt: 'Left?' }, next_state }] as const,
    );
  });
  const transitions = rungs.flatMap(([left, right], at) => {
    const to_state = rungs[at + 1]?.[1] ?? back;
    return to_state === null
      ? []
      : [left, right].map((from) => ({ from_state: from, to_state, condition: `not \${${from}}` }));
  });
  const first = {
    question: { id: 'first', type: 'boolean', prompt: 'Begin?' },
    next_state: 'left0',
  } as const;
  const begin = { from_state: 'first', to_state: 'right0', condition: `not \${first}` };
  return {
    version: '1.0.0',
    workflow_id: id,
    states: { first, ...Object.fromEntries(states) },
    transitions: [begin, ...transitions],
  };
}

test('[Q3.1] the questions that can follow are counted in a flow of 1,500 states in a row', async () => {
  const row = (prefix: string, count: number, workflow?: string) => ({
    states: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `${prefix}${at}`,
        {
          question: { id: `${prefix}${at}`, type: 'boolean' as const, prompt: 'Go on?' },
          next_state: at + 1 < count ? `${prefix}${at + 1}` : null,
          ...(at + 1 < count || workflow === undefined ? {} : { workflow }),
        },
      ]),
    ),
  });
  // A workflow can have 1,000.
  const long = {
    version: '1.0.0',
    workflow_id: 'long',
    ...row('q', 1_000, 'more'),
    workflows: { more: row('m', 500) },
  };
  const sessions = await openQuestionSessions([long]);
  try {
    expect((await sessions.start('long')).question?.remaining).toBe(1_499);
  } finally {
    await sessions.close();
  }
});

test(`[Q3.1] the questions that can follow are counted in ${forks} forks in a row, also with a way back`, async () => {
  const sessions = await openQuestionSessions([ladder('ladder', null), ladder('round', 'left0')]);
  try {
    let answer = await sessions.start('ladder');
    for (let left = forks; left > forks - 3; left -= 1) {
      expect(answer.question?.remaining).toBe(left);
      answer = await sessions.submit(answer, left % 2 === 0);
    }
    expect((await sessions.start('round')).question?.remaining).toBeNull();
  } finally {
    await sessions.close();
  }
});
