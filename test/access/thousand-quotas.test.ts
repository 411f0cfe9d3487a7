/** Quotas of a tenant over HTTP: requests beyond are refused, nothing is partly done, and freed quota is usable [W7.2]. */
import { afterEach, expect, test } from 'vitest';
import { type HttpAnswer, openSecuredServer, type SecuredServer, tokenOf } from './secured-server.ts';

const workflows = {
  'asks.yaml': `workflows:
  asks:
    params: { text: { type: str, default: Hi } }
    graph: { ask: { type: yield, message: "Well?", expects: { yes: bool } } }
`,
};

let securedServer: SecuredServer | undefined;

afterEach(async () => {
  await securedServer?.close();
  securedServer = undefined;
});

const open = async (env: Readonly<Record<string, string>>): Promise<SecuredServer> => {
  securedServer = await openSecuredServer({ tenants: ['red', 'blue'], workflows, env });
  return securedServer;
};

const token = tokenOf('red');

const start = ({ ask }: SecuredServer, text = 'Hi', by = token): Promise<HttpAnswer> =>
  ask('/v1/runs', { token: by, body: { workflow: 'asks', params: { text }, waitMs: 5_000 } });

const startMany = (at: SecuredServer, count: number): Promise<readonly HttpAnswer[]> =>
  Promise.all(Array.from({ length: count }, () => start(at)));

const statuses = (heard: readonly HttpAnswer[]): readonly number[] =>
  heard.map(({ status }) => status).sort();

/** All refusals have the same form, with Retry-After. */
function expectRefusals(heard: readonly HttpAnswer[], quota: string): void {
  for (const { status, json, headers } of heard.filter(({ status: each }) => each > 299)) {
    expect([status, json]).toMatchObject([
      429,
      {
        status: 429,
        error_code: 'quota_exceeded',
        context: { quota },
        type: expect.stringMatching(/quota_exceeded$/),
      },
    ]);
    expect(headers.get('content-type')).toContain('application/problem+json');
    expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
}

async function runsOf({
  ask,
}: SecuredServer): Promise<readonly { readonly run: string; readonly status: string }[]> {
  const { json } = await ask('/v1/runs?limit=100', { token });
  return (json as { runs: readonly { run: string; status: string }[] }).runs;
}

const times = (count: number, status: number): readonly number[] =>
  Array.from({ length: count }, () => status);

test('[W7.2] concurrent starts never exceed the run quota, and an ended run frees it', async () => {
  const at = await open({ SIGNALBOX_QUOTA_RUNS: '10' });
  const first = await startMany(at, 40);
  expect(statuses(first)).toEqual([...times(10, 201), ...times(30, 429)]);
  expectRefusals(first, 'runs');
  const runs = await runsOf(at);
  expect(runs).toHaveLength(10);
  // Another tenant has its own quota.
  expect((await start(at, 'Hi', tokenOf('blue'))).status).toBe(201);
  for (const { run } of runs.slice(0, 3)) {
    expect((await at.ask(`/v1/runs/${run}/cancel`, { token, body: {} })).status).toBe(200);
  }
  const second = await startMany(at, 12);
  expect(statuses(second)).toEqual([...times(3, 201), ...times(9, 429)]);
  expect((await runsOf(at)).filter(({ status }) => status === 'running')).toHaveLength(10);
});

test('[W7.2] concurrent starts and ends never exceed the run quota', async () => {
  const at = await open({ SIGNALBOX_QUOTA_RUNS: '10' });
  await startMany(at, 10);
  for (let wave = 0; wave < 6; wave++) {
    const going = (await runsOf(at)).filter(({ status }) => status === 'running');
    const ending = going.slice(0, 6);
    const [ended, begun] = await Promise.all([
      Promise.all(ending.map(({ run }) => at.ask(`/v1/runs/${run}/cancel`, { token, body: {} }))),
      startMany(at, 30),
    ]);
    expect(statuses(ended)).toEqual(times(ending.length, 200));
    expectRefusals(begun, 'runs');
    const count = going.length - ending.length + begun.filter(({ status }) => status === 201).length;
    expect(count).toBeLessThanOrEqual(10);
    expect((await runsOf(at)).filter(({ status }) => status === 'running')).toHaveLength(count);
  }
});

test('[W7.2] one principal cannot use the whole quota of a tenant', async () => {
  const at = await open({ SIGNALBOX_QUOTA_RUNS: '8', SIGNALBOX_QUOTA_RUNS_PER_PRINCIPAL: '5' });
  const ofAnn = await startMany(at, 12);
  expect(statuses(ofAnn)).toEqual([...times(5, 201), ...times(7, 429)]);
  expectRefusals(ofAnn, 'runsOfPrincipal');
  const bob = tokenOf('red', { subject: 'bob' });
  const ofBob = await Promise.all(Array.from({ length: 5 }, () => start(at, 'Hi', bob)));
  expect(statuses(ofBob)).toEqual([...times(3, 201), ...times(2, 429)]);
  expectRefusals(ofBob, 'runs');
});

test('[W7.2] stored runs count until they are purged', async () => {
  const at = await open({ SIGNALBOX_QUOTA_KEPT_RUNS: '6' });
  const first = await startMany(at, 20);
  expect(statuses(first)).toEqual([...times(6, 201), ...times(14, 429)]);
  expectRefusals(first, 'keptRuns');
  for (const { run } of await runsOf(at)) await at.ask(`/v1/runs/${run}/cancel`, { token, body: {} });
  expect((await start(at)).status).toBe(429);
  const purge = async () => {
    const { json } = await at.ask('/v1/purges', { token, body: { olderThan: '1 ms' } });
    return (json as { purged: number }).purged;
  };
  let purged = 0;
  while (purged < 6) purged += await purge();
  const second = await startMany(at, 20);
  expect(statuses(second)).toEqual([...times(6, 201), ...times(14, 429)]);
});

test('[W7.2] while too many runs wait for people, no more are started, and an answer frees the quota', async () => {
  const at = await open({ SIGNALBOX_QUOTA_WAITING_RUNS: '3' });
  const heard: HttpAnswer[] = [];
  for (let count = 0; count < 5; count++) heard.push(await start(at));
  expect(heard.map(({ status }) => status)).toEqual([201, 201, 201, 429, 429]);
  expectRefusals(heard, 'waitingRuns');
  const { json } = await at.ask('/v1/items', { token });
  const [{ item } = { item: '' }] = (json as { items: readonly { item: string }[] }).items;
  const path = `/v1/items/${item}/complete`;
  expect((await at.ask(path, { token, body: { output: { yes: true } } })).status).toBe(200);
  const again = [await start(at), await start(at)];
  expect(again.map(({ status }) => status)).toEqual([201, 429]);
});

test('[W7.2] concurrent saves never exceed the document quota, and a deleted document frees it', async () => {
  const at = await open({ SIGNALBOX_QUOTA_DEFINITIONS: '4' });
  const save = (name: string): Promise<HttpAnswer> =>
    at.ask(`/v1/documents/${name}.yaml`, {
      method: 'PUT',
      token,
      body: {
        source: `workflows:\n  ${name}: { graph: { say: { call: echo, args: { text: Hi } } } }\n`,
      },
    });
  const names = Array.from({ length: 12 }, (_, index) => `flow_${index}`);
  const heard = await Promise.all(names.map((name) => save(name)));
  expect(heard.filter(({ status }) => status < 300)).toHaveLength(4);
  expectRefusals(heard, 'definitions');
  const saved = names.filter((_, index) => (heard[index]?.status ?? 0) < 300);
  const listed = await at.ask('/v1/workflows?limit=100', { token });
  for (const name of names) expect(listed.text.includes(`"${name}"`)).toBe(saved.includes(name));
  const [known = ''] = saved;
  const there = async () => {
    const { headers } = await at.ask(`/v1/documents/${known}.yaml`, { token });
    return { token, headers: { 'if-match': headers.get('etag') ?? '' } };
  };
  const source = `workflows:\n  ${known}: { graph: { say: { call: echo, args: { text: Changed } } } }\n`;
  const path = `/v1/documents/${known}.yaml`;
  expect((await at.ask(path, { ...(await there()), method: 'PUT', body: { source } })).status).toBe(200);
  const gone = await at.ask(path, { ...(await there()), method: 'DELETE' });
  expect(gone.status).toBeLessThan(300);
  expect((await save('late')).status).toBeLessThan(300);
  expect((await save('later')).status).toBe(429);
});

test('[W7.2] payloads beyond the quota are refused, and nothing of them is stored', async () => {
  const at = await open({ SIGNALBOX_QUOTA_PAYLOAD_BYTES: '1 MB' });
  const large = 'x'.repeat(300_000);
  const heard = await Promise.all(Array.from({ length: 10 }, (_, index) => start(at, `${index}${large}`)));
  const done = heard.filter(({ status }) => status === 201);
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThanOrEqual(3);
  expectRefusals(heard, 'payloadBytes');
  expect(await runsOf(at)).toHaveLength(done.length);
  // Small payloads still work, and so does another tenant.
  expect((await start(at)).status).toBe(201);
  expect((await start(at, large, tokenOf('blue'))).status).toBe(201);
});
