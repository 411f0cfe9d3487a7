import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, describe, expect, test } from 'vitest';
import { type ApiServer, type ApiServerOptions, startApiServer } from './api-server.ts';
import { type ApiName, type Json, type JsonObject, readDescription } from './apis/description.ts';

const token = 'secret-token-1';
const servers: ApiServer[] = [];

async function start<Name extends ApiName>(
  name: Name,
  options: Omit<ApiServerOptions<Name>, 'token'> = {},
): Promise<ApiServer> {
  const server = await startApiServer(name, { token, ...options });
  servers.push(server);
  return server;
}

interface Sent {
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the token; null: none. */
  readonly authorization?: string | null;
}

async function ask(
  server: ApiServer,
  call: string,
  { body, headers = {}, authorization = `Bearer ${token}` }: Sent = {},
): Promise<readonly [status: number, body: JsonObject]> {
  const [method = '', path = ''] = call.split(' ');
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? {} : JSON.parse(text)];
}

const statusOf = async (server: ApiServer, call: string, sent?: Sent) => (await ask(server, call, sent))[0];

/** A member of a member of what was answered. */
const member = (value: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((each, name) => (each as JsonObject | undefined)?.[name], value);

const rule = { direction: 'in', protocol: 'tcp', port: '443', source_ips: ['0.0.0.0/0', '::/0'] };
const network = {
  name: 'shop',
  ip_range: '10.0.0.0/16',
  subnets: [{ type: 'cloud', network_zone: 'eu-central', ip_range: '10.0.1.0/24' }],
};
const publicKey = `ssh-ed25519 ${Buffer.from('a key').toString('base64')} me@example.com`;
const repo = '/repos/octo/site';
const application = {
  metadata: { name: 'web' },
  spec: {
    project: 'shop',
    source: { repoURL: 'https://github.com/octo/site', path: 'deploy', targetRevision: 'main' },
    destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
    syncPolicy: { automated: { prune: true }, syncOptions: ['CreateNamespace=true'] },
  },
};
const project = {
  metadata: { name: 'shop' },
  spec: {
    sourceRepos: ['https://github.com/octo/*'],
    destinations: [{ server: 'https://kubernetes.default.svc', namespace: 'shop' }],
  },
};
const githubSeed = { repositories: [{ fullName: 'octo/site', releases: ['v1'] }] };

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

describe.each(['hetzner', 'github', 'argocd'] as const)('the description of %s', (name) => {
  const document = readDescription(name);

  test('[Q7.5] is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect([valid, validator.version]).toEqual([true, '3.1']);
  });

  test('[Q7.5] allows no other property in the body of a request', () => {
    const bodies = JSON.stringify(
      Object.values(document['paths'] as JsonObject).flatMap((item) =>
        Object.values(item as JsonObject).flatMap((each) => member(each, 'requestBody.content') ?? []),
      ),
    );
    const named = [...bodies.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, each = '']) => each);
    const schemas = (document['components'] as JsonObject)['schemas'] as JsonObject;
    for (const each of new Set(named)) {
      const schema = schemas[each] as JsonObject;
      if (schema['properties'] !== undefined)
        expect([each, schema['additionalProperties']]).toEqual([each, false]);
    }
    expect(bodies.match(/"properties"/g)?.length ?? 0).toBe(
      bodies.match(/"additionalProperties":false/g)?.length ?? 0,
    );
  });
});

describe('the right sequence', () => {
  test('[Q7.5] at Hetzner: everything is created, applied, removed and deleted', async () => {
    const server = await start('hetzner', {
      seed: { servers: [{ name: 'web-1', labels: { role: 'web' } }, { name: 'db-1' }] },
    });
    const before = server.state();
    const [, found] = await ask(server, 'GET /servers?label_selector=role%3Dweb&per_page=50&sort=name:asc');
    expect(member(found, 'servers.length')).toBe(1);
    expect(member(found, 'meta.pagination.total_entries')).toBe(1);
    const serverId = member(found, 'servers.0.id') ?? null;
    for (const path of ['/locations', '/server_types', '/networks', '/ssh_keys?per_page=1']) {
      expect(await statusOf(server, `GET ${path}`)).toBe(200);
    }

    const [created, { network: made = null }] = await ask(server, 'POST /networks', { body: network });
    expect([created, member(made, 'subnets.0.gateway')]).toEqual([201, '10.0.0.1']);
    const [, { firewall = null }] = await ask(server, 'POST /firewalls', {
      body: { name: 'web', rules: [rule] },
    });
    const firewallPath = `/firewalls/${member(firewall, 'id')}`;
    const target = [{ type: 'server', server: { id: serverId } }];
    const apply = { body: { apply_to: target } };
    expect(await statusOf(server, `POST ${firewallPath}/actions/apply_to_resources`, apply)).toBe(201);
    const [again, already] = await ask(server, `POST ${firewallPath}/actions/apply_to_resources`, apply);
    expect([again, member(already, 'error.code')]).toEqual([422, 'firewall_already_applied']);
    const [, { ssh_key: key = null }] = await ask(server, 'POST /ssh_keys', {
      body: { name: 'me', public_key: publicKey },
    });

    const [conflict, taken] = await ask(server, 'POST /networks', { body: network });
    expect([conflict, member(taken, 'error.code')]).toEqual([409, 'uniqueness_error']);
    const [inUse, used] = await ask(server, `DELETE ${firewallPath}`);
    expect([inUse, member(used, 'error.code')]).toEqual([422, 'resource_in_use']);
    const remove = { body: { remove_from: target } };
    expect(await statusOf(server, `POST ${firewallPath}/actions/remove_from_resources`, remove)).toBe(201);
    const paths = [firewallPath, `/networks/${member(made, 'id')}`, `/ssh_keys/${member(key, 'id')}`];
    for (const path of paths) expect(await statusOf(server, `DELETE ${path}`)).toBe(204);
    for (const path of paths) expect(await statusOf(server, `DELETE ${path}`)).toBe(404);
    expect(server.problems).toEqual([]);
    expect(server.state()).toEqual(before);
  });

  test('[Q7.5] at GitHub: a branch, a variable and a file are created and deleted', async () => {
    const server = await start('github', { seed: githubSeed });
    const before = server.state();
    const [, { default_branch: main = null }] = await ask(server, `GET ${repo}`);
    const [, ref] = await ask(server, `GET ${repo}/git/ref/heads/${main}`);
    const sha = member(ref, 'object.sha') ?? null;
    const branch = { ref: 'refs/heads/feature/setup', sha };
    expect(await statusOf(server, `POST ${repo}/git/refs`, { body: branch })).toBe(201);
    expect(await ask(server, `POST ${repo}/git/refs`, { body: branch })).toMatchObject([
      422,
      { message: 'Reference already exists' },
    ]);
    expect(await statusOf(server, `GET ${repo}/branches?per_page=100`)).toBe(200);
    expect(await statusOf(server, `GET ${repo}/releases`)).toBe(200);

    const variable = { name: 'STAGE', value: 'test' };
    expect(await ask(server, `POST ${repo}/actions/variables`, { body: variable })).toEqual([201, {}]);
    expect(await statusOf(server, `POST ${repo}/actions/variables`, { body: variable })).toBe(409);
    expect(await statusOf(server, `PATCH ${repo}/actions/variables/STAGE`, { body: { value: 'live' } })).toBe(
      204,
    );
    expect(await ask(server, `GET ${repo}/actions/variables`)).toMatchObject([
      200,
      { total_count: 1, variables: [{ name: 'STAGE', value: 'live' }] },
    ]);

    const file = { message: 'Add it', content: Buffer.from('a').toString('base64'), branch: 'feature/setup' };
    const path = `${repo}/contents/deploy/a.txt`;
    const [, made] = await ask(server, `PUT ${path}`, { body: file, authorization: `token ${token}` });
    const blob = member(made, 'content.sha') ?? null;
    expect(await statusOf(server, `PUT ${path}`, { body: file })).toBe(422);
    expect(await statusOf(server, `PUT ${path}`, { body: { ...file, sha } })).toBe(409);
    expect(await statusOf(server, `PUT ${path}`, { body: { ...file, sha: blob } })).toBe(200);
    const removal = { message: 'Remove it', sha: blob, branch: 'feature/setup' };
    expect(await statusOf(server, `DELETE ${path}`, { body: removal })).toBe(200);
    expect(await statusOf(server, `DELETE ${path}`, { body: removal })).toBe(404);

    expect(await statusOf(server, `DELETE ${repo}/git/refs/heads/feature/setup`)).toBe(204);
    expect(await statusOf(server, `DELETE ${repo}/git/refs/heads/feature/setup`)).toBe(422);
    expect(await statusOf(server, `DELETE ${repo}/actions/variables/STAGE`)).toBe(204);
    expect(await statusOf(server, `DELETE ${repo}/actions/variables/STAGE`)).toBe(404);
    expect(server.problems).toEqual([]);
    expect(server.state()).toEqual(before);
  });

  test('[Q7.5] at Argo CD: a project, a repository and an application are created and deleted', async () => {
    const server = await start('argocd', { seed: { username: 'setup', password: 'pass-word-1' } });
    const before = server.state();
    const login = { username: 'setup', password: 'pass-word-1' };
    expect(await ask(server, 'POST /api/v1/session', { body: login, authorization: null })).toEqual([
      200,
      { token },
    ]);
    expect(await statusOf(server, 'POST /api/v1/session', { body: { ...login, password: 'x' } })).toBe(401);
    expect(await ask(server, 'GET /api/v1/session/userinfo')).toMatchObject([200, { loggedIn: true }]);
    expect(await ask(server, 'GET /api/v1/session/userinfo', { authorization: 'Bearer other' })).toEqual([
      200,
      {},
    ]);
    expect(await statusOf(server, 'GET /api/version', { authorization: null })).toBe(200);
    expect(await ask(server, 'GET /api/v1/clusters')).toMatchObject([
      200,
      { items: [{ name: 'in-cluster' }] },
    ]);

    expect(await statusOf(server, 'POST /api/v1/applications', { body: application })).toBe(400);
    expect(await statusOf(server, 'POST /api/v1/projects', { body: { project } })).toBe(200);
    expect(await statusOf(server, 'POST /api/v1/projects', { body: { project } })).toBe(200);
    const other = { project: { ...project, spec: {} } };
    expect(await ask(server, 'POST /api/v1/projects', { body: other })).toMatchObject([400, { code: 3 }]);
    const repository = { repo: 'https://github.com/octo/site', type: 'git', username: 'x', password: 'y' };
    expect(await statusOf(server, 'POST /api/v1/repositories', { body: repository })).toBe(200);
    expect(await statusOf(server, 'POST /api/v1/applications', { body: application })).toBe(200);
    const foreign = { ...application.spec, source: { repoURL: 'https://example.com/x', path: '.' } };
    const body = { metadata: { name: 'other' }, spec: foreign };
    expect(await statusOf(server, 'POST /api/v1/applications', { body })).toBe(400);

    expect(await statusOf(server, 'DELETE /api/v1/projects/shop')).toBe(400);
    expect(await ask(server, 'DELETE /api/v1/applications/web?cascade=false')).toEqual([200, {}]);
    expect(await statusOf(server, 'DELETE /api/v1/applications/web')).toBe(403);
    expect(await statusOf(server, 'DELETE /api/v1/applications/web?project=shop')).toBe(404);
    const address = `/api/v1/repositories/${encodeURIComponent(repository.repo)}`;
    expect(await statusOf(server, `GET ${address}`)).toBe(200);
    expect(await statusOf(server, `DELETE ${address}`)).toBe(200);
    expect(await statusOf(server, `DELETE ${address}`)).toBe(403);
    expect(await statusOf(server, 'DELETE /api/v1/projects/shop')).toBe(200);
    expect(await statusOf(server, 'DELETE /api/v1/projects/shop')).toBe(404);
    expect(server.problems).toEqual([]);
    expect(server.state()).toEqual(before);
    expect(JSON.stringify(server.requests)).not.toContain('pass-word-1');
  });
});

type Refused = readonly [
  title: string,
  name: ApiName,
  call: string,
  sent: Sent,
  status: number,
  problem: RegExp,
];
const variables = `${repo}/actions/variables`;
const { spec } = application;

const refused: readonly Refused[] = [
  ['no authentication', 'hetzner', 'GET /servers', { authorization: null }, 401, /no Authorization header/],
  ['no authentication', 'github', `GET ${repo}`, { authorization: null }, 401, /no Authorization header/],
  [
    'no authentication',
    'argocd',
    'GET /api/v1/clusters',
    { authorization: null },
    401,
    /no Authorization header/,
  ],
  ['another scheme', 'hetzner', 'GET /servers', { authorization: `token ${token}` }, 401, /another form/],
  ['another scheme', 'argocd', 'GET /api/v1/clusters', { authorization: token }, 401, /another form/],
  ['an unknown field', 'hetzner', 'POST /networks', { body: { ...network, zone: 'x' } }, 422, /body zone/],
  [
    'an unknown field',
    'github',
    `POST ${variables}`,
    { body: { name: 'A', value: 'b', x: 1 } },
    422,
    /body x /,
  ],
  ['an unknown field', 'argocd', 'POST /api/v1/projects', { body: { project, x: 1 } }, 400, /body x /],
  [
    'an unknown field inside',
    'argocd',
    'POST /api/v1/applications',
    { body: { ...application, spec: { ...spec, syncPolicy: { automatic: {} } } } },
    400,
    /spec\.syncPolicy\.automatic/,
  ],
  [
    'a wrong type',
    'hetzner',
    'POST /networks',
    { body: { ...network, name: 1 } },
    422,
    /body name must be string/,
  ],
  [
    'a wrong type',
    'github',
    `POST ${variables}`,
    { body: { name: 'A', value: 1 } },
    422,
    /value must be string/,
  ],
  ['a wrong type', 'argocd', 'POST /api/v1/repositories', { body: { repo: 1 } }, 400, /repo must be string/],
  ['a missing field', 'hetzner', 'POST /networks', { body: { name: 'a' } }, 422, /body ip_range/],
  ['a missing field', 'github', `POST ${variables}`, { body: { name: 'A' } }, 422, /body value/],
  ['a missing field', 'argocd', 'POST /api/v1/projects', { body: {} }, 400, /body project/],
  ['a missing body', 'hetzner', 'POST /firewalls', {}, 422, /the body is missing/],
  ['an unknown path', 'hetzner', 'GET /server', {}, 404, /path is not described/],
  ['an unknown path', 'github', `GET ${repo}/variables`, {}, 404, /path is not described/],
  ['an unknown path', 'argocd', 'GET /api/v1/project', {}, 404, /path is not described/],
  ['an unknown method', 'hetzner', 'PATCH /networks/1', {}, 405, /method is not described/],
  ['an unknown query parameter', 'hetzner', 'GET /servers?label=x', {}, 422, /query label is unknown/],
  ['a page that is too large', 'hetzner', 'GET /servers?per_page=100', {}, 422, /query per_page/],
  [
    'a public range',
    'hetzner',
    'POST /networks',
    { body: { name: 'a', ip_range: '8.8.0.0/16' } },
    422,
    /ip_range/,
  ],
  [
    'a rule for TCP without a port',
    'hetzner',
    'POST /firewalls',
    { body: { name: 'a', rules: [{ ...rule, port: null }] } },
    422,
    /rules\.0\.port/,
  ],
  ['an identifier that is not a number', 'hetzner', 'GET /networks/shop', {}, 422, /path id/],
  [
    'a reference without refs',
    'github',
    `POST ${repo}/git/refs`,
    { body: { ref: 'heads/a', sha: 'x' } },
    422,
    /body ref/,
  ],
  ['a reference with refs', 'github', `GET ${repo}/git/ref/refs/heads/main`, {}, 422, /path ref/],
  [
    'a version that does not exist',
    'github',
    `GET ${repo}`,
    { headers: { 'X-GitHub-Api-Version': '3' } },
    400,
    /header/,
  ],
  [
    'a type that is not JSON',
    'github',
    `GET ${repo}`,
    { headers: { Accept: 'text/html' } },
    415,
    /header Accept/,
  ],
  [
    'a repository that is not encoded',
    'argocd',
    'GET /api/v1/repositories/https://github.com/a/b',
    {},
    404,
    /path/,
  ],
  ['a name that Kubernetes refuses', 'argocd', 'DELETE /api/v1/applications/My_App', {}, 400, /path name/],
  [
    'another content type',
    'argocd',
    'POST /api/v1/projects',
    { body: { project }, headers: { 'Content-Type': 'text/plain' } },
    400,
    /content type/,
  ],
];

describe('what is refused', () => {
  test.each(refused)('[Q7.5] %s (%s)', async (_, name, call, sent, status, problem) => {
    const server = await start(name, name === 'github' ? { seed: githubSeed } : {});
    const before = server.state();
    expect(await statusOf(server, call, sent)).toBe(status);
    expect(server.problems.length).toBeGreaterThan(0);
    expect(server.problems.join('\n')).toMatch(problem);
    expect(server.state()).toEqual(before);
  });

  test.each(['hetzner', 'github', 'argocd'] as const)(
    '[Q7.5] a wrong token, which is no mismatch (%s)',
    async (name) => {
      const server = await start(name, name === 'github' ? { seed: githubSeed } : {});
      const path = { hetzner: '/servers', github: repo, argocd: '/api/v1/clusters' }[name];
      expect(await statusOf(server, `GET ${path}`, { authorization: 'Bearer other' })).toBe(401);
      expect(server.problems).toEqual([]);
    },
  );

  test('[Q7.5] a token outside of the header is a problem, and is not recorded', async () => {
    const server = await start('hetzner');
    await ask(server, `GET /servers?name=${token}`);
    await ask(server, 'POST /networks', { body: { ...network, name: token } });
    expect(server.problems).toHaveLength(2);
    const rest = server.requests.map(({ headers: _, ...each }) => each);
    expect(JSON.stringify([rest, server.problems])).not.toContain(token);
    expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${token}`);
  });
});

test('[Q7.5] an answer that the description does not allow is a problem, too', async () => {
  const server = await start('hetzner', { seed: { servers: [{ name: 'web-1', status: 'asleep' }] } });
  expect(await statusOf(server, 'GET /servers')).toBe(200);
  expect(server.problems.join()).toMatch(/answer 200.*servers\.0\.status/);
});

describe('a failure that a test asks for', () => {
  test('[Q7.5] happens as often as asked, in the form of the API', async () => {
    const server = await start('hetzner', {
      failAt: { method: 'POST', path: /\/networks$/, status: 503, times: 2, after: 1 },
    });
    const statuses: number[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      statuses.push(await statusOf(server, 'POST /networks', { body: { ...network, name } }));
    }
    expect(statuses).toEqual([201, 503, 503, 201]);
    expect(member(server.state(), 'networks.length')).toBe(2);
  });

  test('[Q7.5] can come after the request was performed', async () => {
    const server = await start('hetzner');
    server.failAt({ method: 'POST', path: /\/networks$/, status: 504, isPerformed: true });
    expect(await statusOf(server, 'POST /networks', { body: network })).toBe(504);
    expect(await statusOf(server, 'POST /networks', { body: network })).toBe(409);
    expect(server.requests.map(({ status }) => status)).toEqual([504, 409]);
  });
});
