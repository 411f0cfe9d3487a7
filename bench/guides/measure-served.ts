/**
 * Measures `workflow_next` over HTTP after a thousand steps, by list and by token, next to an echo of a plain SDK
 * server.
 */
import { fileURLToPath } from 'node:url';
import { writeWorkflows } from '../open-bench-app.ts';
import type { BenchPaths } from '../server/bench-paths.ts';
import { type Contestant, type RunningServer, startContestant, startServer } from '../server/contestant.ts';
import type { Call } from '../server/load.ts';
import { playInTurn, type RoundOptions } from '../server/play-in-turn.ts';
import { printComparison } from '../server/print-comparison.ts';
import { revisions } from '../server/wire.ts';
import { longGuides } from './long-guides.ts';

const connections = 10;
const era = 'modern';

interface Subject {
  readonly name: string;
  readonly tool: string;
  start(paths: BenchPaths): Promise<RunningServer>;
  prepare(server: RunningServer): Promise<readonly Call[]>;
}

/** As long as the longest list that our server receives. */
const long = JSON.stringify(longGuides[0]?.asked);

const subjects: readonly Subject[] = [
  {
    name: 'the bare SDK: echo of as much',
    tool: 'echo',
    start: ({ newFolder }) =>
      startServer(newFolder(), [fileURLToPath(new URL('./bare-http.js', import.meta.url))]),
    prepare: async () => [{ input: { text: long }, answer: { text: long } }],
  },
  ...longGuides.flatMap(({ name, asked }): readonly Subject[] => [
    {
      name: `${name}, by list`,
      tool: 'workflow_next',
      start: startOurs,
      prepare: async () => [{ input: asked, answer: { isComplete: false } }],
    },
    {
      name: `${name}, by token`,
      tool: 'workflow_next',
      start: startOurs,
      prepare: async (server) => {
        const { workflowId, context } = asked;
        const token = await tokenOf(server, asked);
        return [{ input: { workflowId, token, context }, answer: { isComplete: false } }];
      },
    },
  ]),
];

export async function measureServed(paths: BenchPaths, roundOptions: RoundOptions): Promise<void> {
  const contestants: Contestant[] = [];
  try {
    for (const { tool, start, prepare } of subjects) {
      const server = await start(paths);
      const calls = await prepare(server);
      contestants.push(await startContestant(server, { era, hasSessions: false, connections, tool, calls }));
    }
    const played = await playInTurn(contestants, roundOptions);
    printComparison(
      `workflow_next, ${revisions[era]}, ${connections} connections`,
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

function startOurs({ program, newFolder }: BenchPaths): Promise<RunningServer> {
  const folder = newFolder();
  const texts = Object.fromEntries(longGuides.map(({ asked, text }) => [`${asked.workflowId}.json`, text]));
  return startServer(folder, [program, 'serve', '--port', '0', ...writeWorkflows(folder, texts)]);
}

async function tokenOf({ url }: RunningServer, params: object): Promise<string> {
  const response = await fetch(new URL('/rpc', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'workflow_next', params }),
  });
  const { result } = (await response.json()) as { readonly result?: { readonly token?: string } };
  if (result?.token === undefined) throw new Error('The token command failed.');
  return result.token;
}
