/** The generated flows are valid, and have everything that the properties speak of. */
import { expect, test } from 'vitest';
import { readQuestions } from '../../src/languages/questions/read-questions.ts';
import { levelsOf, statesOf } from './flow-document.ts';
import { textOf } from './question-sessions.ts';
import { randomFlow } from './random-flow.ts';
import { rounds, roundsOf, seed, where } from './rounds.ts';

test(`[Q1.1][Q1.2] random flows are valid, seed ${seed}, ${rounds} rounds`, () => {
  const seen = new Map<string, number>();
  const count = (part: string, times: number): void => void seen.set(part, (seen.get(part) ?? 0) + times);
  for (const round of roundsOf(0)) {
    const flow = randomFlow(round.random, `flow-${round.number}`);
    const path = `flow${round.random.pick(['.yaml', '.json'])}`;
    const { violations, workflows } = readQuestions({ path, text: textOf(flow) }, { operations: null });
    expect([where(round), violations], textOf(flow)).toEqual([where(round), []]);
    expect(workflows[0]?.program, where(round)).not.toBeNull();
    count('levels', levelsOf(flow).length - 1);
    for (const { question, operations = [], workflow_condition: condition } of statesOf(flow)) {
      count(question.type, 1);
      count('operations', operations.length);
      count('conditional nested', condition === undefined ? 0 : 1);
      count('secret', question.sensitive === true ? 1 : 0);
      count('automatic', question.automatic_answer === undefined ? 0 : 1);
      count('choices from', question.choices_from === undefined ? 0 : 1);
      count('rule', question.validation?.rule === undefined ? 0 : 1);
    }
  }
  for (const [part, times] of seen) expect([part, times > 20]).toEqual([part, true]);
  expect(seen.size).toBe(11);
});
