import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openTestTerminal } from '../../../../test/cli/open-test-terminal.ts';
import { type AskScratch, openAskScratch } from '../../../../test/questions/open-ask-scratch.ts';

const opened: AskScratch[] = [];
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

interface Flow {
  readonly name: string;
  readonly cities: string;
  readonly operation: string;
  /** YAML after the last state. */
  readonly more: string;
}

const initial: Flow = { name: '', cities: 'Bonn, Kiel', operation: 'shop.open', more: '' };

const flowOf = ({ name, cities, operation, more }: Flow): string => `version: "1.0.0"
workflow_id: shop
states:
  name:
    question: { id: name, type: string, prompt: What is its name?, validation: { regex: '${name}' } }
    next_state: city
  city:
    question: { id: city, type: choice, prompt: In which city?, validation: { choices: [${cities}] } }
    operations: [{ id: ${operation}, call: echo, args: { city: '\${city}' } }]
${more}`;

/** @param change what is changed before the prompt of this number */
async function walkChanging(typed: readonly string[], prompt: number, change: Partial<Flow>) {
  const scratch = openAskScratch({ 'workflows/changed.yaml': flowOf(initial) });
  opened.push(scratch);
  const { terminal, shown } = openTestTerminal(typed);
  const revisions = async () => (await scratch.run(['workflows', '--json'])).out;
  const save = async (): Promise<void> => {
    const before = await revisions();
    writeFileSync(join(scratch.folder, 'workflows/changed.yaml'), flowOf({ ...initial, ...change }));
    // The program notices it later.
    while ((await revisions()) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  let prompts = 0;
  const openReader: typeof terminal.openReader = (...options) => {
    const reader = terminal.openReader(...options);
    const ask: typeof reader.ask = async (...given) => {
      prompts += 1;
      if (prompts === prompt) await save();
      return reader.ask(...given);
    };
    return { ...reader, ask };
  };
  const { code, out, err } = await scratch.run(['ask', 'shop'], { terminal: { ...terminal, openReader } });
  return { code, out, err, shown: shown(), stored: scratch.stored().length };
}

test('[Q10.3] if the open question changes, it is shown again, and the session continues with its answers', async () => {
  const { code, out, shown } = await walkChanging(['shop', 'kiel', 'ulm', 'yes'], 2, { cities: 'Bonn, Ulm' });
  expect(shown).toContain(`In which city?
  1) Bonn
  2) Kiel
  > kiel
  The flow has changed. Your answers are kept.

Question 2, the last one
In which city?
  1) Bonn
  2) Ulm
  > ulm
`);
  expect({ code, out }).toEqual({ code: 0, out: '✓ shop.open: executed\n' });
});

test('[Q10.3] the first question may change, too; then nothing is stored before its answer', async () => {
  const { code, shown, stored } = await walkChanging(['Shop', ':quit'], 1, { name: '^[a-z]+$' });
  expect(shown).toMatch(/The flow has changed\.\n\nQuestion 1[\s\S]*nothing is kept\.\n$/);
  expect({ code, stored }).toEqual({ code: 4, stored: 0 });
});

test('[Q10.3] a question that was added is asked after the review', async () => {
  const more = `    next_state: colour
  colour:
    question: { id: colour, type: string, prompt: Which colour? }
`;
  const typed = ['shop', 'kiel', 'yes', 'red', 'yes'];
  const { code, shown } = await walkChanging(typed, 3, { more });
  expect(shown).toMatch(
    /The flow has changed\. Your answers are kept\.\n\nQuestion 3[\s\S]*3 {2}Which colour\? +red\n/,
  );
  expect(code).toBe(0);
});

test('[Q10.3] if what was answered has changed, the session ends, and says how to begin anew', async () => {
  const expected = {
    code: 1,
    out: '',
    err: 'The flow was changed so that the session cannot continue.\n→ To begin anew: signalbox ask shop --new --data data\n',
  };
  expect(await walkChanging(['shop', 'kiel'], 2, { name: '^[a-z]+$' })).toMatchObject(expected);
  expect(await walkChanging(['shop', 'kiel', 'yes'], 3, { operation: 'shop.rent' })).toMatchObject(expected);
});
