import { afterEach, expect, test } from 'vitest';
import { type AskScratch, openAskScratch } from '../../../../test/questions/open-ask-scratch.ts';

const opened: AskScratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

function scratch(files?: Readonly<Record<string, string>>): AskScratch {
  const made = openAskScratch(files);
  opened.push(made);
  return made;
}

test('[Q10.1] what is typed for a whole number is named as it was typed, and its limits are those of numbers', async () => {
  const { walk } = scratch({
    'workflows/rooms.yaml': `version: "1.0.0"
workflow_id: rooms
states:
  rooms: { question: { id: rooms, type: integer, prompt: How many rooms? } }
`,
  });
  const typed = ['', '1.5', 'a few', '1e3', '999999999999999999999', '-999999999999999999999', '+007', 'yes'];
  const { out, shown } = await walk(['rooms', '--json'], typed);
  expect(shown).toContain(`
  > 
  ✗ An answer is required.
  > 1.5
  ✗ The answer must be a whole number, but is 1.5.
  > a few
  ✗ The answer must be a whole number, but is “a few”.
  > 1e3
  ✗ The answer must be a whole number, but is 1e3.
  > 999999999999999999999
  ✗ 999999999999999999999 is too large. The answer must be at most
    9007199254740991.
  > -999999999999999999999
  ✗ -999999999999999999999 is too small. The answer must be at least
    -9007199254740991.
  > +007
`);
  expect(JSON.parse(out).answers).toEqual({ rooms: 7 });
});
