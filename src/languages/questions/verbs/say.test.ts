import { afterEach, expect, test } from 'vitest';
import { openTestTerminal } from '../../../../test/cli/open-test-terminal.ts';
import { type AskScratch, openAskScratch } from '../../../../test/questions/open-ask-scratch.ts';

const opened: AskScratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

test('[Q10.1] in a narrow terminal all lines are wrapped at words', async () => {
  const scratch = openAskScratch({
    'workflows/plan.yaml': `version: "1.0.0"
workflow_id: plan
states:
  plan:
    question:
      id: plan
      type: choice
      prompt: Which of these plans do you want to have?
      help_text: It decides what the server costs, and how fast it answers.
      validation: { choices: [A small server that is shared with others, A large server of your own] }
    next_state: sure
  sure:
    question: { id: sure, type: boolean, prompt: Sure? }
`,
  });
  opened.push(scratch);
  const { terminal, shown } = openTestTerminal(['?', 'a medium server of my own', '2', ':quit'], {
    columns: 40,
  });
  await scratch.run(['ask', 'plan'], { terminal });
  expect(shown().replace(/run_\w+/, 'RUN')).toBe(`
Question 1, at most 1 follows · ?
explains it
Which of these plans do you want to
have?
  1) A small server that is shared with
     others
  2) A large server of your own
  > ?
  It decides what the server costs, and
  how fast it answers.
  The answer is one of A small server
  that is shared with others, A large
  server of your own.
  ?, :help         explains the
                   question
  <, :back [ID]    returns to the
                   previous question,
                   or to the question
                   of this id
  :review          shows the answers so
                   far
  :quit            quits; the session
                   is kept
  :cancel          ends the session,
                   and removes its
                   answers
  To write an answer that begins like
  one of these, put a space before it.
  > a medium server of my own
  ✗ No choice is or contains “a medium
    server of my own”.
  > 2

Question 2, the last one
Sure?
  (yes or no) > :quit
The session is not finished. Its
answers are kept. To continue:
  → signalbox ask --resume RUN --data data
`);
});
