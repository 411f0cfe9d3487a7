/** Servers in production mode on 127.0.0.1: with TLS of their own or without, and behind a proxy or not. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { Agent, request as requestPlainly } from 'node:http';
import { request as requestSecurely, Agent as SecureAgent } from 'node:https';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openSecuredServer, tokenOf } from '../access/secured-server.ts';
import { contentOf } from '../crash/old-database.ts';
import { type LocalServer, startLocalServer } from '../servers/local-server.ts';
import { type Authority, makeCertificate } from '../tls/make-certificate.ts';

export interface ServerKind {
  readonly hasTls: boolean;
  /** Where the declared proxy is: this machine, from which all requests of the test come, or another one. */
  readonly proxy: 'none' | 'here' | 'elsewhere';
}

export interface ProductionServer extends ServerKind {
  readonly port: number;
  /** With all scopes. */
  readonly token: string;
  send(request: WireRequest): Promise<WireAnswer>;
  /** Another text after anything was stored, saved as a file, or called. */
  trace(): Promise<string>;
  close(): Promise<void>;
}

export interface WireRequest {
  readonly over: 'tcp' | 'tls';
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

export interface WireAnswer {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  /** Of a stream: its first part. */
  readonly text: string;
}

export const publicHost = 'flows.example.com';
const tenant = 'acme';

/** All texts of the server contain one of two words, so that an answer that reveals any of them is found. */
export const revealing = /quokka|wombat|sb1\.|sbx_/i;

const flowFor = (api: string): string => `version: "1.0.0"
workflow_id: quokka-trip
states:
  place:
    question: { id: place, type: choice, prompt: Where is the quokka?, choices_from: { call: http, args: { url: "${api}/places" }, items: body, value: name } }
    next_state: nights
  nights:
    question: { id: nights, type: integer, prompt: How many nights stays the quokka? }
    operations: [{ id: book, call: http, args: { method: PUT, url: "${api}/bookings", body: { nights: "\${nights}" } } }]
`;

const graph = 'workflows:\n  wombat: { graph: { say: { call: echo, args: { text: wombat } } } }\n';

/** @param folder for the files of its certificate; @param authority signs it */
export async function openProductionServer(
  { hasTls, proxy }: ServerKind,
  folder: string,
  authority: Authority,
): Promise<ProductionServer> {
  const cert = join(folder, `cert-${proxy}.pem`);
  const key = join(folder, `key-${proxy}.pem`);
  if (hasTls) {
    const made = makeCertificate({ name: 'flows', ips: ['127.0.0.1'], dns: [publicHost], by: authority });
    await Promise.all([writeFile(cert, made.cert), writeFile(key, made.key)]);
  }
  let called = 0;
  const api: LocalServer = await startLocalServer((_, response) => {
    called += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"name":"wombat"}]');
  });
  const secured = await openSecuredServer({
    tenants: [tenant],
    workflows: { 'quokka.yaml': flowFor(api.url), 'wombat.yaml': graph },
    env: {
      SIGNALBOX_MODE: 'production',
      SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1',
      SIGNALBOX_PUBLIC_URL: `https://${publicHost}`,
      ...(hasTls ? { SIGNALBOX_TLS_CERT: cert, SIGNALBOX_TLS_KEY: key } : {}),
      ...(proxy === 'none' ? {} : { SIGNALBOX_PROXIES: proxy === 'here' ? '127.0.0.1' : '192.0.2.1' }),
    },
  });
  // A proxy sends requests of several clients over one connection.
  const agents = {
    tcp: hasTls ? new Agent({ keepAlive: false }) : new Agent({ keepAlive: true, maxSockets: 1 }),
    tls: new SecureAgent({ keepAlive: true, maxSockets: 1 }),
  };
  const port = Number(new URL(secured.url).port);
  return {
    ...{ hasTls, proxy, port },
    token: tokenOf(tenant),
    send: (asked) => exchange(asked, port, agents[asked.over], authority),
    async trace() {
      const { audit: _, ...stored } = contentOf(join(secured.folder, 'data', 'signalbox.db'));
      const performed = countPerformed(join(secured.folder, 'data', 'signalbox.db'));
      return JSON.stringify({ called, performed, stored, files: await filesIn(secured.folder) });
    },
    async close() {
      for (const agent of Object.values(agents)) agent.destroy();
      await secured.close();
      await api.close();
    },
  };
}

/** Entries of the audit log that are not refusals. */
function countPerformed(file: string): number {
  const database = new Database(file, { readonly: true });
  try {
    const query = database.prepare<[], number>("SELECT count(*) FROM audit WHERE outcome <> 'refused'");
    return query.pluck().get() ?? 0;
  } finally {
    database.close();
  }
}

/** A hash of each file, without the database. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((each) => each.isFile() && !each.name.startsWith('signalbox.db'));
  const hashed = files.map(async ({ parentPath, name }) => {
    const content = await readFile(join(parentPath, name));
    return `${name} ${createHash('sha256').update(content).digest('hex')}`;
  });
  return (await Promise.all(hashed)).sort();
}

function exchange(
  { over, method, path, headers, body }: WireRequest,
  port: number,
  agent: Agent,
  authority: Authority,
): Promise<WireAnswer> {
  const length = body === '' ? [] : ['Content-Length', String(Buffer.byteLength(body))];
  const options = {
    ...{ host: '127.0.0.1', port, agent, method, path, setHost: false },
    headers: [...headers.flat(), ...length],
  };
  const start = over === 'tcp' ? requestPlainly : requestSecurely;
  return new Promise((resolve) => {
    const asked = start({ ...options, ca: authority.cert }, (answer) => {
      let text = '';
      const finish = (): void => resolve({ status: answer.statusCode ?? 0, text });
      const isStream =
        method === 'GET' && answer.headers['content-type']?.startsWith('text/event-stream') === true;
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (!isStream || !text.includes('\n\n')) return;
        finish();
        asked.destroy();
      });
      answer.once('end', finish).once('error', finish);
    });
    asked.once('error', () => resolve({ status: 0, text: '' }));
    asked.end(body);
  });
}
