/** A server with credentials in this process, for three tenants, and HTTP clients with their tokens. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedaction, type Environment, resolveSettings, scopes } from '../../src/operations/index.ts';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { openServer, type RunningServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { signToken } from './sign-token.ts';

const secretOf = (tenant: string): string => `the-signing-secret-of-${tenant}-is-long-enough`;

export interface SecuredServer {
  readonly server: RunningServer;
  readonly folder: string;
  readonly url: string;
  /** The log so far. */
  readonly logged: () => string;
  ask(path: string, init?: Asking): Promise<HttpAnswer>;
  /** Stops the server and starts another with the same folders. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface Asking {
  readonly method?: string;
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `undefined` if it is not JSON. */
  readonly json: unknown;
}

export interface SecuredServerOptions {
  readonly tenants: readonly string[];
  /** Shared by all tenants, by the name of the file. */
  readonly workflows?: Readonly<Record<string, string>>;
  readonly connectors?: string;
  readonly services?: string;
  readonly env?: Environment;
  /** Clock of the rate limits. */
  readonly now?: () => number;
}

export async function openSecuredServer({
  tenants,
  workflows = {},
  connectors,
  services,
  env = {},
  now,
}: SecuredServerOptions): Promise<SecuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-fort-'));
  const shared = join(folder, 'workflows');
  const data = join(folder, 'data');
  await Promise.all([mkdir(shared), mkdir(data)]);
  for (const [name, text] of Object.entries(workflows)) await writeFile(join(shared, name), text);
  await writeFile(join(data, 'auth.yaml'), authFile(tenants));
  if (connectors !== undefined) await writeFile(join(data, 'connectors.yaml'), connectors);
  if (services !== undefined) await writeFile(join(data, 'services.yaml'), services);
  const environment: Environment = {
    SIGNALBOX_TENANTS: 'true',
    SIGNALBOX_RATE: 'never',
    SIGNALBOX_RATE_PER_TENANT: 'never',
    ...Object.fromEntries(tenants.map((tenant) => [variableOf(tenant), secretOf(tenant)])),
    ...env,
  };
  const { settings, problems } = resolveSettings({
    flags: new Map([
      ['--data', [data]],
      ['--workflows', [shared]],
      ['--port', ['0']],
    ]),
    env: environment,
    folder,
  });
  if (problems.length > 0) throw new Error(problems.join(' '));
  let logged = '';
  const open = async (): Promise<RunningServer> =>
    openServer({
      settings,
      env: environment,
      version: '0.0.0',
      developer: developmentPrincipal('nobody'),
      stdioCommand: { command: 'signalbox', args: ['stdio'] },
      ...(now === undefined ? {} : { now }),
      log: createLog({
        level: 'info',
        form: 'json',
        redact: createRedaction(environment),
        write: (text) => {
          logged += text;
        },
      }),
    });
  let server = await open();
  return {
    get server() {
      return server;
    },
    folder,
    get url() {
      return server.url;
    },
    logged: () => logged,
    ask: (path, init) => ask(server.url, path, init),
    async restart() {
      await server.close();
      server = await open();
    },
    async close() {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function ask(url: string, path: string, asking: Asking = {}): Promise<HttpAnswer> {
  const { method, token, body, headers = {} } = asking;
  const answer = await fetch(`${url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface TokenOverrides {
  readonly subject?: string;
  readonly scopes?: readonly string[];
  readonly roles?: readonly string[];
  readonly kind?: string;
  /** Seconds from now. */
  readonly expiresIn?: number;
}

/** Signed by the tenant's issuer. */
export function tokenOf(tenant: string, overrides: TokenOverrides = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: `issuer-${tenant}`,
    aud: 'secured-server',
    sub: overrides.subject ?? 'ann',
    scope: (overrides.scopes ?? scopes).join(' '),
    roles: overrides.roles ?? [],
    kind: overrides.kind ?? 'person',
    iat: now,
    exp: now + (overrides.expiresIn ?? 3_600),
  };
  return signToken(claims, secretOf(tenant));
}

const variableOf = (tenant: string): string => `FORT_SECRET_${tenant.toUpperCase()}`;

const authFile = (tenants: readonly string[]): string =>
  `issuers:\n${tenants
    .map(
      (tenant) => `  - issuer: issuer-${tenant}
    secret: \${env:${variableOf(tenant)}}
    audience: secured-server
    tenant: ${tenant}
    scopes: [${scopes.join(', ')}]
    roles: [clerk, manager]
    kinds: [person, agent, service]
`,
    )
    .join('')}`;
