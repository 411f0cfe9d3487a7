/** Tests the examples for agents: against a real server with authentication, over a network that loses responses. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { type Principal, scopes } from '../../src/operations/index.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { openSecuredServer, type SecuredServer } from '../access/secured-server.ts';
import { type ExampleProgram, startExample } from './example-program.ts';
import { type LossyProxy, openLossyProxy } from './lossy-proxy.ts';

const hello = readFileSync(new URL('../../examples/hello/hello.yaml', import.meta.url), 'utf8');

/** The operator of the server, in the tenant of the agents. */
const operator: Principal = {
  subject: 'operator',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};
const shared = { secret: 'a secret that the agents share with the server', issuer: 'zai-controller' };
const webhookSecret = 'a-secret-of-both-sides';

let securedServer: SecuredServer;
let proxy: LossyProxy;
const programs: ExampleProgram[] = [];

beforeEach(async () => {
  securedServer = await openSecuredServer({
    tenants: ['red'],
    workflows: { 'hello.yaml': hello },
    env: {
      YAWL_MCP_JWT_SECRET: shared.secret,
      YAWL_MCP_JWT_ISSUER: shared.issuer,
      SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1',
    },
  });
  const kinds = ['request lost', 'reply lost', 'reply broken off', 'twice at once', 'again later'] as const;
  proxy = await openLossyProxy(securedServer.url, createRandom(5), 0.3, kinds);
});

afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.stop();
    await program.ended;
  }
  await proxy.close();
  await securedServer.close();
});

function start(file: string, args: readonly string[], env: Readonly<Record<string, string>>): ExampleProgram {
  const program = startExample(file, args, env);
  programs.push(program);
  return program;
}

const ask = async <Result>(operation: string, input: object): Promise<Result> =>
  (await securedServer.server.signalbox.call(operator, operation, input)) as Result;

async function makeKey(): Promise<string> {
  const wish = { name: 'worker', scopes: ['workitems:manage'], kind: 'agent' };
  const { secret } = await ask<{ readonly secret: string }>('keys.create', wish);
  return secret;
}

/** As the server sends it, with overrides. */
async function post(
  url: string,
  body: string,
  { at = 0, id = 'dlv_1', secret = webhookSecret } = {},
): Promise<number> {
  const time = Math.floor(Date.now() / 1_000) + at;
  const signature = createHmac('sha256', secret).update(`${time}.${id}.${body}`).digest('hex');
  const headers = { 'x-signalbox-delivery': id, 'x-signalbox-signature': `t=${time},v1=${signature}` };
  const { status } = await fetch(url, { method: 'POST', body, headers });
  return status;
}

const examples = [
  ['JavaScript', 'submit-and-wait.mjs', 'worker.mjs', 'webhook-receiver.mjs'],
  ['Python', 'submit_and_wait.py', 'worker.py', 'webhook_receiver.py'],
] as const;

test.each(examples)(
  '[F4.1][F4.2][F4.3][A8] the examples in %s submit, work and receive webhooks',
  async (_, submitter, worker, receiver) => {
    const network = {
      YAWL_MCP_URL: `${proxy.url}/mcp`,
      ZAI_MCP_TOOL_RETRIES: '20',
      ZAI_MCP_TOOL_BACKOFF_MS: '1',
    };
    const ownToken = {
      ...network,
      ZAI_AGENT_NAME: 'z.ai-greeter',
      ZAI_AGENT_ID: 'agent-uuid-001',
      YAWL_MCP_JWT_SECRET: shared.secret,
      YAWL_MCP_JWT_ISSUER: shared.issuer,
    };

    const told = start(receiver, [], { WEBHOOK_SECRET: webhookSecret, PORT: '0' });
    const [, callbackUrl = ''] = await told.said(/Listening at (\S+)/);
    const words = ['hello', '{"name": "Ada"}', 'greet-ada-1'];
    const first = start(submitter, words, ownToken);
    const [, caseId = ''] = await first.said(/Submitted (\S+);/);
    const client = createClient({ ...shared, url: securedServer.url, agentName: 'watcher' });
    await client.subscribe({ caseId, callbackUrl, secret: webhookSecret });

    const working = start(worker, [], { ...network, SIGNALBOX_KEY: await makeKey() });
    const printed = {
      case_id: caseId,
      status: 'completed',
      state: 'completed',
      output_data: [{ text: 'Good morning, Ada!' }],
    };
    expect([await first.ended, JSON.parse(first.out())]).toEqual([0, printed]);
    expect(working.out()).toContain(`${caseId} asks: How shall Ada be greeted?`);

    const again = start(submitter, words, ownToken);
    expect([await again.ended, JSON.parse(again.out())]).toEqual([0, printed]);
    const { runs } = await ask<{ readonly runs: readonly unknown[] }>('runs.list', {});
    expect(runs).toHaveLength(1);

    await told.said(/"event_type".*\n/);
    expect(JSON.parse(told.out())).toMatchObject({
      event_type: 'case_completed',
      case_id: caseId,
      outcome: [{ text: 'Good morning, Ada!' }],
    });

    const event = JSON.stringify({ event_type: 'case_failed', case_id: '9876', delivery_id: 'dlv_1' });
    const statuses = [
      await post(callbackUrl, event, { secret: 'of somebody else' }),
      await post(callbackUrl, event, { at: -301 }),
      await post(callbackUrl, event),
      await post(callbackUrl, event),
    ];
    expect(statuses).toEqual([401, 401, 204, 204]);
    await told.said(/Refused: replayed/);
    expect(told.err().match(/(?<=Refused: )\w+/g)).toEqual(['forged', 'stale', 'replayed']);
    expect(told.out().match(/"case_id": ?"9876"/g)).toHaveLength(1);

    working.stop();
    expect(await working.ended).toBe(0);
  },
);
