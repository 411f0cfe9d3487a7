/**
 * A server that shares a secret with agents, as in the design, and such agents. Each agent has its own token, and calls
 * tools over `/mcp/tools/invoke`, over MCP, or sends requests to `/v1`.
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRedaction, resolveSettings } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { openServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { type Asking, ask, type HttpAnswer } from '../access/secured-server.ts';
import { signToken } from '../access/sign-token.ts';
import { connectTestClient, type TestClient, type TestClientKind } from '../mcp/test-client.ts';

/** The secret that the operator and the agents share. */
const sharedSecret = 'a secret that two sides share, of 32 bytes or more';

const appOptions = {
  A2A_JWT_SECRET: sharedSecret,
  A2A_JWT_ISSUER: 'zai-controller',
  YAWL_MCP_ENABLE_ZAI_TOOLS: 'true',
  // Webhook receivers of tests are on this machine.
  SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1',
  SIGNALBOX_RATE: 'never',
  SIGNALBOX_RATE_PER_TENANT: 'never',
};

export interface AgentServer {
  readonly url: string;
  readonly folder: string;
  /** Sends a request with any token, or none. */
  ask(path: string, asking?: Asking): Promise<HttpAnswer>;
  agent(claims?: Claims): Agent;
  /** Stops the server and starts it again with the same data. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}

export type Claims = Readonly<Record<string, unknown>>;

export interface Agent {
  readonly token: string;
  /** Calls a tool over `/mcp/tools/invoke`, and returns any result. */
  invoke(tool: string, input?: object): Promise<Invoked>;
  /** Calls a tool. Throws if it fails. */
  use(tool: string, input?: object): Promise<Fields>;
  /** Calls a tool. Throws if it succeeds. @returns the error */
  refused(tool: string, input?: object): Promise<Fields>;
  ask(path: string, asking?: Asking): Promise<HttpAnswer>;
  /** Connects a real MCP client of a protocol version. */
  connect(kind: TestClientKind): Promise<TestClient>;
}

export type Fields = Readonly<Record<string, unknown>>;

interface Invoked {
  readonly status: number;
  readonly body: Fields;
}

/** The exact token claims of the design, with overrides. */
export function tokenOf(claims: Claims = {}, secret = sharedSecret): string {
  const now = Math.floor(Date.now() / 1_000);
  const usual = {
    sub: 'z.ai-invoice-processor',
    aud: 'yawl-mcp',
    iss: 'zai-controller',
    scope: 'workflows:launch workflows:query workitems:manage',
    exp: now + 3_600,
    iat: now,
  };
  return signToken({ ...usual, ...claims }, secret);
}

export async function openAgentServer(): Promise<AgentServer> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-cases-'));
  await mkdir(join(folder, 'workflows'));
  const specifications = fileURLToPath(new URL('invoices.yaml', import.meta.url));
  await cp(specifications, join(folder, 'workflows', 'invoices.yaml'));
  let server = await serve(folder);
  const askAny = (path: string, asking?: Asking): Promise<HttpAnswer> => ask(server.url, path, asking);
  return {
    get url() {
      return server.url;
    },
    folder,
    ask: askAny,
    agent: (claims) => agentOf(tokenOf(claims), askAny, () => server.url),
    async reopen() {
      await server.close();
      server = await serve(folder);
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function serve(folder: string) {
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [join(folder, 'workflows')]],
    ['--port', ['0']],
  ]);
  const { settings, problems } = resolveSettings({ flags, env: appOptions, folder });
  if (problems.length > 0) throw new Error(problems.join(' '));
  return openServer({
    settings,
    env: appOptions,
    version: '0.0.0',
    developer: developmentPrincipal('nobody'),
    stdioCommand: { command: 'signalbox', args: ['stdio'] },
    log: createLog({
      level: 'error',
      form: 'json',
      redact: createRedaction(appOptions),
      write: () => undefined,
    }),
  });
}

function agentOf(token: string, askAny: AgentServer['ask'], url: () => string): Agent {
  const askAs: Agent['ask'] = (path, asking) => askAny(path, { token, ...asking });
  const invoke: Agent['invoke'] = async (tool, input = {}) => {
    const { status, json } = await askAs('/mcp/tools/invoke', { body: { tool, input } });
    return { status, body: Object(json) };
  };
  return {
    token,
    invoke,
    async use(tool, input) {
      const { status, body } = await invoke(tool, input);
      if (status !== 200) throw new Error(`${tool} returned ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async refused(tool, input) {
      const { status, body } = await invoke(tool, input);
      if (status === 200) throw new Error(`${tool} was not refused: ${JSON.stringify(body)}`);
      return body;
    },
    ask: askAs,
    connect: (kind) =>
      connectTestClient(kind, `${url()}/mcp`, { headers: { authorization: `Bearer ${token}` } }),
  };
}
