/** Measures calls over HTTP: reading runs, and runs of five steps, next to an echo of a plain SDK server. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchPaths } from './bench-paths.ts';
import { type Contestant, type RunningServer, startContestant, startServer } from './contestant.ts';
import type { Call } from './load.ts';
import { playInTurn, type RoundOptions } from './play-in-turn.ts';
import { printComparison } from './print-comparison.ts';
import { type Era, revisions } from './wire.ts';

const connections = 50;
/** Number of runs that are read in turn. */
const lookedAt = 200;

const workflows = `workflows:
  five:
    description: Five steps in a row, each durable before the next begins
    params: { n: int }
    graph:
      a: { call: echo, args: { n: $n } }
      b: { call: echo, depends_on: [a], args: { n: $a.n } }
      c: { call: echo, depends_on: [b], args: { n: $b.n } }
      d: { call: echo, depends_on: [c], args: { n: $c.n } }
      e: { call: echo, depends_on: [d], args: { n: $d.n } }
    result: $e.n
  ask:
    description: Waits for an answer
    params: { n: int }
    graph:
      question: { type: yield, message: "Is $n right?", expects: { yes: bool } }
`;

interface Subject {
  readonly name: string;
  readonly tool: string;
  start(paths: BenchPaths): Promise<RunningServer>;
  /** The calls, after their prerequisites exist. */
  prepare(server: RunningServer): Promise<readonly Call[]>;
}

const numbers = Array.from({ length: lookedAt }, (_, at) => at);

const subjects: readonly Subject[] = [
  {
    name: 'the bare SDK: echo',
    tool: 'echo',
    start: ({ newFolder }) =>
      startServer(newFolder(), [fileURLToPath(new URL('./bare-http.js', import.meta.url))]),
    prepare: async () =>
      numbers.map((n) => ({ input: { text: `hello ${n}` }, answer: { text: `hello ${n}` } })),
  },
  {
    name: 'ours: cases_status, ended',
    tool: 'cases_status',
    start: startOurs,
    prepare: (server) => runsToLookAt(server, 'w_five', (n) => ({ status: 'completed', output_data: n })),
  },
  {
    name: 'ours: cases_status, waiting',
    tool: 'cases_status',
    start: startOurs,
    prepare: (server) => runsToLookAt(server, 'w_ask', () => ({ status: 'running', input_required: true })),
  },
  {
    name: 'ours: the same with a key',
    tool: 'cases_status',
    start: (paths) => startWithKey(paths, ['key', 'create', 'bench', '--scopes', scopes]),
    prepare: (server) => runsToLookAt(server, 'w_ask', () => ({ status: 'running', input_required: true })),
  },
  {
    name: 'ours: five steps',
    tool: 'w_five',
    start: startOurs,
    prepare: async () => numbers.map((n) => ({ input: { n }, answer: { status: 'completed', result: n } })),
  },
];

export async function measureCalls(paths: BenchPaths, roundOptions: RoundOptions): Promise<void> {
  for (const era of ['modern', 'legacy'] as const) await measureEra(era, paths, roundOptions);
}

async function measureEra(era: Era, paths: BenchPaths, roundOptions: RoundOptions): Promise<void> {
  const contestants: Contestant[] = [];
  try {
    for (const subject of subjects) contestants.push(await startSubject(era, paths, subject));
    const played = await playInTurn(contestants, roundOptions);
    const sessions = era === 'legacy' ? '; ours in sessions, the bare SDK as it is without' : '';
    printComparison(
      `HTTP, ${revisions[era]}, ${connections} connections${sessions}`,
      subjects.map(({ name }, at) => ({
        name,
        played: played[at] ?? [],
        memory: contestants[at]?.memory() ?? Number.NaN,
      })),
    );
  } finally {
    for (const contestant of contestants) await contestant.close();
  }
}

async function startSubject(era: Era, paths: BenchPaths, subject: Subject): Promise<Contestant> {
  const { tool } = subject;
  const server = await subject.start(paths);
  try {
    const calls = await subject.prepare(server);
    const hasSessions = era === 'legacy' && subject !== subjects[0];
    return await startContestant(server, { era, hasSessions, connections, tool, calls });
  } catch (error) {
    server.process.kill();
    throw error;
  }
}

function startOurs({ program, newFolder }: BenchPaths): Promise<RunningServer> {
  const folder = newFolder();
  return startServer(folder, [program, 'serve', '--port', '0', ...writeWorkflows(folder)]);
}

/** @param command of the program that prints the token */
function startWithKey(
  { program, newFolder }: BenchPaths,
  command: readonly string[],
): Promise<RunningServer> {
  const folder = newFolder();
  const folderFlags = writeWorkflows(folder);
  const printed = spawnSync(process.execPath, [program, ...command, ...folderFlags], {
    encoding: 'utf8',
  }).stdout;
  const bearer = /sbx_\w+_[\w-]+/.exec(printed)?.[0];
  if (bearer === undefined) throw new Error('The key command failed.');
  return startServer(folder, [program, 'serve', '--port', '0', ...folderFlags], bearer);
}

const scopes = 'workflows:launch,workflows:query,workitems:manage';

/** @returns the options by which the program finds it */
function writeWorkflows(folder: string): readonly string[] {
  mkdirSync(join(folder, 'workflows'));
  writeFileSync(join(folder, 'workflows', 'bench.yaml'), workflows);
  return ['--data', join(folder, 'data'), '--workflows', join(folder, 'workflows')];
}

async function runsToLookAt(
  { url, bearer }: RunningServer,
  tool: string,
  answerOf: (n: number) => Call['answer'],
): Promise<readonly Call[]> {
  return Promise.all(
    numbers.map(async (n) => {
      const response = await fetch(`${url}/tools/invoke`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        },
        body: JSON.stringify({ tool, input: { n } }),
      });
      const text = await response.text();
      const run = /"run_id":"([^"]+)"/.exec(text)?.[1];
      if (run === undefined) throw new Error(`${tool} did not start a run: ${text}`);
      return { input: { case_id: run }, answer: { case_id: run, ...answerOf(n) } };
    }),
  );
}
