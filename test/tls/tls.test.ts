/** The server over TLS, with generated certificates. */
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type RequestOptions } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { developmentPrincipal } from '../../src/server/auth/development-principal.ts';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import { type HttpServer, serveHttp } from '../../src/server/http/serve-http.ts';
import { createProxies } from '../../src/server/message/client-address.ts';
import type { Peer } from '../../src/server/message/peer.ts';
import { openAuthenticator, scriptedOptions } from '../server/scripted-endpoint.ts';
import { type Authority, type Certificate, makeAuthority, makeCertificate } from './make-certificate.ts';

let folder = '';
let server: HttpServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-tls-'));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

const authority: Authority = makeAuthority('Flows Root');
const files = () => ({ cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') });
const forServer = (): Certificate =>
  makeCertificate({ name: 'flows', dns: ['localhost'], ips: ['127.0.0.1'], by: authority });

async function put({ cert, key }: Certificate): Promise<void> {
  await writeFile(files().cert, cert);
  await writeFile(files().key, key);
}

interface Opened {
  readonly url: string;
  readonly peers: readonly Peer[];
  readonly told: readonly string[];
}

async function open(
  clientCa = '',
  certificatesEvery = 3_600_000,
  proxies: readonly string[] = [],
): Promise<Opened> {
  const peers: Peer[] = [];
  const told: string[] = [];
  const gate = openAuthenticator((_, peer) => {
    peers.push(peer);
    return developmentPrincipal('ann');
  });
  server = await serveHttp({
    ...scriptedOptions({
      authenticatorFor: () => gate,
      proxies: createProxies(proxies),
      isDevelopment: proxies.length === 0,
      limits: { ...httpLimits, closeTimeout: 50, certificatesEvery },
    }),
    host: '127.0.0.1',
    port: 0,
    publicUrl: '',
    tls: { ...files(), clientCa },
    tell: (line) => void told.push(line),
  });
  return { url: server.url, peers, told };
}

interface TlsAnswer {
  readonly status: number;
  readonly fingerprint: string;
}

function ask(url: string, more: RequestOptions = {}): Promise<TlsAnswer> {
  return new Promise((resolve, reject) => {
    const asked = get(
      `${url}/.well-known/mcp.json`,
      { ca: authority.cert, agent: false, ...more },
      (answer) => {
        const certificate = (answer.socket as TLSSocket).getPeerX509Certificate();
        answer
          .resume()
          .once('end', () =>
            resolve({ status: answer.statusCode ?? 0, fingerprint: certificate?.fingerprint256 ?? '' }),
          );
      },
    );
    asked.once('error', reject);
  });
}

const fingerprintOf = ({ cert }: Certificate): string => new X509Certificate(cert).fingerprint256;

test('[W8.1] it serves TLS, and loads new certificates while it runs', async () => {
  const [first, second] = [forServer(), forServer()];
  await put(first);
  const { url } = await open();
  expect(url).toMatch(/^https:/);
  expect(await ask(url)).toEqual({ status: 200, fingerprint: fingerprintOf(first) });
  await put(second);
  expect(await server?.reload()).toBeUndefined();
  expect(await ask(url)).toEqual({ status: 200, fingerprint: fingerprintOf(second) });
});

test('[W8.1] replaced files are detected automatically', async () => {
  const [first, second] = [forServer(), forServer()];
  await put(first);
  const { url, told } = await open('', 10);
  await ask(url);
  await put(second);
  while ((await ask(url)).fingerprint !== fingerprintOf(second)) await new Promise(setImmediate);
  while (!told.includes('New certificates are active.')) await new Promise(setImmediate);
});

test('[W9.2] unusable certificates are reported, and the previous ones stay active', async () => {
  const first = forServer();
  await put(first);
  const { url } = await open();
  await writeFile(files().key, forServer().key);
  expect(await server?.reload()).toContain('cannot be used together');
  await rm(files().cert);
  expect(await server?.reload()).toContain('SIGNALBOX_TLS_CERT');
  expect(await ask(url)).toEqual({ status: 200, fingerprint: fingerprintOf(first) });
});

test('[W8.1] it does not start with unusable certificates', async () => {
  await put({ ...forServer(), key: 'no key' });
  await expect(open()).rejects.toMatchObject({ details: { code: 'bad_certificate' } });
});

test('[W8.3] all problems of the files are reported at once, by the settings that name them', async () => {
  await put({ cert: 'no certificate', key: 'no key' });
  await expect(open()).rejects.toThrow(
    /SIGNALBOX_TLS_CERT names does not contain a certificate as PEM\..*SIGNALBOX_TLS_KEY names does not contain a key as PEM\./,
  );
  await rm(files().cert);
  await expect(open()).rejects.toThrow(
    /SIGNALBOX_TLS_CERT names cannot be read\..*SIGNALBOX_TLS_KEY names does not contain a key as PEM\./,
  );
});

test('[W1.6] a client certificate of a configured authority is identified by its names; any other does not authenticate', async () => {
  await put(forServer());
  const clients = makeAuthority('Clients');
  const clientCa = join(folder, 'clients.pem');
  await writeFile(clientCa, clients.cert);
  const { url, peers } = await open(clientCa);
  const uris = ['spiffe://example.org/agents/invoice'];
  const good = makeCertificate({ name: 'invoice', uris, by: clients });
  const foreign = makeCertificate({ name: 'invoice', uris, by: makeAuthority('Clients') });
  const own = makeCertificate({ name: 'invoice', uris });
  const odd = makeCertificate({
    name: 'odd',
    uris: ['spiffe://a/b, URI:spiffe://example.org/agents/invoice'],
    by: clients,
  });
  for (const shown of [good, foreign, own, odd]) expect((await ask(url, { ...shown })).status).toBe(200);
  expect((await ask(url)).status).toBe(200);
  expect(peers.map(({ certificate }) => certificate?.uris)).toEqual([
    uris,
    undefined,
    undefined,
    [],
    undefined,
  ]);
  expect(peers.every(({ isSecure }) => isSecure)).toBe(true);
});

test('[W1.6][W8.2] the certificate of a configured proxy does not authenticate its clients', async () => {
  await put(forServer());
  const clients = makeAuthority('Clients');
  const clientCa = join(folder, 'clients.pem');
  await writeFile(clientCa, clients.cert);
  const { url, peers } = await open(clientCa, 3_600_000, ['127.0.0.1']);
  const ingress = makeCertificate({ name: 'ingress', uris: ['spiffe://example.org/ingress'], by: clients });
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' };
  expect((await ask(url, { ...ingress, headers })).status).toBe(200);
  expect((await ask(url, { ...ingress })).status).toBe(200);
  expect(peers).toEqual([
    { address: '203.0.113.9', isSecure: true },
    { address: '127.0.0.1', isSecure: false },
  ]);
});

test('[W8.1] a plain HTTP request is refused, and the server continues', async () => {
  await put(forServer());
  const { url } = await open();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let heard = '';
  socket.on('data', (piece) => {
    heard += piece;
  });
  await new Promise((resolve) => socket.once('close', resolve));
  expect(heard).not.toContain('alive');
  expect((await ask(url)).status).toBe(200);
});
