/** Three tenants on one server, with principals of each that try everything with the ids of all tenants [W2.2]. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { type HttpAnswer, openSecuredServer, type SecuredServer, tokenOf } from './secured-server.ts';
import { type OwnedIds, randomTrial, sourceOf, type Trial } from './tenant-trials.ts';

const tenants = ['red', 'green', 'blue'] as const;
type Tenant = (typeof tenants)[number];

/** Contained in every text of the tenant's principals. */
const markOf = (tenant: Tenant): string => `zq-${tenant}-mark`;

const shared = sourceOf('common', 'nobody');

let securedServer: SecuredServer;
const owned = new Map<Tenant, OwnedIds>();
/** Everything that principals of a tenant have sent, which answers to them may contain. */
const sent = new Map<Tenant, string>(tenants.map((tenant) => [tenant, '']));

beforeAll(async () => {
  securedServer = await openSecuredServer({ tenants, workflows: { 'common.yaml': shared } });
  for (const tenant of tenants) owned.set(tenant, await settle(tenant));
});

afterAll(() => securedServer.close());

const tokenFor = (tenant: Tenant, kind = 'person'): string =>
  tokenOf(tenant, { subject: `zq-${tenant}-ann`, kind });

const of = (tenant: Tenant): OwnedIds => {
  const found = owned.get(tenant);
  if (found === undefined) throw new Error(`${tenant} has nothing yet.`);
  return found;
};

/** Initial data of each tenant: a workflow, runs, questions, a key, and cursors. */
async function settle(tenant: Tenant): Promise<OwnedIds> {
  const token = tokenFor(tenant);
  const mark = markOf(tenant);
  const name = `zq_${tenant}_flow`;
  const has: OwnedIds = {
    runs: [],
    items: [],
    keys: [],
    workflows: [name, 'common'],
    paths: [`${name}.yaml`],
    hashes: [],
    cursors: [],
  };
  const ask = async (path: string, init = {}): Promise<Record<string, never>> => {
    const heard = await securedServer.ask(path, { token, ...init });
    expect([path, heard.status < 300 ? 'done' : heard.text]).toEqual([path, 'done']);
    learn(has, heard);
    return heard.json as Record<string, never>;
  };
  await ask(`/v1/documents/${name}.yaml`, { method: 'PUT', body: { source: sourceOf(name, mark) } });
  for (const workflow of [name, 'common']) {
    await ask('/v1/runs', {
      body: {
        workflow,
        params: { name: `${mark}-${workflow}` },
        waitMs: 500,
        idempotencyKey: `${workflow}-key`,
      },
    });
  }
  await ask('/v1/keys', { body: { name: `${mark}-key`, scopes: ['workflows:query'] } });
  for (const path of ['/v1/items?limit=1', '/v1/runs?limit=1', '/v1/changes', '/v1/feed?after=0&limit=1'])
    await ask(path);
  expect([has.runs.length > 1, has.items.length > 0, has.keys.length > 0, has.cursors.length > 2]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  return has;
}

/** Records all ids in an answer as those of the tenant. */
function learn(has: OwnedIds, { json }: HttpAnswer): void {
  const add = (list: string[], value: unknown): void => {
    if (typeof value === 'string' && value !== '' && !list.includes(value)) list.push(value);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (['run', 'run_id', 'case_id', 'taskId'].includes(name)) add(has.runs, each);
      if (['item', 'workitem_id'].includes(name)) add(has.items, each);
      if (['nextCursor', 'cursor', 'place'].includes(name)) add(has.cursors, each);
      if (['revision', 'hash'].includes(name)) add(has.hashes, each);
      if (name === 'key' && typeof each === 'object' && each !== null && 'id' in each) add(has.keys, each.id);
      walk(each);
    }
  };
  walk(json);
}

/** What only the tenant may see. The shared workflow and its revision are public. */
function secretsOf(tenant: Tenant): readonly string[] {
  const { runs, items, keys } = of(tenant);
  return [markOf(tenant), `zq_${tenant}`, `zq-${tenant}`, ...runs, ...items, ...keys];
}

function foreignBytes(
  tenant: Tenant,
  { text, headers }: Pick<HttpAnswer, 'text' | 'headers'>,
): readonly string[] {
  const seen = `${text}\n${[...headers].join('\n')}`;
  const told = sent.get(tenant) ?? '';
  return tenants
    .filter((other) => other !== tenant)
    .flatMap(secretsOf)
    .filter((secret) => seen.includes(secret) && !told.includes(secret));
}

/** Ids that other tenants know: every second one, so that some remain unknown to them. */
function leakedOf(tenant: Tenant): OwnedIds {
  const has = of(tenant);
  const half = (list: readonly string[]): string[] => list.filter((_, index) => index % 2 === 0);
  return { ...has, runs: half(has.runs), items: half(has.items), keys: half(has.keys) };
}

const sentBy = ({ path, asking }: Trial): string =>
  `${decodeURIComponent(path.replaceAll('+', ' '))} ${JSON.stringify(asking)}`;

async function tryOnce(random: Random): Promise<string> {
  const tenant = random.pick(tenants);
  const other = random.pick(tenants.filter((each) => each !== tenant));
  const trial = randomTrial(random, of(tenant), leakedOf(other), markOf(tenant));
  const token = tokenFor(tenant, random.pick(['person', 'agent']));
  sent.set(tenant, `${sent.get(tenant)}\n${sentBy(trial)}`);
  const heard = await securedServer.ask(trial.path, { ...trial.asking, token });
  expect([trial, foreignBytes(tenant, heard)]).toEqual([trial, []]);
  expect([trial, heard.status >= 500, heard.text.slice(0, heard.status >= 500 ? 500 : 0)]).toEqual([
    trial,
    false,
    '',
  ]);
  // On other interfaces an error is an answer, too, and echoes the request.
  if (heard.status < 300 && trial.path.startsWith('/v1')) learn(of(tenant), heard);
  return `${isDone(heard) ? 'done' : 'refused'} ${nameOf(trial)}`;
}

/** An error of JSON-RPC or of a tool is a successful HTTP answer. */
const isDone = ({ status, text }: HttpAnswer): boolean =>
  status < 300 && !/"error":\{"code"|"isError":true/.test(text);

/** The interface, and for `/mcp` the method. */
function nameOf({ path, asking }: Trial): string {
  if (path.startsWith('/v1')) return 'rest';
  return path === '/mcp' ? String((asking.body as { method: unknown }).method) : path;
}

/** Outcomes of the trials of all seeds. */
const seen = new Map<string, number>();

for (const seed of [61, 62, 63]) {
  test(`[W2.2] random requests with ids of other tenants (seed ${seed}) reveal no byte of another tenant`, {
    timeout: 120_000,
  }, async () => {
    const random = createRandom(seed);
    for (let count = 0; count < 150; count++) {
      const outcome = await tryOnce(random);
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }
  });
}

test('[W2.2] the trials are meaningful: some of each kind succeed, and some are refused', () => {
  const kinds = [
    'rest',
    '/mcp/tools/invoke',
    '/rpc',
    'resources/read',
    'resources/list',
    'tools/list',
    'completion/complete',
    'tasks/get',
  ];
  expect(kinds.filter((kind) => !seen.has(`done ${kind}`))).toEqual([]);
  expect(
    ['rest', '/mcp/tools/invoke', '/rpc', 'resources/read', 'tasks/get'].filter(
      (kind) => !seen.has(`refused ${kind}`),
    ),
  ).toEqual([]);
});

test('[W2.2] after the trials a tenant lists, streams, audits and counts only its own data', {
  timeout: 60_000,
}, async () => {
  for (const tenant of tenants) {
    const token = tokenFor(tenant);
    for (const path of [
      '/v1/runs?limit=100',
      '/v1/items?limit=100',
      '/v1/workflows?limit=100',
      '/v1/keys',
      '/v1/audit?limit=100',
      '/v1/feed?after=0&limit=500',
      '/v1/status',
      '/metrics',
      '/',
      '/.well-known/mcp.json?toolsets=all',
    ]) {
      const heard = await securedServer.ask(path, { token });
      expect([tenant, path, heard.status, foreignBytes(tenant, heard)]).toEqual([tenant, path, 200, []]);
    }
  }
});

test('[W2.2] no tenant was changed by another', async () => {
  for (const tenant of tenants) {
    const token = tokenFor(tenant);
    const { entries } = (await securedServer.ask('/v1/audit?outcome=done&limit=100', { token })).json as {
      entries: { subject: string }[];
    };
    expect(new Set(entries.map(({ subject }) => subject))).toEqual(new Set([`zq-${tenant}-ann`]));
    for (const run of of(tenant).runs.slice(0, 10)) {
      const { text, status } = await securedServer.ask(`/v1/runs/${run}/history?limit=100`, { token });
      for (const other of tenants.filter((each) => each !== tenant))
        expect([run, status, text.includes(`zq-${other}-ann`)]).toEqual([run, status, false]);
    }
  }
});

test('[W2.2] the same idempotency key of two tenants identifies two requests', async () => {
  const runs = await Promise.all(
    tenants.map(async (tenant) => {
      const body = { workflow: 'common', params: { name: 'same' }, idempotencyKey: 'shared-key' };
      return (await securedServer.ask('/v1/runs', { token: tokenFor(tenant), body })).json as {
        run: string;
        repeated: boolean;
      };
    }),
  );
  expect(new Set(runs.map(({ run }) => run)).size).toBe(3);
  expect(runs.map(({ repeated }) => repeated)).toEqual([false, false, false]);
});

test('[W2.2] a task of another tenant does not exist, so its result is not awaited', async () => {
  const [run = ''] = of('green').runs;
  const body = { jsonrpc: '2.0', id: 1, method: 'tasks/result', params: { taskId: run } };
  const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  const { text } = await securedServer.ask('/mcp', { token: tokenFor('red'), body, headers });
  expect(text).toContain('"code":-32602');
});

/** Reads this many events of a stream. */
async function streamed(path: string, token: string, count: number): Promise<string> {
  const enough = new AbortController();
  const { body } = await fetch(`${securedServer.url}${path}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: enough.signal,
  });
  let text = '';
  for await (const piece of body ?? []) {
    text += Buffer.from(piece).toString();
    if (text.split('\nevent: ').length > count) break;
  }
  enough.abort();
  return text;
}

test('[W5.2][W2.2] a stream from the beginning contains only events of the own tenant', async () => {
  for (const tenant of tenants) {
    const token = tokenFor(tenant);
    const { json } = await securedServer.ask('/v1/feed?after=0&limit=100', { token });
    const { events } = json as { events: unknown[] };
    expect(events.length).toBeGreaterThan(3);
    const text = await streamed('/v1/events?after=0', token, events.length);
    expect(text).toContain(markOf(tenant));
    expect([tenant, foreignBytes(tenant, { text, headers: new Headers() })]).toEqual([tenant, []]);
    const [foreign = ''] = of(tenants.find((other) => other !== tenant) ?? tenant).runs;
    expect((await securedServer.ask(`/v1/runs/${foreign}/events`, { token })).status).toBe(404);
  }
});
