import { expect, test } from 'vitest';
import { clientFromEnvironment } from './client-from-environment.ts';
import { ClientSettingsError, type Fetch } from './client-options.ts';
import { createClient } from './create-client.ts';

const design = {
  ZAI_AGENT_NAME: 'zai-invoice-processor',
  ZAI_AGENT_ID: 'agent-uuid-001',
  YAWL_MCP_URL: 'https://yawl-prod.example.com:8080/mcp',
  YAWL_MCP_JWT_SECRET: 'thirty-two characters and more …',
  YAWL_MCP_JWT_ISSUER: 'zai-controller',
  ZAI_MCP_TOOL_TIMEOUT_MS: '5000',
  ZAI_MCP_TOOL_RETRIES: '2',
  ZAI_MCP_TOOL_BACKOFF_MS: '0',
};

interface Sent {
  readonly url: string;
  readonly authorization: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Always responds with this status. */
function recorder(status = 200): { readonly sent: Sent[]; readonly fetch: Fetch } {
  const sent: Sent[] = [];
  return {
    sent,
    fetch: async (url, { body, headers }) => {
      const { input } = JSON.parse(String(body));
      sent.push({ url, authorization: new Headers(headers).get('authorization') ?? '', input });
      return new Response('{}', { status });
    },
  };
}

function problemsOf(make: () => unknown): readonly string[] {
  try {
    make();
  } catch (error) {
    if (error instanceof ClientSettingsError) return error.problems;
    throw error;
  }
  return [];
}

test('[F4.1] the environment variables of the designs create a client', async () => {
  const { sent, fetch } = recorder(503);
  const client = clientFromEnvironment(design, { fetch });
  await expect(client.submit('Invoice')).rejects.toThrow('after 2 retries');
  expect(sent).toHaveLength(3);
  const [first] = sent;
  expect(first?.url).toBe('https://yawl-prod.example.com:8080/mcp/tools/invoke');
  const [, claims = ''] = first?.authorization.split('.') ?? [];
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    sub: 'zai-invoice-processor',
    aud: 'yawl-mcp',
    iss: 'zai-controller',
    scope: 'workflows:launch workflows:query workitems:manage',
  });
  expect(first?.input['idempotency_key']).toMatch(/^agent-uuid-001-[0-9a-f-]{36}$/);
});

test('[F4.1] every call has its own key by default', async () => {
  const { sent, fetch } = recorder();
  const client = clientFromEnvironment(design, { fetch });
  await client.complete('i1', {});
  await client.complete('i2', {});
  await client.complete('i3', {}, { idempotencyKey: 'mine' });
  const [one, two, three] = sent.map(({ input }) => input['idempotency_key']);
  expect(one).not.toBe(two);
  expect(three).toBe('mine');
});

test('[F4.1] a key begins with the allowed characters of the name', async () => {
  const { sent, fetch } = recorder();
  await createClient({ url: 'http://[::1]', agentName: 'Prüfer 2', fetch }).release('i1');
  expect(sent[0]?.input['idempotency_key']).toMatch(/^Pr-fer-2-[0-9a-f-]{36}$/);
});

test('[F4.1] SIGNALBOX_KEY, SIGNALBOX_TOKEN and SIGNALBOX_URL take precedence over the variables of the designs', async () => {
  const { sent, fetch } = recorder();
  const own = { ...design, SIGNALBOX_URL: 'http://127.0.0.1:8484/', SIGNALBOX_KEY: 'sbx_a_b' };
  await clientFromEnvironment(own, { fetch }).status('1');
  const { SIGNALBOX_KEY: _, ...rest } = own;
  await clientFromEnvironment({ ...rest, SIGNALBOX_TOKEN: 'tok' }, { fetch }).status('1');
  expect(sent.map(({ url, authorization }) => [url, authorization])).toEqual([
    ['http://127.0.0.1:8484/mcp/tools/invoke', 'Bearer sbx_a_b'],
    ['http://127.0.0.1:8484/mcp/tools/invoke', 'Bearer tok'],
  ]);
});

test('[F4.1] all problems are reported at once, without secrets', () => {
  const secret = 'too-short';
  expect(
    problemsOf(() =>
      clientFromEnvironment({
        YAWL_MCP_URL: 'yawl-prod',
        YAWL_MCP_JWT_SECRET: secret,
        ZAI_MCP_TOOL_TIMEOUT_MS: 'soon',
        ZAI_MCP_TOOL_RETRIES: '-1',
        ZAI_MCP_TOOL_BACKOFF_MS: '1.5',
      }),
    ),
  ).toEqual([
    'YAWL_MCP_URL (or SIGNALBOX_URL) must be the address of the server, such as “https://signalbox.example/mcp”.',
    'YAWL_MCP_JWT_SECRET must have 32 bytes or more; it has 9.',
    'ZAI_AGENT_NAME must name the caller: it becomes “sub” of the token.',
    'YAWL_MCP_JWT_ISSUER must be the issuer whose secret the server has.',
    'ZAI_MCP_TOOL_TIMEOUT_MS must be a whole number from 1 to 3600000.',
    'ZAI_MCP_TOOL_RETRIES must be a whole number from 0 to 100.',
    'ZAI_MCP_TOOL_BACKOFF_MS must be a whole number from 0 to 3600000.',
  ]);
});

test('[F4.1] only a local server is called without credentials', () => {
  const missing = [
    'Credentials are missing. Set YAWL_MCP_JWT_SECRET, YAWL_MCP_JWT_ISSUER and ZAI_AGENT_NAME; or SIGNALBOX_KEY; or SIGNALBOX_TOKEN.',
  ];
  expect(problemsOf(() => clientFromEnvironment({ YAWL_MCP_URL: 'https://yawl.example/mcp' }))).toEqual(
    missing,
  );
  expect(problemsOf(() => clientFromEnvironment({ YAWL_MCP_URL: 'http://127.0.0.1.example/' }))).toEqual(
    missing,
  );
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(problemsOf(() => clientFromEnvironment({ YAWL_MCP_URL: `http://${host}:8484/mcp` }))).toEqual([]);
  }
  expect(problemsOf(() => clientFromEnvironment({}))).toHaveLength(1);
});

test('[F4.1] one kind of credentials is used, in a form that is valid in a header', () => {
  const url = 'https://yawl.example';
  expect(problemsOf(() => createClient({ url, key: 'sbx_a_b', token: 'tok' }))).toEqual([
    'Use only one of “token” and “key”.',
  ]);
  expect(problemsOf(() => createClient({ url, key: 'sbx a\nb' }))).toEqual([
    '“key” must be one word of plain letters.',
  ]);
  expect(problemsOf(() => createClient({ url: 'https://ann:pw@yawl.example/?x=1' }))).toEqual([
    '“url” must have no credentials, no “?” and no “#”: pass credentials as options.',
  ]);
  expect(problemsOf(() => createClient({ url, agentId: 'a'.repeat(161) }))).toEqual([
    '“agentId” must have at most 160 characters.',
  ]);
});
