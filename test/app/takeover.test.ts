/** Real processes over one data folder, and the state of their work when the owner is killed. */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { ChildProcessClient, type Outcome } from './child-process.ts';

const isLong = process.env['SIGNALBOX_LONG'] === '1';
const kills = isLong ? 60 : 8;
const seed = 20_261;
const timeout = isLong ? 3_600_000 : 600_000;

const workflow = `domain: desk
version: "1.0"
workflows:
  ask:
    params:
      name: { type: str, required: true }
    graph:
      ask:
        type: yield
        message: $name
        expects:
          answer: { type: str, required: true }
        output: said
      tell:
        call: echo
        depends_on: [ask]
        args: { name: $name, said: $said.answer }
`;

let folder = '';
let clients: ChildProcessClient[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-app-'));
  await mkdir(join(folder, 'workflows'));
  await writeFile(join(folder, 'workflows', 'ask.yaml'), workflow);
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.kill()));
  clients = [];
  await rm(folder, { recursive: true });
});

interface ClientOptions {
  readonly name?: string;
  readonly data?: string;
  readonly port?: number;
  readonly onRole?: (client: ChildProcessClient) => void;
}

function startClient({
  name = `clerk-${clients.length}`,
  data = 'data',
  port = 0,
  ...more
}: ClientOptions = {}): ChildProcessClient {
  const client = new ChildProcessClient({
    name,
    data: join(folder, data),
    workflows: join(folder, 'workflows'),
    port,
    ...more,
  });
  clients.push(client);
  return client;
}

/** A port that was free shortly before. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The answer; throws if the request was refused, or no process was left to answer. */
function resultOf(outcome: Outcome): { readonly [field: string]: unknown } {
  if (outcome.kind === 'answer') return Object(outcome.result);
  throw new Error(outcome.kind === 'gone' ? 'The process has exited.' : JSON.stringify(outcome.details));
}

const listOf = (value: unknown): readonly { readonly [field: string]: unknown }[] =>
  Array.isArray(value) ? value : [];

/** What the child processes acknowledged. */
interface Acknowledgements {
  /** Names of requested runs, and of acknowledged ones, with the run. */
  readonly asked: Set<string>;
  readonly started: Map<string, string>;
  /** Acknowledged answers, by run. */
  readonly answered: Map<string, string>;
  readonly refused: string[];
  acknowledged: () => void;
}

/** Another process may have answered in the meantime. */
const expectedRefusals = new Set(['work_item_ended', 'work_item_held', 'run_ended']);

/** Starts runs and answers questions, one after the other, until the process exits or is told to stop. */
async function work(
  client: ChildProcessClient,
  random: Random,
  worker: string,
  acknowledgements: Acknowledgements,
  goesOn: () => boolean,
): Promise<void> {
  for (let count = 0; goesOn(); count++) {
    const name = `${worker}-${count}`;
    const key = random.chance(0.5) ? { idempotencyKey: `key-${name}` } : {};
    acknowledgements.asked.add(name);
    const started = await client.call('runs.start', { workflow: 'ask', params: { name }, ...key });
    if (started.kind === 'gone') return;
    if (started.kind === 'error') acknowledgements.refused.push(JSON.stringify(started.details));
    else {
      acknowledgements.started.set(name, String(resultOf(started)['run']));
      acknowledgements.acknowledged();
    }
    const open = await client.call('items.list', { states: ['offered'], limit: 20 });
    if (open.kind === 'gone') return;
    const items = listOf(resultOf(open)['items']);
    if (items.length === 0) continue;
    const { item, run } = random.pick(items);
    const answer = `${name} says so`;
    const completed = await client.call('items.complete', { item, output: { answer } });
    if (completed.kind === 'gone') return;
    if (completed.kind === 'answer') {
      acknowledgements.answered.set(String(run), answer);
      acknowledgements.acknowledged();
    } else if (!expectedRefusals.has(completed.details.code))
      acknowledgements.refused.push(JSON.stringify(completed.details));
  }
}

/** Every run with its data. */
async function allRuns(
  client: ChildProcessClient,
): Promise<readonly { readonly [field: string]: unknown }[]> {
  const runs: { readonly [field: string]: unknown }[] = [];
  for (let cursor: unknown; cursor !== null; ) {
    const page = resultOf(
      await client.call('runs.list', { limit: 200, ...(cursor === undefined ? {} : { cursor }) }),
    );
    for (const { run } of listOf(page['runs'])) {
      runs.push(resultOf(await client.call('runs.get', { run, waitMs: 10_000 })));
    }
    cursor = page['nextCursor'];
  }
  return runs;
}

/** The name that a run was started with. */
function nameOf(run: { readonly [field: string]: unknown }): string {
  const [item] = listOf(run['waitingFor']);
  return String(item?.['message'] ?? Object(run['output']).name);
}

test(
  `[R6.1] [R6.2] the owner is killed ${kills} times under three attached processes that write (seed ${seed})`,
  async () => {
    const random = createRandom(seed);
    const port = await freePort();
    let killed = 0;
    let working = true;
    let toNext = 0;
    let onProgress = (): void => undefined;
    const acknowledgements: Acknowledgements = {
      asked: new Set(),
      started: new Map(),
      answered: new Map(),
      refused: [],
      acknowledged() {
        toNext--;
        onProgress();
      },
    };
    const workers: Promise<void>[] = [];
    const startWorkingClient = async (): Promise<void> => {
      const client = startClient({ port, onRole: () => onProgress() });
      resultOf(await client.open());
      for (let worker = 0; worker < 3; worker++) {
        workers.push(
          work(client, random.fork(), `${client.name}-${worker}`, acknowledgements, () => working),
        );
      }
    };
    await Promise.all([
      startWorkingClient(),
      startWorkingClient(),
      startWorkingClient(),
      startWorkingClient(),
    ]);

    while (killed < kills) {
      // Sometimes immediately: then the new owner is killed, too.
      toNext = random.chance(0.3) ? 0 : random.between(5, 60);
      const owner = await new Promise<ChildProcessClient>((done) => {
        onProgress = () => {
          const found = clients.find((client) => client.role === 'owner' && client.isAlive);
          if (toNext <= 0 && found !== undefined) done(found);
        };
        onProgress();
      });
      const others = clients.filter((client) => client !== owner && client.isAlive);
      const victims = [owner, ...(random.chance(0.3) ? [random.pick(others)] : [])];
      await Promise.all(victims.map((client) => client.kill()));
      killed++;
      await Promise.all(victims.map(startWorkingClient));
    }
    working = false;
    await Promise.all(workers);

    const left = clients.filter(({ isAlive }) => isAlive);
    expect(clients.flatMap(({ problems: troubles }) => troubles)).toEqual([]);
    expect(acknowledgements.refused).toEqual([]);
    expect(left).toHaveLength(4);
    expect(left.filter(({ role }) => role === 'owner')).toHaveLength(1);

    const [inspector] = left;
    if (inspector === undefined) throw new Error('Nobody is left.');
    const runs = await allRuns(inspector);
    const names = runs.map(nameOf);
    // Every acknowledged run exists once, and every other one once or not at all.
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !acknowledgements.asked.has(name))).toEqual([]);
    const byName = new Map(runs.map((run) => [nameOf(run), String(run['run'])]));
    expect([...acknowledgements.started].filter(([name, run]) => byName.get(name) !== run)).toEqual([]);
    expect(acknowledgements.started.size).toBeGreaterThan(kills * 5);
    const byId = new Map(runs.map((run) => [String(run['run']), run]));
    const differing = [...acknowledgements.answered].filter(
      ([run, answer]) => Object(byId.get(run)?.['output']).said !== answer,
    );
    expect(differing).toEqual([]);
    expect(acknowledgements.answered.size).toBeGreaterThan(kills);

    // Another data folder accepts a journal only if it replays to its recorded state.
    const elsewhere = startClient({ data: 'elsewhere' });
    resultOf(await elsewhere.open());
    for (const { run } of runs) {
      const document = resultOf(await inspector.call('runs.export', { run }));
      resultOf(await elsewhere.call('runs.import', { document: document['document'] ?? document }));
    }
    await Promise.all([...left, elsewhere].map((client) => client.closeGracefully()));
    expect(clients.flatMap(({ problems: troubles }) => troubles)).toEqual([]);
  },
  timeout,
);

test(
  '[R6.2] of processes that start at the same time on a new folder one owns it, and the others attach',
  async () => {
    const rounds = isLong ? 30 : 4;
    for (let round = 0; round < rounds; round++) {
      const port = await freePort();
      const group = [1, 2, 3].map((n) =>
        startClient({ name: `r${round}-${n}`, data: `data-${round}`, port }),
      );
      for (const outcome of await Promise.all(group.map((client) => client.open()))) resultOf(outcome);
      expect(group.map(({ role }) => role).toSorted()).toEqual(['attached', 'attached', 'owner']);
      const started = await Promise.all(
        group.map((client) => client.call('runs.start', { workflow: 'ask', params: { name: client.name } })),
      );
      expect(new Set(started.map((outcome) => resultOf(outcome)['run'])).size).toBe(3);
      await Promise.all(group.map((client) => client.closeGracefully()));
      expect(group.flatMap(({ problems: troubles }) => troubles)).toEqual([]);
    }
  },
  timeout,
);

test('[R6.1] an owner that is stopped makes the folder busy; when it continues, it is still the owner', async () => {
  const owner = startClient();
  resultOf(await owner.open());
  owner.signal('SIGSTOP');
  const other = startClient();
  expect(await other.open()).toMatchObject({
    kind: 'error',
    details: { code: 'data_folder_busy', retryable: true, context: { pid: owner.pid } },
  });
  owner.signal('SIGCONT');
  resultOf(await other.open());
  expect([owner.role, other.role]).toEqual(['owner', 'attached']);
});

// Silence is detected after half a minute, and a request is given up after a minute.
test.runIf(isLong)('[R6.1] requests to a stopped owner are executed once, when it continues', async () => {
  const [owner, other] = [startClient(), startClient()];
  resultOf(await owner.open());
  resultOf(await other.open());
  owner.signal('SIGSTOP');
  const input = { workflow: 'ask', params: { name: 'once' } };
  const given = await other.call('runs.start', input);
  expect(given).toMatchObject({ kind: 'error', details: { code: 'engine_unavailable', retryable: true } });
  const idempotencyKey = given.kind === 'error' ? given.details.context?.['idempotencyKey'] : undefined;
  const again = other.call('runs.start', { ...input, idempotencyKey });
  owner.signal('SIGCONT');
  const { run } = resultOf(await again);
  expect(await allRuns(owner)).toMatchObject([{ run }]);
});

test('[R6.2] what a killed owner left behind does not block the next: its socket, its note, its lock', async () => {
  const first = startClient();
  resultOf(await first.open());
  await first.kill();
  const note = JSON.parse(await readFile(join(folder, 'data', 'owner.json'), 'utf8'));
  expect(note.pid).toBe(first.pid);
  const second = startClient();
  resultOf(await second.open());
  expect(second.role).toBe('owner');
  const third = startClient();
  resultOf(await third.open());
  expect(third.role).toBe('attached');
});
