/** Random ways of a request to a server in production mode: with TLS and without, and what its headers pretend. */
import type { Random } from '../../src/testing/index.ts';
import type { DeedRequest } from './production-deeds.ts';
import { type ProductionServer, publicHost, type WireRequest } from './production-server.ts';

type Headers = readonly (readonly [name: string, value: string])[];

/** What a proxy says of a request that came to it over https. */
const secureSchemes = ['https', 'HTTPS', 'Https', ' https ', 'https, https', 'https,HTTPS'];

/** What it says, or passes on, of any other. */
const insecureSchemes = [
  ...['http', 'HTTP', 'ws', 'wss', 'tls', 'ssl', 'on', 'true', '1', '443', '', ' ', ','],
  ...['https, http', 'https,http', 'https, https, http', 'https,', 'https\t,x'],
  ...['http, https', 'http,https,https', 'ws, https', ', https'],
  ...['httpss', 'xhttps', 'https:', 'https://', '"https"', 'https;http', 'https http', 'https; q=1'],
];

/** Headers that say https in other words; none of them counts. */
const pretences: Headers = [
  ['Forwarded', 'proto=https'],
  ['Forwarded', 'for=203.0.113.9;proto=https;host=flows.example.com'],
  ['X-Forwarded-Ssl', 'on'],
  ['X-Forwarded-Scheme', 'https'],
  ['X-Forwarded-Protocol', 'https'],
  ['X-Forwarded-Port', '443'],
  ['X-Forwarded-Host', publicHost],
  ['X-Scheme', 'https'],
  ['X-Url-Scheme', 'https'],
  ['Front-End-Https', 'on'],
  ['CloudFront-Forwarded-Proto', 'https'],
  ['X-ARR-SSL', '2048'],
  ['X_Forwarded_Proto', 'https'],
  ['Upgrade-Insecure-Requests', '1'],
  ['Upgrade', 'TLS/1.2, HTTP/1.1'],
  ['Origin', `https://${publicHost}`],
  ['Referer', `https://${publicHost}/`],
  ['Cookie', 'secure=1'],
  ['Via', '2.0 proxy'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X-Forwarded-For', '203.0.113.9, 127.0.0.1'],
  ['X-Real-IP', '127.0.0.1'],
  ['Expect', '100-continue'],
];

const hostsOf = ({ port }: ProductionServer): readonly string[] => [
  ...[publicHost, `${publicHost}:443`, 'localhost', `127.0.0.1:${port}`, '[::1]:443', '203.0.113.9'],
];

const wrongHosts = ['', 'elsewhere.example', `https://${publicHost}`, `${publicHost}, localhost`];

function credentials(random: Random, token: string): Headers {
  return random.weighted<Headers>([
    [6, [['Authorization', `Bearer ${token}`]]],
    [1, []],
    [1, [['Authorization', `Bearer ${token}x`]]],
    [1, [['X-API-Key', 'sbx_012345678901_x']]],
    [1, [['Authorization', 'Basic YW5uOnF1b2trYQ==']]],
  ]);
}

function wired({ method, path, headers = {}, body }: DeedRequest, more: Headers): Omit<WireRequest, 'over'> {
  const type: Headers = body === undefined ? [] : [['Content-Type', 'application/json']];
  const accept: Headers = [['Accept', 'application/json, text/event-stream']];
  return {
    ...{ method, path, body: body === undefined ? '' : JSON.stringify(body) },
    headers: [...type, ...(path === '/mcp' ? accept : []), ...Object.entries(headers), ...more],
  };
}

/** Null if this server performs no request of this machine. */
export function withTls(random: Random, server: ProductionServer, request: DeedRequest): WireRequest | null {
  const { hasTls, proxy, token } = server;
  if (!hasTls && proxy === 'elsewhere') return null;
  const scheme = ['X-Forwarded-Proto', random.pick(secureSchemes)] as const;
  const client = ['X-Forwarded-For', random.pick(['203.0.113.9', '10.0.0.1, 203.0.113.9'])] as const;
  const headers: Headers = [
    ['Host', random.pick(hostsOf(server))],
    ['Authorization', `Bearer ${token}`],
    ...(proxy === 'here' ? [scheme, ...(random.chance(0.5) ? [client] : [])] : []),
  ];
  return { ...wired(request, headers), over: hasTls ? 'tls' : 'tcp' };
}

export function withoutTls(random: Random, server: ProductionServer, request: DeedRequest): WireRequest {
  const { hasTls, proxy, token } = server;
  // Over the TLS of this server, the proxy speaks for its client.
  const over = hasTls && proxy === 'here' && random.chance(0.6) ? 'tls' : 'tcp';
  const isBelieved = proxy === 'here' && (over === 'tls' || !hasTls);
  const schemes = random.weighted<readonly string[]>([
    [2, []],
    [5, [random.pick(isBelieved ? insecureSchemes : [...secureSchemes, ...insecureSchemes])]],
    [1, random.shuffle([random.pick(secureSchemes), random.pick(insecureSchemes)])],
  ]);
  const hosts: Headers = random.chance(0.1)
    ? random.pick<Headers>([[], [['Host', random.pick(wrongHosts)]]])
    : [['Host', random.pick(hostsOf(server))]];
  const headers: Headers = [
    ...hosts,
    ...credentials(random, token),
    ...schemes.map((scheme) => ['X-Forwarded-Proto', scheme] as const),
    ...random.shuffle(pretences).slice(0, random.pick([0, 0, 1, 2, 4])),
  ];
  return { ...wired(request, headers), over };
}
