/** Question flows at the terminal, in separate processes: a person types, the process is killed, and another one continues. */
import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { endPrograms, startProgram } from '../cli/start-program.ts';

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
afterEach(async () => {
  await endPrograms(started.splice(0));
  for (const each of opened.splice(0)) each.close();
});

const flow = `version: "1.0.0"
workflow_id: open-shop
states:
  name:
    question: { id: name, type: string, prompt: What is its name?, validation: { regex: '^[a-z]+$' } }
    next_state: token
  token:
    question: { id: token, type: string, prompt: Which token?, sensitive: true, env: SHOP_TOKEN }
    next_state: city
  city:
    question: { id: city, type: choice, prompt: In which city?, validation: { choices: [Bonn, Kiel, Ulm] } }
    operations: [{ id: shop.open, call: echo, args: { city: '\${city}' } }]
`;

const secret = 'hunter2-correct-horse';

/** Pipes that the program treats as a terminal: keys are written to them, and output is read from them. */
const terminal = `data:text/javascript,${encodeURIComponent(`
  for (const stream of [process.stdin, process.stderr]) Object.defineProperty(stream, 'isTTY', { value: true });`)}`;

test('[Q10.1][Q10.2][Q10.3] a killed session continues at its question, and nothing shows or stores the secret', {
  timeout: 120_000,
}, async () => {
  const scratch = openScratch({
    'workflows/shop.yaml': flow,
    '.signalbox/connectors.yaml': 'secrets: { SHOP_TOKEN: { hosts: [api.example.com] } }\n',
  });
  opened.push(scratch);
  const startTerminal = (...args: readonly string[]) => {
    const running = startProgram(scratch.folder, args, {
      node: ['--import', terminal],
      env: { TERM: 'dumb' },
      hasInput: true,
    });
    started.push(running.child);
    return { ...running, type: (text: string) => void running.child.stdin?.write(text) };
  };
  const first = startTerminal('ask', 'open-shop');
  await first.says('Question 1, at most 2 follow');
  first.type('Shop!\n');
  await first.says('✗ Answer must match pattern');
  first.type('shop\n');
  await first.says('typing is not shown > ');
  first.type(`${secret}\n`);
  await first.says('Question 3, the last one');
  first.type('ki');
  first.child.kill('SIGKILL');
  expect(await first.ended).toBeNull();

  const sessions = join(scratch.folder, '.signalbox/sessions');
  const [name = '', ...others] = readdirSync(sessions);
  expect(others).toEqual([]);
  expect(statSync(join(sessions, name)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(sessions, name), 'utf8'))).toMatchObject({ workflow_id: 'open-shop' });

  const second = startTerminal('ask', 'open-shop');
  await second.says('Continue it (yes, or no to begin anew)? ');
  second.type('yes\n');
  await second.says('Question 3, the last one');
  second.type('kiel\n');
  await second.says('1. shop.open');
  second.child.stdin?.end('yes\n');
  expect(await second.ended).toBe(0);
  expect(second.out()).toBe('✓ shop.open: executed\n');
  expect(readdirSync(sessions)).toEqual([]);

  const told = [first, second].map((running) => `${running.out()}${running.err()}`).join('');
  const files = readdirSync(scratch.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect([told, ...files].filter((text) => text.includes(secret))).toEqual([]);
});

test('[Q10.4] without a terminal a flow is answered from a file', { timeout: 120_000 }, async () => {
  const scratch = openScratch({
    'workflows/shop.yaml': flow,
    'answers.yaml': 'name: shop\ntoken: $SHOP_TOKEN\n',
    'all.yaml': 'name: shop\ntoken: $SHOP_TOKEN\ncity: Ulm\n',
  });
  opened.push(scratch);
  const play = async (...args: readonly string[]) => {
    const { child, ended, out, err } = startProgram(scratch.folder, ['ask', 'open-shop', ...args]);
    started.push(child);
    return { code: await ended, out: out(), err: err() };
  };
  expect(await play()).toMatchObject({ code: 2, err: expect.stringContaining('ask needs a terminal.') });
  expect(await play('--answers', 'answers.yaml')).toEqual({
    code: 1,
    out: '',
    err: 'answers.yaml: “city”: The question has no answer.\n→ Write “city” into answers.yaml: one of Bonn, Kiel, Ulm.\n',
  });
  expect(await play('--answers', 'all.yaml')).toMatchObject({ code: 0, out: '✓ shop.open: executed\n' });
});
