/** Submissions over HTTP, each a case of its own, by whoever has a token: beside the echo of a bare server of the SDK. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Contestant,
  enter,
  plainEnvironment,
  type RunningServer,
  startServer,
} from '../server/contestant.ts';
import type { Call, LoadOrder } from '../server/load.ts';
import type { Place } from '../server/place.ts';
import { type Patience, playInTurn } from '../server/play-in-turn.ts';
import { printBeside } from '../server/print-beside.ts';
import { revisions } from '../server/wire.ts';
import { table } from '../table.ts';

const connections = 50;
const era = 'modern';

/** One call that answers at once, and a question that nobody answers here. */
export const specifications = `workflows:
  greet:
    description: Greets somebody
    params: { name: str }
    graph:
      hello: { call: echo, args: { text: "Hello, $name!" } }
    result: $hello.text
  approve:
    description: Asks somebody
    params: { name: str }
    graph:
      check: { call: echo, args: { name: $name } }
      ask: { type: yield, depends_on: [check], message: "Is $name right?", expects: { yes: bool } }
`;

const issuer = {
  SIGNALBOX_JWT_SECRET: 'a secret that the bench and the server share',
  SIGNALBOX_JWT_ISSUER: 'bench',
};

type Order = Omit<LoadOrder, 'url' | 'bearer'>;

interface Subject {
  readonly name: string;
  start(place: Place): Promise<RunningServer>;
  readonly order: Order;
}

const submission = (
  spec: string,
): Pick<Order, 'calls' | 'fresh' | 'tool' | 'era' | 'hasSessions' | 'connections'> => ({
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
    order: { era, hasSessions: false, connections, tool: 'echo', calls: echoed },
  },
  {
    name: 'POST /v1/cases',
    start: startOurs,
    order: { ...submission('greet'), door: 'rest', path: '/v1/cases' },
  },
  { name: 'MCP: cases_submit', start: startOurs, order: submission('greet') },
  {
    name: 'POST /mcp/tools/invoke',
    start: startOurs,
    order: { ...submission('greet'), door: 'invoke', path: '/mcp/tools/invoke' },
  },
  {
    name: 'POST /v1/cases that wait for somebody',
    start: startOurs,
    order: { ...submission('approve'), door: 'rest', path: '/v1/cases' },
  },
];

export async function measureSubmissions(place: Place, patience: Patience): Promise<void> {
  const servers: RunningServer[] = [];
  const contestants: Contestant[] = [];
  try {
    for (const { start, order } of subjects) {
      const server = await start(place);
      servers.push(server);
      contestants.push(await enter(server, order));
    }
    const played = await playInTurn(contestants, patience);
    const left = await Promise.all(servers.slice(1).map(statusOf));
    printBeside(
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

function startOurs({ program, newFolder }: Place): Promise<RunningServer> {
  const folder = newFolder();
  mkdirSync(join(folder, 'workflows'));
  writeFileSync(join(folder, 'workflows', 'bench.yaml'), specifications);
  const places = ['--data', join(folder, 'data'), '--workflows', join(folder, 'workflows')];
  const scopes = 'workflows:launch,workflows:query,workitems:manage';
  const printed = spawnSync(
    process.execPath,
    [program, 'token', '--subject', 'agent', '--scopes', scopes, '--ttl', '1h', ...places],
    { encoding: 'utf8', env: { ...plainEnvironment(), ...issuer } },
  );
  const token = printed.stdout.trim();
  if (token === '') throw new Error(`There is no token: ${printed.stderr}`);
  return startServer(folder, [program, 'serve', '--port', '0', ...places], token, issuer);
}

interface Status {
  readonly runs: Readonly<Record<string, number>>;
  readonly openItems: number;
}

/** What is left to do tells whether it kept up with what came in. */
async function statusOf({ url, bearer }: RunningServer): Promise<Status> {
  const response = await fetch(new URL('/v1/status', url), {
    headers: { authorization: `Bearer ${bearer}` },
  });
  if (!response.ok) throw new Error(`The server does not say how it stands: ${response.status}`);
  // What the operation gives is what its own type says.
  return (await response.json()) as Status;
}
