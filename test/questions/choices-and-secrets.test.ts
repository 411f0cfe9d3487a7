/** Choices that come from a call, and secrets that may not be sent: with real requests to local servers. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { adapterCases, requestsOf } from './adapter-cases.ts';
import { copyOf, type FlowServer, openFlowServer, playDialogue } from './flow-server.ts';

const closing: { close(): Promise<void> }[] = [];
const opened = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
  const resource = await opening;
  closing.push(resource);
  return resource;
};

afterEach(async () => {
  for (const resource of closing.splice(0).reverse()) await resource.close();
});

interface Listing {
  readonly url: string;
  readonly requests: { readonly line: string; readonly headers: IncomingHttpHeaders }[];
  /** What the next requests get. */
  answer: { readonly status: number; readonly body: unknown };
  close(): Promise<void>;
}

/** A server that answers every request alike. */
async function openListing(): Promise<Listing> {
  const server: Server = createServer(({ method, url, headers }, response) => {
    listing.requests.push({ line: `${method} ${url}`, headers });
    const { status, body } = listing.answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const listing: Listing = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    requests: [],
    answer: { status: 200, body: null },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return listing;
}

/** As Artifact Hub describes a Helm package. */
const packageOf = (name: string, ...versions: readonly string[]) => ({
  package_id: 'd7f3c3a5-5b6f-4d0a-9a43-8d4b8f3a2f11',
  ...{ name, normalized_name: name, version: versions[0], app_version: '2.12.6', deprecated: false },
  repository: { name, kind: 0, url: `https://charts.example.com/${name}` },
  available_versions: versions.map((version, index) => ({
    ...{ version, contains_security_updates: false, prerelease: false, ts: 1_760_000_000 - index },
  })),
});

/** As GitHub lists tags. */
const tagsOf = (...names: readonly string[]) =>
  names.map((name, index) => ({
    ...{ name, node_id: `REF_${index}` },
    zipball_url: `https://api.github.com/repos/rancher/local-path-provisioner/zipball/refs/tags/${name}`,
    commit: { sha: 'c'.repeat(40), url: 'https://api.github.com/commits/c' },
  }));

const artifactHub = 'https://artifacthub.io';
const lists = [
  {
    ...{ name: 'nats', host: artifactHub, line: 'GET /api/v1/packages/helm/nats/nats' },
    ...{ fixed: ['1.3.3', '1.2.6'], body: packageOf('nats', '2.0.0', '1.3.3', '1.2.6') },
    offered: ['2.0.0', '1.3.3', '1.2.6'],
  },
  {
    ...{ name: 'external_dns', host: artifactHub, fixed: ['1.15.0'] },
    line: 'GET /api/v1/packages/helm/external-dns/external-dns',
    ...{ body: packageOf('external-dns', '1.20.0', '1.15.0'), offered: ['1.20.0', '1.15.0'] },
  },
  {
    ...{ name: 'local_path_provisioner', host: 'https://api.github.com', fixed: ['v0.0.28', 'v0.0.27'] },
    line: 'GET /repos/rancher/local-path-provisioner/tags?per_page=100',
    ...{ body: tagsOf('v0.0.32', 'v0.0.28'), offered: ['v0.0.32', 'v0.0.28'] },
  },
];

describe.each(lists)('the versions of $name', ({ name, host, line, fixed, body, offered }) => {
  async function open(): Promise<{ readonly listing: Listing; readonly server: FlowServer }> {
    const listing = await opened(openListing());
    const server = await opened(openFlowServer());
    await server.save(`made/${name}.yaml`, await copyOf(`adapters/${name}.yaml`, { [host]: listing.url }));
    return { listing, server };
  }
  const begin = { adapters: [name] };
  const first = (choices: readonly string[]) => ({
    status: 200,
    body: { question: { id: `${name}.version`, choices } },
  });

  test('[Q7.4] are those that the server lists, and are fetched once', async () => {
    const { listing, server } = await open();
    listing.answer = { status: 200, body };
    expect(await server.ask('POST /v1/question-sessions', begin)).toMatchObject(first(offered));
    const [latest] = offered;
    const played = await playDialogue(server, begin, { [`${name}.version`]: latest ?? '' });
    expect(played.last.body).toMatchObject({
      completed: true,
      feedback_history: expect.arrayContaining([
        expect.objectContaining({ question_id: `${name}.version`, value: latest }),
      ]),
    });
    // Once for each session.
    expect(listing.requests.map((each) => each.line)).toEqual([line, line]);
    expect(listing.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(listing.requests[0]?.headers['user-agent']).toMatch(/^signalbox\//);
    const refused = await playDialogue(server, begin, { [`${name}.version`]: '0.0.0' });
    expect(refused.last.body['error']).toMatchObject({
      code: 'VALIDATION_ERROR',
      field: `${name}.version`,
      validation_rule: 'choices',
    });
  });

  test('[Q7.4] are those of the document when the server fails, or lists none', async () => {
    const { listing, server } = await open();
    const answers = [
      { status: 500, body: { message: 'later' } },
      { status: 404, body: { message: 'not here' } },
      { status: 200, body: { versions: 1 } },
      { status: 200, body: {} },
      { status: 200, body: [] },
    ];
    for (const answer of answers) {
      listing.answer = answer;
      expect(await server.ask('POST /v1/question-sessions', begin)).toMatchObject(first(fixed));
      const { last } = await playDialogue(server, begin, { [`${name}.version`]: fixed[0] ?? '' });
      expect(last.body).toMatchObject({ completed: true });
    }
    expect(new Set(listing.requests.map((each) => each.line))).toEqual(new Set([line]));
  });
});

describe.each(adapterCases)('the secrets of $name', (adapterCase) => {
  const { name, start, copy, secrets, answers, operations } = adapterCase;
  const [[secret, value] = ['', '']] = Object.entries(secrets);
  const field = Object.entries(answers).find(([, answer]) => answer === `$${secret}`)?.[0];
  const uses = operations.findIndex(({ id }) => id !== 'argocd.check_server');

  const refusals = [
    ['it has no value', true, false, /has no value: the environment variable is not set/],
    ['it may not be sent to this host', false, true, /may not be sent to 127\.0\.0\.1/],
    ['it is not listed', null, true, /may not be used in workflows/],
  ] as const;

  test.each(refusals)(
    '[Q12.2] no request is sent with a secret if %s',
    async (_, isAllowedHere, isSet, reason) => {
      const api = await opened(start());
      const others = Object.fromEntries(Object.entries(secrets).filter(([other]) => other !== secret));
      const hosts = isAllowedHere === null ? {} : { [secret]: [isAllowedHere ? api.port : 9] };
      const server = await opened(
        openFlowServer({ secrets: isSet ? secrets : others, allowed: hosts, port: api.port }),
      );
      await server.save(`made/${name}.yaml`, await copy(api));
      const before = api.state();
      const { last } = await playDialogue(server, { adapters: [name] }, answers);
      expect(last.body['error']).toEqual({
        code: 'SECRET_ERROR',
        message: expect.stringMatching(reason),
        env_var: secret,
        field,
        operation: operations[uses]?.id,
        undone: '',
      });
      expect(last.text).not.toContain(value);
      expect(requestsOf(api)).toEqual(operations.slice(0, uses).map(({ request }) => request));
      expect(api.state()).toEqual(before);
      expect(api.problems).toEqual([]);
    },
  );
});
