import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openTestTerminal } from '../../../../test/cli/open-test-terminal.ts';
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

test('[Q10.1] shows the position, asks again with the message of the rule, searches choices, and performs after a review', async () => {
  const { walk, stored } = scratch();
  const typed = ['Shop!', 'shop', 'b', 'xyz', 'er', 'HAMBURG', 'maybe', 'y', '12', '', '5', '77', 'yes'];
  const { code, out, shown } = await walk(['open-shop'], typed);
  expect(shown.replace(/run_\w+/, 'RUN')).toBe(`
Question 1, at most 4 follow · ? explains it
What is its name?
  > Shop!
  ✗ Answer must match pattern: ^[a-z]+$
  > shop

Question 2, at most 3 follow
In which city?
  1) Aachen
  2) Berlin
  3) Bonn
  4) Bremen
  5) Dresden
  6) Essen
  7) Halle
  8) Hamburg
  9) Kiel
  10) Leipzig
  … and 2 more. Type a part of a choice to search.
  > b
  2) Berlin
  3) Bonn
  4) Bremen
  8) Hamburg
  > xyz
  ✗ No choice is or contains “xyz”.
  > er
  2) Berlin
  [Berlin] > HAMBURG

Question 3, at most 2 follow
Is it online?
  (yes or no) [no] > maybe
  ✗ Type yes or no.
  (yes or no) [no] > y

Question 4, at most 1 follows
How many rooms?
  [3] > 12
  ✗ The answer must be at most 9, but is 12.
  [3] > ${''}

   question           answer
1  What is its name?  shop
2  In which city?     Hamburg
3  Is it online?      yes
4  How many rooms?    3
   Its label          shop-Hamburg (computed)
What is done, in this order:
  1. shop.rent
  2. shop.host
Perform (yes, no, or the number of an answer to change)? 5
  ✗ It is computed from the others.
Perform (yes, no, or the number of an answer to change)? 77
  ✗ Type yes, no, or a number of the list.
Perform (yes, no, or the number of an answer to change)? yes
✓ completed
  → signalbox show RUN --data data
`);
  expect({ code, out, stored: stored() }).toEqual({
    code: 0,
    out: '✓ shop.rent: executed\n✓ shop.host: executed\n',
    stored: [],
  });
});

test('[Q10.1] an answer can be changed on the way and in the review; later answers are kept', async () => {
  const { walk } = scratch();
  const { code, out, shown, prompts } = await walk(
    ['open-shop', '--json'],
    [
      '<',
      'shop',
      '?',
      ':riview',
      ':review',
      '1',
      'n',
      ':back city',
      '',
      '6',
      '3',
      'yes',
      ':help',
      '1',
      'ship',
      'yes',
    ],
  );
  expect(shown).toContain('  ✗ No question was answered before this one.\n  > shop\n');
  expect(shown).toContain('The answer is one of Aachen, Berlin,');
  expect(shown).toContain('Did you mean “:review”?');
  expect(shown).toContain('1  What is its name?  shop\n\nQuestion 2');
  // Back at the city its answer is proposed, and the next one is used without asking again.
  expect(prompts.slice(7, 10)).toEqual(['[3] >', '[Aachen] >', '[3] >']);
  expect({ code, result: JSON.parse(out) }).toMatchObject({
    code: 0,
    result: {
      workflow_id: 'open-shop',
      answers: { name: 'ship', city: 'Aachen', online: true, count: 6, label: 'ship-Aachen' },
      operations: [
        { operation_id: 'shop.rent', status: 'executed' },
        { operation_id: 'shop.host', status: 'executed' },
      ],
      run_status: 'completed',
    },
  });
});

test('[Q10.1] an earlier answer that is no choice any more is not proposed', async () => {
  const { walk } = scratch({
    'workflows/farm.yaml': `version: "1.0.0"
workflow_id: farm
states:
  kind: { question: { id: kind, type: string, prompt: Which kind? }, next_state: field }
  field:
    question:
      { id: field, type: choice, prompt: Which field?, choices_from: { call: echo, args: { all: ["\${kind}-a", "\${kind}-b"] }, items: all } }
`,
  });
  const { shown } = await walk(['farm'], ['oat', '1', '1', 'rye', '', '2', 'yes']);
  expect(shown).toContain('1) rye-a');
  expect(shown).not.toContain('[oat-a]');
  expect(shown).toContain('An answer is required');
  expect(shown).toMatch(/Which field\? +rye-b/);
});

test('[Q10.1] of a question in a loop only the last answer has a number, and can be changed', async () => {
  const { walk } = scratch({
    'workflows/team.yaml': `version: "1.0.0"
workflow_id: team
states:
  member: { question: { id: member, type: string, prompt: Who? }, next_state: more }
  more: { question: { id: more, type: boolean, prompt: Another one? } }
transitions: [{ from_state: more, to_state: member, condition: '\${more}' }]
`,
  });
  const { code, shown } = await walk(['team'], ['ann', 'y', 'bob', 'n', '1', '3', 'ben', 'yes']);
  expect(shown).toContain(`
   question      answer
   Who?          ann
   Another one?  yes
3  Who?          bob
4  Another one?  no
Is this right (yes, no, or the number of an answer to change)? 1
  ✗ Only the last answer to this question can be changed. Type 3.
`);
  expect(shown).toContain('[bob] > ben\n');
  expect(shown).toMatch(/ {3}Who\? +ann\n[\s\S]*3 {2}Who\? +ben\n/);
  expect(code).toBe(0);
});

test('[Q10.1] an operation that fails is reported with what was undone, and the session is over', async () => {
  const { walk, stored } = scratch();
  const { code, err } = await walk(['break-down'], ['it', 'yes']);
  expect({ code, err, stored: stored() }).toEqual({
    code: 1,
    err: expect.stringMatching(
      /^The operation “stop” failed: broken: it\. Undone: begin\.\n→ “signalbox show run_\w+ --data data” shows what was done\. To begin anew: signalbox ask break-down --new --data data\n$/,
    ),
    stored: [],
  });
});

test('[Q10.1] a session is cancelled only after a yes, and its answers are removed', async () => {
  const { run, walk, stored } = scratch();
  const { code, shown } = await walk(['open-shop'], ['shop', ':cancel', 'no', ':cancel', 'yes']);
  expect(shown.match(/End the session, and remove its answers/g)).toHaveLength(2);
  expect({ code, end: shown.slice(-14), stored: stored() }).toEqual({
    code: 3,
    end: '\n– cancelled\n'.padStart(14, 's'),
    stored: [],
  });
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toMatchObject([{ status: 'cancelled' }]);
});

test('[Q10.1] without operations the answers are reviewed and printed', async () => {
  const { walk, stored } = scratch();
  const { code, out, shown } = await walk(['log-in'], ['ann', '$API_TOKEN', 'yes', 'yes']);
  expect(shown).toContain('2  Which token?  ***REDACTED***\n');
  expect(shown).toContain(
    'Is this right (yes, no, or the number of an answer to change)? yes\n✓ completed\n',
  );
  expect({ code, out, stored: stored() }).toEqual({
    code: 0,
    out: 'question  answer\nuser      ann\ntoken     ***REDACTED***\nsure      yes\n',
    stored: [],
  });
});

test('[Q10.1][Q10.3] Ctrl-C leaves with code 130, and the session is kept', async () => {
  const { walk, stored } = scratch();
  const { code, shown } = await walk(['open-shop'], ['shop', '\u0003']);
  expect({ code, stored: stored().length }).toEqual({ code: 130, stored: 1 });
  expect(shown).toMatch(/To continue:\n {2}→ signalbox ask --resume run_\w+ --data data\n$/);
});

test('[Q10.1][Q10.3] operations that take a while are announced, and their result is shown after an interruption', async () => {
  const { run, stored, sessions } = scratch();
  const typed = (...lines: readonly string[]) => {
    const { terminal, shown } = openTestTerminal(lines);
    const every = (_: number, work: () => void) => {
      work();
      return () => {};
    };
    return { shown, terminal: { ...terminal, every } };
  };
  await run(['ask', 'open-shop'], typed('shop', 'ulm', 'no', '1', 'no'));
  const file = join(sessions, stored()[0] ?? '');
  const kept = readFileSync(file);
  const first = typed('yes');
  await run(['ask', '--resume', 'last'], first);
  expect(first.shown()).toContain('● performing 2 operations …\n✓ completed\n');
  expect(first.shown()).toContain('● waiting for the server …\n');
  // As if the program had ended before it removed the state.
  writeFileSync(file, kept);
  const second = typed();
  const { code, out } = await run(['ask', '--resume', 'last'], second);
  expect({ code, out, stored: stored() }).toEqual({
    code: 0,
    out: '✓ shop.rent: executed\n– shop.host: skipped\n',
    stored: [],
  });
});

test('[Q10.1] Ctrl-C leaves operations at once, and they continue', async () => {
  const { run, walk } = scratch({
    'workflows/slow.yaml': `version: "1.0.0"
workflow_id: slow
states:
  what:
    question: { id: what, type: string, prompt: What waits? }
    operations: [{ id: wait, call: sleep, args: { ms: 2000 } }]
`,
  });
  const { terminal, shown, interrupt } = openTestTerminal(['it', 'yes']);
  const every = (): (() => void) => {
    const timer = setTimeout(interrupt, shown().includes('Perform') ? 300 : 60_000);
    return () => clearTimeout(timer);
  };
  const { code } = await run(['ask', 'slow'], { terminal: { ...terminal, every } });
  expect(code).toBe(130);
  expect(shown()).toMatch(/run_\w+ has not ended\. .*\n {2}→ signalbox show run_\w+ --follow --data data\n/);
  const resumed = await walk(['--resume', 'last'], []);
  expect(resumed).toMatchObject({ code: 0, out: '✓ wait: executed\n' });
});

test('[Q10.1] an operation whose outcome is unknown waits for a decision', async () => {
  const server = createServer((request) => request.socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { walk, stored } = scratch({
    'workflows/post.yaml': `version: "1.0.0"
workflow_id: post
states:
  what:
    question: { id: what, type: string, prompt: What? }
    operations: [{ id: send, call: http, args: { method: POST, url: 'http://127.0.0.1:${port}/', body: { a: 1 } } }]
`,
  });
  const environment = { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '1' };
  const { code, shown } = await walk(['post'], ['it', 'yes'], { environment });
  server.close();
  expect({ code, stored: stored().length }).toEqual({ code: 4, stored: 1 });
  expect(shown).toMatch(
    /● waiting\n {2}\? send asks: .*\n {4}→ signalbox answer run_\w+\.\d+ retry --data data\n/,
  );
});

test('[Q10.1] an answer that may be empty is emptied with a space', async () => {
  const { walk } = scratch({
    'workflows/note.yaml': `version: "1.0.0"
workflow_id: note
states:
  note:
    question: { id: note, type: string, prompt: A note?, default: "" }
    next_state: name
  name:
    question: { id: name, type: string, prompt: A name?, default: Ann }
`,
  });
  const typed = ['first', '<', '?', '', '<', ' ', ' ', 'yes'];
  const { out, prompts, shown } = await walk(['note', '--json'], typed);
  expect(JSON.parse(out).answers).toEqual({ note: '', name: 'Ann' });
  expect(prompts.slice(0, 7)).toEqual([
    '>',
    '[Ann] >',
    '(a space for none) [first] >',
    '(a space for none) [first] >',
    '[Ann] >',
    '(a space for none) [first] >',
    '[Ann] >',
  ]);
  expect(shown).toContain('The answer is a text, or empty.');
});

test('[Q10.1] asks the questions of adapters in place of a flow', async () => {
  const { walk } = scratch();
  const { code, shown } = await walk(['--adapters', 'hetzner,talos'], [':quit']);
  expect(shown).toMatch(/^\nQuestion 1/);
  expect(shown).toMatch(/No question was answered, so nothing is kept\.\n$/);
  expect(code).toBe(4);
});

test('[Q10.1] usage errors and unknown flows are reported', async () => {
  const { run, walk } = scratch();
  const typed = async (...args: readonly string[]) => {
    const { code, err } = await walk(args, []);
    return `${code} ${err}`;
  };
  expect(await typed()).toBe('2 Name a flow, or adapters with --adapters, or a session with --resume.\n');
  expect(await typed('open-shop', '--adapters', 'hetzner')).toContain('2 Name a flow');
  expect(await typed('--adapters', ',')).toContain('--adapters needs a name');
  expect(await typed('--resume', 'last', '--new')).toContain('cannot be combined with --resume');
  expect(await typed('--resume', 'last')).toBe('2 “last” is no unfinished session. No session is stored.\n');
  expect(await typed('open-shpo')).toMatch(/^2 .*Did you mean “open-shop”/);
  expect(await run(['ask', 'open-shop'])).toMatchObject({
    code: 2,
    err: 'ask needs a terminal. Without one, pass a file with the answers: --answers FILE.\n',
  });
});

test('[Q10.1] control characters of a flow or of typed text do not reach the terminal', async () => {
  const { walk } = scratch({
    'workflows/evil.json': JSON.stringify({
      version: '1.0.0',
      workflow_id: 'evil',
      states: {
        one: {
          question: {
            id: 'one',
            type: 'choice',
            prompt: 'One\u001b[2J',
            help_text: 'Help\u009b2J',
            validation: { choices: ['a\u001b[31m', 'b'] },
          },
        },
      },
    }),
  });
  const { shown } = await walk(['evil'], ['?', '\u009b2J', '1', ':quit']);
  const written = shown.replaceAll('> \u009b2J', '');
  expect(written.split('\n').filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
});
