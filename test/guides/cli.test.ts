/** Guides at the terminal, in separate processes: a user types, the process is killed, and another one continues. */
import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../cli/open-scratch.ts';
import { endPrograms, startProgram } from '../cli/start-program.ts';

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
afterEach(async () => {
  await endPrograms(started.splice(0));
  for (const each of opened.splice(0)) each.close();
});

const guide = {
  id: 'fix-bug',
  name: 'Fix a bug',
  description: 'From the report to the fix',
  version: '1.0.0',
  steps: [
    {
      id: 'understand',
      title: 'Understand it',
      prompt: 'Read the report.',
      validationCriteria: [{ type: 'contains', value: 'because', message: 'Say why it happens' }],
    },
    {
      id: 'each-file',
      type: 'loop',
      title: 'Change every file',
      loop: { type: 'forEach', items: 'files', itemVar: 'file', maxIterations: 9 },
      body: [{ id: 'change', title: 'Change a file', prompt: 'Change {{file}}' }],
    },
    { id: 'report', title: 'Report', prompt: 'Report it', requireConfirmation: true },
  ],
};

/** A pipe that the program treats as a terminal: keys are written to it, and output is read from it. */
const terminal = `data:text/javascript,${encodeURIComponent(`
  for (const stream of [process.stdin, process.stderr]) Object.defineProperty(stream, 'isTTY', { value: true });`)}`;

function openFolder() {
  const scratch = openScratch({ 'workflows/fix-bug.json': JSON.stringify(guide) });
  opened.push(scratch);
  return (...args: readonly string[]) => {
    const running = startProgram(scratch.folder, [...args, '--data', 'data'], {
      node: ['--import', terminal],
      env: { TERM: 'dumb' },
      hasInput: true,
    });
    started.push(running.child);
    return {
      ...running,
      type: (text: string) => void running.child.stdin?.write(text),
      // A pipe keeps a process alive that a terminal would not.
      typeLast: (text: string) => void running.child.stdin?.end(text),
    };
  };
}

const patience = { timeout: 120_000 };

test('[U9.1][U8.1] a killed session continues where it was, and completes the guide', patience, async () => {
  const startTerminal = openFolder();
  const first = startTerminal('guide', 'fix-bug', '--context', 'files=["a.ts","b.ts"]');
  await first.says('Step 1 of 3');
  first.type('It breaks\nsomehow\n.\n');
  await first.says('✗ Say why it happens');
  // Pasted at once, with all its lines and a command among them.
  first.type('It breaks\n:set seen = true\nbecause of\n.\n./dates\n\nand nothing else\n.\n');
  await first.says('pass 1 of 2, “a.ts”');
  first.type('done a\n.\n');
  await first.says('pass 2 of 2, “b.ts”');
  first.type('half of what I wanted to wr');
  first.child.kill('SIGKILL');
  expect(await first.ended).toBeNull();

  const second = startTerminal('guide', '--run', 'last');
  await second.says('pass 2 of 2, “b.ts”');
  second.type('done b\n.\n');
  await second.says('Step 3 of 3');
  second.type('All is well\n.\n');
  await second.says('Is it done correctly');
  second.typeLast('yes\n');
  expect(await second.ended).toBe(0);
  expect(second.out()).toBe(`✓ Understand it: It breaks (and 5 more lines)
✓ Change a file: {"1":"done a","2":"done b"}
✓ Report: All is well
`);
});
