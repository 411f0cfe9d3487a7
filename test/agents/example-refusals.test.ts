/** Tests the examples on refusals: they print what is wrong and what to do, and exit with 1. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { openSecuredServer, type SecuredServer, tokenOf } from '../access/secured-server.ts';
import { startLocalServer } from '../servers/local-server.ts';
import { startExample } from './example-program.ts';

const hello = readFileSync(new URL('../../examples/hello/hello.yaml', import.meta.url), 'utf8');
const languages = [
  ['JavaScript', 'submit-and-wait.mjs', 'worker.mjs', 'webhook-receiver.mjs'],
  ['Python', 'submit_and_wait.py', 'worker.py', 'webhook_receiver.py'],
] as const;

let securedServer: SecuredServer;

beforeEach(async () => {
  securedServer = await openSecuredServer({ tenants: ['red'], workflows: { 'hello.yaml': hello } });
});

afterEach(() => securedServer.close());

/** @returns its exit code and error output */
async function outcomeOf(file: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const program = startExample(file, args, env);
  const code = await program.ended;
  return [code, program.err()] as const;
}

test.each(languages)(
  '[F4.1][A8] the examples in %s print what is wrong and what to do, and no more',
  async (_, submitter, worker, receiver) => {
    const here = {
      YAWL_MCP_URL: `${securedServer.url}/mcp`,
      SIGNALBOX_TOKEN: tokenOf('red', { scopes: ['admin'] }),
    };
    const mayLook = { ...here, SIGNALBOX_TOKEN: tokenOf('red', { scopes: ['workflows:query'] }) };
    const outcomes = await Promise.all([
      outcomeOf(submitter, ['nope'], { ...here, SIGNALBOX_TOKEN: tokenOf('red') }),
      outcomeOf(worker, [], mayLook),
      outcomeOf(submitter, ['hello', '{name}'], here),
      outcomeOf(submitter, [], {}),
      outcomeOf(worker, [], {}),
      outcomeOf(submitter, [], { ...here, SIGNALBOX_TOKEN: 'SECRET-TOKEN-4711\nx' }),
      outcomeOf(receiver, [], { WEBHOOK_SECRET: '' }),
    ]);
    expect(outcomes.map(([code]) => code)).toEqual([1, 1, 1, 1, 1, 1, 1]);
    const said = outcomes.map(([, text]) => text);
    expect(said).toEqual([
      expect.stringContaining('nope'),
      expect.stringContaining('workitems:manage'),
      expect.stringMatching(/property|JSON/i),
      expect.stringContaining('YAWL_MCP_URL'),
      expect.stringContaining('YAWL_MCP_URL'),
      expect.stringContaining('SIGNALBOX_TOKEN'),
      expect.stringContaining('WEBHOOK_SECRET'),
    ]);
    expect(said.join('')).not.toContain('4711');
    // What is wrong, and what to do.
    expect(said.map((text) => text.trim().split('\n').length)).toEqual([2, 2, 1, 1, 1, 1, 1]);
  },
);

test.each(languages)('[F4.1] an agent in %s whose token is rejected creates a new one', async (_, file) => {
  const seen: string[] = [];
  const server = await startLocalServer((request, response) => {
    seen.push(String(request.headers.authorization));
    const answer =
      seen.length === 1
        ? { error: 'unauthenticated', message: 'This token is not known.', retryable: false }
        : { case_id: '9876', status: 'completed', state: 'completed', output_data: null };
    request.resume().once('end', () => {
      response.writeHead(seen.length === 1 ? 401 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
  });
  const [code, said] = await outcomeOf(file, [], {
    YAWL_MCP_URL: server.url,
    YAWL_MCP_JWT_SECRET: 'a secret that the agents share with the server',
    YAWL_MCP_JWT_ISSUER: 'zai-controller',
    ZAI_AGENT_NAME: 'z.ai-greeter',
  });
  await server.close();
  expect([code, said]).toEqual([0, expect.stringContaining('Submitted 9876')]);
  expect(seen.filter((text) => text.startsWith('Bearer ey'))).toHaveLength(3);
});

test('[F4.2] a handler in Python is notified when its item is lost, and its answer is not sent', async () => {
  const client = createClient({ url: securedServer.url, token: tokenOf('red') });
  const { case_id: caseId } = await client.submit('hello', { name: 'Ada' });
  const program = startExample('../../test/agents/slow_worker.py', [], {
    EXAMPLES: fileURLToPath(new URL('../../examples/agents', import.meta.url)),
    YAWL_MCP_URL: securedServer.url,
    SIGNALBOX_TOKEN: tokenOf('red', { subject: 'worker' }),
  });
  await program.said(/asks: How shall Ada be greeted/);
  const [{ workitem_id: id = '' } = {}] = (await client.listWorkItems({ caseId })).work_items;
  await client.cancel(caseId);
  expect([await program.ended, program.out()]).toEqual([0, expect.stringMatching(/\ntold\n$/)]);
  // Caused by the refused renewal: an answer would be refused, too.
  const refusals = program.err().split('\n');
  expect(refusals.filter((line) => line.startsWith(`${id}: `))).toHaveLength(1);
});
