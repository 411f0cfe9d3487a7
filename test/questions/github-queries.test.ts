/** The GraphQL of the GitHub server for tests: what it answers, and what it refuses as GitHub does. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from './api-server.ts';
import type { Json } from './apis/description.ts';

const token = 'secret-token-1';
let server: ApiServer;

beforeEach(async () => {
  const repositories = [{ fullName: 'Acme/platform' }, { fullName: 'acme/tenants', defaultBranch: 'trunk' }];
  server = await startApiServer('github', { token, seed: { repositories } });
});

afterEach(() => server.close());

async function ask(body: Json, authorization: string | null = `Bearer ${token}`): Promise<unknown> {
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(authorization === null ? {} : { Authorization: authorization }),
    },
    body: JSON.stringify(body),
  });
  return { ...((await response.json()) as object), status: response.status };
}

test('[Q7.5] GraphQL of GitHub finds repositories by address and by name, without case', async () => {
  const query = `query($one: URI!, $owner: String!) {
    # Both are the same.
    one: resource(url: $one) { __typename ... on Repository { nameWithOwner defaultBranchRef { name target { oid } } } }
    two: repository(owner: $owner, name: "PLATFORM", followRenames: true) { nameWithOwner }
    none: resource(url: "https://github.com/acme/nowhere") { url }
  }`;
  const variables = { one: 'https://github.com/acme/PLATFORM', owner: 'acme' };
  expect(await ask({ query, variables })).toEqual({
    status: 200,
    data: {
      one: {
        __typename: 'Repository',
        nameWithOwner: 'Acme/platform',
        defaultBranchRef: { name: 'main', target: { oid: expect.stringMatching(/^[0-9a-f]{40}$/) } },
      },
      two: { nameWithOwner: 'Acme/platform' },
      none: null,
    },
  });
  expect(await ask({ query: '{ repository(owner: "acme", name: "nowhere") { id } }' })).toEqual({
    status: 200,
    data: { repository: null },
    errors: [
      expect.objectContaining({
        type: 'NOT_FOUND',
        message: expect.stringContaining('Could not resolve to a Repository'),
      }),
    ],
  });
  expect(server.problems).toEqual([]);
});

const url = 'https://github.com/acme/tenants';
type Refused = [query: string, problem: RegExp, variables?: Readonly<Record<string, Json>>];

const refused: readonly Refused[] = [
  ['{ resource(url: $url) { url } }', /\$url is used by anonymous query but not declared/],
  [
    'query($url: String!) { resource(url: $url) { url } }',
    /Type mismatch on variable \$url and argument url \(String! \/ URI!\)/,
    { url },
  ],
  ['query($url: URI) { resource(url: $url) { url } }', /Type mismatch on variable \$url/, { url }],
  ['query($url: URI!) { resource(url: $url) { url } }', /\$url of type URI! was provided invalid value/],
  ['query($a: URI!) { resource(url: "x:y") { url } }', /\$a is declared by anonymous query but not used/],
  ['{ resource(url: "x:y") { url } }', /Variable \$url is given, but not declared/, { url }],
  ['{ resource(url: "x:y") { nameWithOwner } }', /'nameWithOwner' doesn't exist on type 'Uniform/],
  ['{ resource(url: "x:y") { ... on Repository { fullName } } }', /'fullName' doesn't exist on type 'Repo/],
  ['{ resource(url: "x:y") { ... on Commit { oid } } }', /on Commit can't be spread inside Uniform/],
  ['{ resource(url: "x:y") { ... on Gist { id } } }', /No such type Gist/],
  ['{ resource { url } }', /missing required arguments: url/],
  ['{ resource(url: 1) { url } }', /invalid value\. Expected type 'URI!'/],
  ['{ resource(link: "x:y", url: "x:y") { url } }', /doesn't accept argument 'link'/],
  ['{ resource(url: "x:y") }', /must have selections/],
  ['{ resource(url: "x:y") { url { path } } }', /can't be made on scalars/],
  ['{ a: resource(url: "x:y") { url } a: resource(url: "y:x") { url } }', /field conflict/],
  ['{ resource(url: "x:y") { url }', /Expected a name, actual: the end/],
  ['mutation { addStar { id } }', /Expected "query", actual: "mutation"/],
  ['{ resource(url: "x:y") { url } } ;', /Expected a token, actual: ";"/],
];

test.each(refused)('[Q7.5] GraphQL of GitHub refuses %s', async (query, problem, variables) => {
  const answer = await ask({ query, ...(variables === undefined ? {} : { variables }) });
  expect(answer).toEqual({ status: 200, errors: expect.any(Array) });
  expect(JSON.stringify(answer)).not.toContain('"data"');
  expect(server.problems.join('\n')).toMatch(problem);
});

test('[Q7.5] GraphQL of GitHub refuses a query without a token, and fields that it does not know', async () => {
  const query = '{ resource(url: "x:y") { url } }';
  expect(await ask({ query }, null)).toMatchObject({ status: 401, message: 'Requires authentication' });
  expect(await ask({ query, token: '1' })).toMatchObject({ status: 422 });
  expect(await ask({})).toMatchObject({ status: 422 });
  expect(server.problems).toHaveLength(3);
});
