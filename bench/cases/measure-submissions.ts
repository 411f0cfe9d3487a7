/** Measures submissions over HTTP with a token, each a new case, next to an echo of a plain SDK server. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchPaths } from '../server/bench-paths.ts';
import {
  type Contestant,
  plainEnvironment,
  type RunningServer,
  startContestant,
  startServer,
} from '../server/contestant.ts';
import type { Call, LoadRequest } from '../server/load.ts';
import { playInTurn, type RoundOptions } from '../server/play-in-turn.ts';
import { printComparison } from '../server/print-comparison.ts';
import { revisions } from '../server/wire.ts';
import { table } from '../table.ts';

const connections = 50;
const era = 'modern';

/** A workflow that completes at once, and one with a question that is never answered. */
export const specifications = `workflows:
  greet:
    description: Greets a person
    params: { name: str }
    graph:
      hello: { call: echo, args: { text: "Hello, $name!" } }
    result: $hello.text
  approve:
    description: Asks a person
    params: { name: str }
    graph:
      check: { call: echo, args: { name: $name } }
      ask: { type: yield, depends_on: [check], message: "Is $name right?", expects: { yes: bool } }
`;

const issuer = {
  SIGNALBOX_JWT_SECRET: 'a secret that the bench and the server share',
  SIGNALBOX_JWT_ISSUER: 'bench',
};

type SubmissionLoad = Omit<LoadRequest, 'url' | 'bearer'>;

interface Subject {
  readonly name: string;
  start(paths: BenchPaths): Promise<RunningServer>;
  readonly load: SubmissionLoad;
}

const submission = (
  spec: string,
): Pick<SubmissionLoad, 'calls' | 'fresh' | 'tool' | 'era' | 'hasSessions' | 'connections'> => ({
  era,
  hasSessions: false,
  connections,
  tool: 'cases_submit',
  fresh: 'idempotency_key',
  calls: [{ input: { spec_id: spec, case_data: { name: 'Ada' } }, answer: {} }],
});

const echoed: readonly Call[] = [{ input: { text: 'hello' }, answer: { text: 'hello' } }];

const subjects: readonly Subject[] = [
  {
    name: 'the bare SDK: echo',
    start: ({ newFolder }) =>
      startServer(newFolder(), [fileURLToPath(new URL('./bare-http.js', import.meta.url))]),
    load: { era, hasSessions: false, connections, tool: 'echo', calls: echoed },
  },
  {
    name: 'POST /v1/cases',
    start: startOurs,
    load: { ...submission('greet'), endpoint: 'rest', path: '/v1/cases' },
  },
  { name: 'MCP: cases_submit', start: startOurs, load: submission('greet') },
  {
    name: 'POST /mcp/tools/invoke',
    start: startOurs,
    load: { ...submission('greet'), endpoint: 'invoke', path: '/mcp/tools/invoke' },
  },
  {
    name: 'POST /v1/cases that wait for a person',
    start: startOurs,
    load: { ...submission('approve'), endpoint: 'rest', path: '/v1/cases' },
  },
];

export async function measureSubmissions(paths: BenchPaths, roundOptions: RoundOptions): Promise<void> {
  const servers: RunningServer[] = [];
  const contestants: Contestant[] = [];
  try {
    for (const { start, load } of subjects) {
      const server = await start(paths);
      servers.push(server);
      contestants.push(await startContestant(server, load));
    }
    const played = await playInTurn(contestants, roundOptions);
    const left = await Promise.all(servers.slice(1).map(statusOf));
    printComparison(
      `Cases, ${revisions[era]}, HS256 token, ${connections} connections`,
      subjects.map(({ name }, at) => ({
        name,
        played: played[at] ?? [],
        memory: contestants[at]?.memory() ?? Number.NaN,
      })),
    );
    table([
      ['runs afterwards', 'completed', 'under way', 'work items'],
      ...left.map(({ runs, openItems }, at) => [
        subjects[at + 1]?.name ?? '',
        runs['completed'] ?? 0,
        (runs['running'] ?? 0) + (runs['created'] ?? 0),
        openItems,
      ]),
    ]);
  } finally {
    for (const contestant of contestants) await contestant.close();
    for (const server of servers.slice(contestants.length)) server.process.kill();
  }
}

function startOurs({ program, newFolder }: BenchPaths): Promise<RunningServer> {
  const folder = newFolder();
  mkdirSync(join(folder, 'workflows'));
  writeFileSync(join(folder, 'workflows', 'bench.yaml'), specifications);
  const folderFlags = ['--data', join(folder, 'data'), '--workflows', join(folder, 'workflows')];
  const scopes = 'workflows:launch,workflows:query,workitems:manage';
  const printed = spawnSync(
    process.execPath,
    [program, 'token', '--subject', 'agent', '--scopes', scopes, '--ttl', '1h', ...folderFlags],
    { encoding: 'utf8', env: { ...plainEnvironment(), ...issuer } },
  );
  const token = printed.stdout.trim();
  if (token === '') throw new Error(`The token command failed: ${printed.stderr}`);
  return startServer(folder, [program, 'serve', '--port', '0', ...folderFlags], token, issuer);
}

interface Status {
  readonly runs: Readonly<Record<string, number>>;
  readonly openItems: number;
}

/** The backlog shows whether the server kept up. */
async function statusOf({ url, bearer }: RunningServer): Promise<Status> {
  const response = await fetch(new URL('/v1/status', url), {
    headers: { authorization: `Bearer ${bearer}` },
  });
  if (!response.ok) throw new Error(`The server returned no status: ${response.status}`);
  // The operation's own type defines the result.
  return (await response.json()) as Status;
}
