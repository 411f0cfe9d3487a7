/** The program is killed under load: all changes until then are in the audit log, with their callers [W2.4]. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRandom } from '../../src/testing/index.ts';
import { createProgramFixture, type ProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { ask, type HttpAnswer } from './secured-server.ts';

let programFixture: ProgramFixture;

beforeEach(async () => {
  programFixture = await createProgramFixture();
});

afterEach(() => programFixture.remove());

interface Entry {
  readonly operation: string;
  readonly target: string;
  readonly correlationId: string;
  readonly subject: string;
}

interface Run {
  readonly run: string;
  readonly state: string;
}

const clients = 12;
const seed = 4711;

test(`[W2.4] kill -9 between a request and its answer loses no audit entry (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const key = await programFixture.runCommand(
    ...['key', 'create', 'ci', '--scopes'],
    'workflows:launch,workflows:query,workflows:cancel,admin',
  );
  const token = key.trim();
  const answered: { readonly kind: 'started' | 'cancelled'; readonly run: string; readonly id: string }[] =
    [];
  for (const round of [1, 2, 3]) {
    const served = await programFixture.as({ SIGNALBOX_RATE: 'none' }).serve();
    const killAfter = answered.length + 5 + random.int(25);
    let isDead = false;
    const work = async (client: number): Promise<void> => {
      for (let turn = 0; !isDead; turn++) {
        const id = `round-${round}-${client}-${turn}`;
        const started = await attempt(served, '/v1/runs', token, `${id}-start`, { workflow: 'hello' });
        if (started?.status !== 201) return;
        const { run } = started.json as Run;
        answered.push({ kind: 'started', run, id: `${id}-start` });
        if (answered.length < killAfter && turn % 2 === 0) {
          const path = `/v1/runs/${run}/cancel`;
          const ended = await attempt(served, path, token, `${id}-cancel`, {});
          if (ended?.status === 200) answered.push({ kind: 'cancelled', run, id: `${id}-cancel` });
        }
        if (answered.length >= killAfter && !isDead) {
          isDead = true;
          await served.kill();
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, client) => work(client)));
    expect(isDead).toBe(true);
  }
  const served = await programFixture.as({ SIGNALBOX_RATE: 'none' }).serve();
  const entries = await listAll<Entry>(served, token, '/v1/audit?outcome=done', 'entries');
  const runs = await listAll<Run>(served, token, '/v1/runs', 'runs');
  const targets = (operation: string): ReadonlySet<string> =>
    new Set(entries.filter((entry) => entry.operation === operation).map(({ target }) => target));
  const [started, cancelled] = [targets('runs.start'), targets('runs.cancel')];
  // Performed changes, whether or not they were answered.
  expect(runs.filter(({ run }) => !started.has(run))).toEqual([]);
  expect(runs.filter(({ run, state }) => state === 'cancelled' && !cancelled.has(run))).toEqual([]);
  // Answered changes were performed.
  expect(runs.length).toBeGreaterThanOrEqual(answered.filter(({ kind }) => kind === 'started').length);
  for (const { kind, run, id } of answered) {
    expect(entries).toContainEqual(
      expect.objectContaining({
        operation: kind === 'started' ? 'runs.start' : 'runs.cancel',
        target: run,
        correlationId: id,
        subject: 'key:ci',
      }),
    );
  }
});

/** `undefined` if the server ended before it answered. */
async function attempt(
  { url }: Served,
  path: string,
  token: string,
  id: string,
  body: object,
): Promise<HttpAnswer | undefined> {
  try {
    return await ask(new URL(url).origin, path, { token, body, headers: { 'x-correlation-id': id } });
  } catch {
    return undefined;
  }
}

async function listAll<Row>(
  { url }: Served,
  token: string,
  path: string,
  field: string,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor = '';
  do {
    const more = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const joint = path.includes('?') ? '&' : '?';
    const { status, json } = await ask(new URL(url).origin, `${path}${joint}limit=100${more}`, { token });
    expect(status).toBe(200);
    const page = json as { readonly nextCursor: string | null } & Record<string, readonly Row[]>;
    rows.push(...(page[field] ?? []));
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  return rows;
}
