/** The program as people start it: processes of their own, over one data folder, killed and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from './open-scratch.ts';

const program = fileURLToPath(new URL('../../bin/signalbox.js', import.meta.url));

const opened: Scratch[] = [];
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  count:
    description: Counts slowly
    graph:
      one: { call: echo, args: { n: 1 } }
      nap: { call: sleep, depends_on: [one], args: { ms: 1500 }, on_uncertain: retry }
      two: { call: echo, depends_on: [nap], args: { n: 2 } }
  ask:
    description: Asks
    graph:
      question: { type: yield, message: How many?, expects: { count: int } }
`;

function folder(): string {
  const made = openScratch({ 'workflows/w.yaml': document });
  opened.push(made);
  return made.folder;
}

interface Running {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves when the error stream holds this. */
  readonly says: (words: string) => Promise<void>;
  readonly ended: Promise<number | null>;
}

function start(cwd: string, ...args: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...args, '--data', 'data'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  started.push(child);
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  const says = async (words: string) => {
    const isOver = ended.then(() => 'over' as const);
    while (!err.includes(words)) {
      const more = child.stderr === null ? isOver : once(child.stderr, 'data');
      if ((await Promise.race([more, isOver])) === 'over' && !err.includes(words)) {
        throw new Error(`It ended without “${words}”: ${err}`);
      }
    }
  };
  return { child, out: () => out, err: () => err, says, ended };
}

async function run(cwd: string, ...args: readonly string[]) {
  const running = start(cwd, ...args);
  const code = await running.ended;
  return { code, out: running.out(), err: running.err() };
}

test('[T7][R5.1] a run whose process is killed goes on where it was when the next one looks at it', {
  timeout: 60_000,
}, async () => {
  const cwd = folder();
  const first = start(cwd, 'run', 'count');
  await first.says('nap calls sleep');
  first.child.kill('SIGKILL');
  expect(await first.ended).toBeNull();
  const shown = await run(cwd, 'show', 'last');
  expect(shown.code).toBe(0);
  expect(shown.out).toMatch(/● executing[\s\S]*✓ one[\s\S]*● nap[\s\S]*· two/);
  const followed = await run(cwd, 'show', 'last', '--follow');
  expect({ code: followed.code, out: followed.out }).toEqual({ code: 0, out: '{\n  "n": 2\n}\n' });
  // What was done before the crash was not done again.
  expect(followed.err.match(/one calls echo/g)).toHaveLength(1);
});

test('[T7][T8][R6.1] a second process answers what the first has asked, and the result is on the pipe of the first', {
  timeout: 60_000,
}, async () => {
  const cwd = folder();
  const owner = start(cwd, 'run', 'count');
  await owner.says('nap calls sleep');
  const asking = await run(cwd, 'run', 'ask', '--json');
  expect({ code: asking.code, err: asking.err }).toEqual({ code: 4, err: '' });
  const { waitingFor } = JSON.parse(asking.out);
  const answered = await run(cwd, 'answer', waitingFor[0].item, 'count=3', '--json');
  expect(answered.code).toBe(0);
  expect(JSON.parse(answered.out)).toMatchObject({ status: 'completed', output: { count: 3 } });
  expect(await owner.ended).toBe(0);
  expect(owner.out()).toBe('{\n  "n": 2\n}\n');
  const all = JSON.parse((await run(cwd, 'runs', '--json')).out).runs;
  expect(all.map(({ status }: { status: string }) => status)).toEqual(['completed', 'completed']);
});

test('[T9][R6.1] doctor says which process owns the folder; a file that the owner does not read is refused with that', {
  timeout: 60_000,
}, async () => {
  const cwd = folder();
  const elsewhere = openScratch({ 'other.yaml': document.replaceAll('Counts', 'Adds') });
  opened.push(elsewhere);
  const owner = start(cwd, 'run', 'count');
  await owner.says('nap calls sleep');
  const examined = await run(cwd, 'doctor');
  expect(examined.out).toContain(`Process ${owner.child.pid} owns the folder, and answers.`);
  const refused = await run(cwd, 'run', `${elsewhere.folder}/other.yaml`, '--workflow', 'count');
  expect(refused.code).toBe(2);
  expect(refused.err).toContain(`Process ${owner.child.pid} owns this data folder, and does not read `);
  expect(await owner.ended).toBe(0);
});

test('[T7] Ctrl-C leaves the run, which is kept', { timeout: 60_000 }, async () => {
  const cwd = folder();
  const running = start(cwd, 'run', 'count');
  await running.says('nap calls sleep');
  running.child.kill('SIGINT');
  expect(await running.ended).toBe(130);
  expect(running.err()).toContain('It is kept, and goes on whenever a Signalbox runs on this data folder.');
  expect((await run(cwd, 'show', 'last', '--follow')).code).toBe(0);
});
