/** A thousand concurrent clients of twenty principals in three tenants: a flood is limited, and others keep their rate. */
import { Agent, request } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { openSecuredServer, type SecuredServer, tokenOf } from './secured-server.ts';

const greeting = `workflows:
  hello: { graph: { say: { call: echo, args: { text: Hi } } } }
`;

const tenants = ['red', 'green', 'blue'] as const;

let securedServer: SecuredServer | undefined;

afterEach(async () => {
  await securedServer?.close();
  securedServer = undefined;
});

interface Clock {
  now: number;
}

async function open(
  env: Readonly<Record<string, string>>,
  clock: Clock = { now: 0 },
): Promise<SecuredServer> {
  securedServer = await openSecuredServer({
    tenants,
    workflows: { 'hello.yaml': greeting },
    env,
    now: () => clock.now,
  });
  return securedServer;
}

/** A client with its own connection. */
interface Client {
  readonly token: string;
  readonly agent: Agent;
}

const clientOf = (token: string): Client => ({
  token,
  agent: new Agent({ keepAlive: true, maxSockets: 1 }),
});

interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly code: string | undefined;
}

function ask(url: string, path: string, { token, agent }: Client, body?: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const asked = request(
      `${url}${path}`,
      { agent, headers, method: body === undefined ? 'GET' : 'POST' },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
        });
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: answer.headers['retry-after'],
            code: /"error_code":"(\w+)"/.exec(text)?.[1],
          }),
        );
      },
    );
    asked.once('error', reject);
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Alternates between interfaces: every request counts. */
const requests: readonly (readonly [path: string, body?: object])[] = [
  ['/v1/workflows'],
  ['/mcp/tools/invoke', { tool: 'workflow_list' }],
  ['/v1/runs?limit=1'],
  ['/rpc', { jsonrpc: '2.0', id: 1, method: 'workflow_list' }],
  ['/metrics'],
];

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

const heapUsed = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const tally = (answers: readonly Answer[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const rate = 100;
const principals = 20;
const clientsOfEach = 50;

test('[W7.1] with a thousand clients a flooding one learns when to try again, and all others are served', {
  timeout: 150_000,
}, async () => {
  const clock = { now: 0 };
  const { url } = await open(
    {
      SIGNALBOX_RATE: String(rate),
      SIGNALBOX_RATE_PER_TENANT: String(rate * principals),
      SIGNALBOX_RATE_BURST: '1',
    },
    clock,
  );
  const people = Array.from({ length: principals }, (_, index) => {
    const tenant = tenants[index % tenants.length] ?? 'red';
    const token = tokenOf(tenant, { subject: `somebody-${index}` });
    return {
      floods: index % 3 === 2,
      clients: Array.from({ length: clientsOfEach }, () => clientOf(token)),
    };
  });
  expect(people.flatMap(({ clients }) => clients)).toHaveLength(1_000);
  const before = heapUsed();
  /** A well-behaved client sends at the allowed rate, a flooding one three times as often. */
  const round = () =>
    Promise.all(
      people.map(async ({ floods, clients }) => {
        const times = (rate / clientsOfEach) * (floods ? 3 : 1);
        const each = clients.map(async (client, number) => {
          const answers: Answer[] = [];
          for (let turn = 0; turn < times; turn++) {
            const [path, body] = requests[(number + turn) % requests.length] ?? ['/v1/workflows'];
            answers.push(await ask(url, path, client, body));
          }
          return answers;
        });
        return { floods, answers: (await Promise.all(each)).flat() };
      }),
    );
  let maxMs = 0;
  for (const _ of ['first', 'after the wait']) {
    for (const { floods, answers } of await round()) {
      expect(tally(answers)).toEqual(floods ? { 200: rate, 429: 2 * rate } : { 200: rate });
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.every(({ code }) => code === 'rate_limited')).toBe(true);
      expect(refused.every(({ retryAfter }) => /^[1-9]\d*$/.test(retryAfter ?? ''))).toBe(true);
      maxMs = Math.max(maxMs, ...refused.map(({ retryAfter }) => Number(retryAfter)));
    }
    // A client that waits as long as Retry-After says is served again.
    clock.now += maxMs * 1_000;
  }
  expect(heapUsed() - before).toBeLessThan(200 * 1_024 * 1_024);
  const calm = await ask(url, '/v1/workflows', clientOf(tokenOf('red', { subject: 'calm' })));
  expect(calm.status).toBe(200);
  for (const { clients } of people) for (const { agent } of clients) agent.destroy();
});

test('[W7.1] a tenant that exceeds its rate is limited as a whole, and no other tenant is affected', async () => {
  const clock = { now: 0 };
  const { url } = await open(
    { SIGNALBOX_RATE: '50', SIGNALBOX_RATE_PER_TENANT: '100', SIGNALBOX_RATE_BURST: '1' },
    clock,
  );
  const askAll = (tenant: string, count: number): Promise<readonly Answer[]> =>
    Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const client = clientOf(tokenOf(tenant, { subject: `${tenant}-${index % 10}` }));
        const answer = await ask(url, '/v1/workflows', client);
        client.agent.destroy();
        return answer;
      }),
    );
  const [red, blue] = await Promise.all([askAll('red', 300), askAll('blue', 100)]);
  expect([tally(red), tally(blue)]).toEqual([{ 200: 100, 429: 200 }, { 200: 100 }]);
  clock.now += 500;
  expect(tally(await askAll('red', 60))).toEqual({ 200: 50, 429: 10 });
});

test('[W7.1][W6.1] each call of a batch counts', async () => {
  const { url } = await open({ SIGNALBOX_RATE: '20', SIGNALBOX_RATE_BURST: '1' });
  const client = clientOf(tokenOf('red'));
  const batch = Array.from({ length: 15 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'workflow_list' }));
  const first = await ask(url, '/rpc', client, batch);
  const second = await ask(url, '/rpc', client, batch);
  client.agent.destroy();
  expect([first.status, second.status, second.code]).toEqual([200, 429, 'rate_limited']);
});
