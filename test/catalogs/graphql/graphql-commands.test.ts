/**
 * Every command of a GraphQL API is called at a server with the reference implementation, which validates documents and
 * variables by its own.
 */
import { introspectionFromSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CommandDetail, CompiledCatalog } from '../../../src/catalogs/commands/catalog.ts';
import {
  type ApiOperation,
  type ApiRequest,
  compileGraphql,
  introspectionQuery,
  openGraphqlCommand,
} from '../../../src/catalogs/index.ts';
import { httpRequestOf } from '../../../src/connectors/openapi/api-exchange.ts';
import type { Json, Type } from '../../../src/expression/index.ts';
import { createRandom } from '../../../src/testing/index.ts';
import { forgeSchema } from './forge-schema.ts';
import { type GraphqlServer, startGraphqlServer } from './graphql-server.ts';
import { randomSchema } from './random-schema.ts';
import { randomVariables } from './random-variables.ts';

const seed = 20_261_119;
const rounds = process.env['SIGNALBOX_LONG'] === '1' ? 400 : 20;

interface Opened {
  readonly detail: CommandDetail;
  readonly operation: ApiOperation;
}

function open(catalog: CompiledCatalog, canonical: string): Opened {
  const at = catalog.index.commands.findIndex((each) => each.canonical === canonical);
  const detail = catalog.detail(at);
  if (detail.call.kind !== 'graphql') throw new Error(canonical);
  return { detail, operation: openGraphqlCommand(detail.call, detail, canonical) };
}

function compiled(text: string): CompiledCatalog {
  const result = compileGraphql({ kind: 'sdl', text });
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.catalog;
}

function builtOf({ operation }: Opened, args: { readonly [name: string]: Json }): ApiRequest {
  const built = operation.build(args);
  if (built.kind === 'problems') throw new Error(built.problems.join('\n'));
  return built.request;
}

/** As the connector sends it. */
async function send(url: string, request: ApiRequest): Promise<Json> {
  const defaults = { headers: {}, version: '1.2.3', timeout: undefined };
  const { method, url: address, headers, body } = httpRequestOf(new URL(url), request, [], defaults);
  const answer = await fetch(address, {
    method,
    headers: headers as Record<string, string>,
    body: body === undefined ? null : Buffer.from(body),
  });
  return (await answer.json()) as Json;
}

/** Whether a value has the type; null is one of each. */
function isOf(type: Type, value: Json): boolean {
  if (value === null || type.kind === 'any') return true;
  if (type.kind === 'list') return Array.isArray(value) && value.every((each: Json) => isOf(type.of, each));
  if (type.kind === 'object') {
    if (typeof value !== 'object' || Array.isArray(value)) return false;
    const given = value as { readonly [name: string]: Json };
    return type.fields.every(({ name, type: of, optional }) =>
      Object.hasOwn(given, name) ? isOf(of, given[name] ?? null) : optional,
    );
  }
  if (type.kind === 'int') return Number.isInteger(value);
  if (type.kind === 'bool') return typeof value === 'boolean';
  return typeof value === type.kind;
}

/** Calls every command of a schema, and returns what went wrong. */
async function callAll(
  server: GraphqlServer,
  catalog: CompiledCatalog,
  at: number,
): Promise<readonly string[]> {
  const random = createRandom(at);
  const wrong: string[] = [];
  for (const { canonical, reads } of catalog.index.commands) {
    const [kind = '', field = ''] = canonical.split(':');
    const root = kind === 'query' ? server.schema.getQueryType() : server.schema.getMutationType();
    const args = randomVariables(root?.getFields()[field]?.args ?? [], random);
    const opened = open(catalog, canonical);
    const built = opened.operation.build(args);
    if (built.kind === 'problems') {
      wrong.push(`${canonical} ${JSON.stringify(args)}: ${built.problems.join(' ')}`);
      continue;
    }
    const body = await send(server.url, built.request);
    const answer = opened.operation.read?.(body);
    const calls = server.takeCalls();
    if (answer?.kind !== 'result' || answer.warnings.length > 0 || !isOf(opened.detail.result, answer.value))
      wrong.push(`${canonical}: ${JSON.stringify(answer).slice(0, 500)}`);
    if (calls.length !== 1 || calls[0]?.field !== field || calls[0]?.operation !== kind)
      wrong.push(`${canonical} called ${JSON.stringify(calls)}`);
    if (reads !== (kind === 'query')) wrong.push(`${canonical} ${reads ? 'reads' : 'writes'}`);
  }
  return wrong;
}

describe('an API', () => {
  const catalog = compiled(forgeSchema);
  let server: GraphqlServer;

  beforeAll(async () => {
    server = await startGraphqlServer(forgeSchema, createRandom(seed));
  });
  afterAll(() => server.close());

  test(`[C4.2][C4.5] each command is accepted with random arguments, and its answer has its type, seed ${seed}`, async () => {
    for (let round = 0; round < rounds; round++)
      expect(await callAll(server, catalog, seed + round), `round ${round}`).toEqual([]);
  });

  test('[C4.1] its introspection gives the same commands', async () => {
    const query = JSON.stringify({ query: introspectionQuery() });
    const response = await fetch(server.url, { method: 'POST', body: query });
    const asked = compileGraphql({ kind: 'introspection', result: (await response.json()) as Json });
    expect(asked.kind === 'catalog' && asked.catalog.index).toEqual(catalog.index);
    const all = introspectionFromSchema(server.schema, { oneOf: true }) as unknown as Json;
    const result = compileGraphql({ kind: 'introspection', result: all });
    if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
    for (const [at] of catalog.index.commands.entries()) {
      const [mine, its] = [catalog.detail(at), result.catalog.detail(at)];
      expect({ ...its, description: '' }).toEqual({ ...mine, description: '' });
    }
  });

  test('[C4.3] arguments arrive as they are given, whatever is in them', async () => {
    const text = '") { secret } } mutation M { deleteAll } #\n"""\\';
    const issue = open(catalog, 'query:issue');
    await send(server.url, builtOf(issue, { number: 1, repository: text }));
    expect(server.takeCalls()).toEqual([
      { operation: 'query', field: 'issue', args: { number: 1, repository: text } },
    ]);
  });

  test('[C4.3] what is omitted or null has the default of the API', async () => {
    await send(server.url, builtOf(open(catalog, 'query:issues'), { first: null, after: null }));
    expect(server.takeCalls()).toMatchObject([{ args: { first: 20 } }]);
  });

  const wrong: readonly (readonly [
    command: string,
    args: { readonly [name: string]: Json },
    says: string[],
  ])[] = [
    [
      'query:issue',
      { numbr: 1 },
      ['“number” is missing.', '“repository” is missing.', '“numbr” is not known. Did you mean “number”?'],
    ],
    ['query:issue', { number: '1', repository: {} }, ['“number” is wrong: Int', '“repository” is wrong: ID']],
    ['query:issue', { number: 3_000_000_000, repository: 1 }, ['“number” is wrong: Int']],
    ['query:issue', { number: null, repository: 1 }, ['“number” is missing.']],
    [
      'query:issues',
      { filter: { state: 'OPNE', and: [{ number: 1.5 }], nto: null } },
      ['“filter.state” is wrong', '“filter.and[0].number” is wrong', '“filter” is wrong: Field "nto"'],
    ],
    [
      'mutation:createIssue',
      { input: { title: 'a', state: null } },
      ['“input” is wrong: Field "repositoryId"', '“input.state” is wrong'],
    ],
    ['query:find', { target: { id: 1, name: 'a' } }, ['“target” is wrong: Exactly one key']],
    ['query:version', { $fields: 'id' }, ['“$fields” is not known.']],
    ['query:issue', { number: 1, repository: 1, $fields: 7 }, ['“$fields” must be a text.']],
  ];

  test.each(wrong)('[C4.4] %s is refused with %j, with all problems', (command, args, says) => {
    const built = open(catalog, command).operation.build(args);
    if (built.kind === 'request') throw new Error('It was built.');
    expect(built.problems).toHaveLength(says.length);
    for (const text of says) expect(built.problems).toContainEqual(expect.stringContaining(text));
  });

  test('[C4.6] callers select other fields', async () => {
    const issue = open(catalog, 'query:issue');
    const fields = `id # the number is enough
      by: author { login ... on User { avatar(size: 3) } } repository { issues(first: 2) { nodes { title } } }`;
    const body = await send(server.url, builtOf(issue, { number: 1, repository: 2, $fields: fields }));
    expect(body).toMatchObject({
      data: {
        issue: { id: 'id-1', repository: { issues: { nodes: [{ title: 'text' }, { title: 'text' }] } } },
      },
    });
    expect(server.takeCalls()).toHaveLength(1);
  });

  test.each([
    'id } secret { a',
    'id } } mutation M { deleteAll',
    'id } } query Q { secret',
    'id } secret #',
    '} } { secret',
    '...F } } fragment F on Issue { id',
    '...F',
    'id @include(if: false)',
    '... @defer { id }',
    'title(a: $number)',
    'title(a: [{ b: $number }])',
    '{ id }',
    '',
    '"',
    '"""',
    '# id',
  ])('[C4.6] the selection %j is refused', expectRefused);

  test.each([
    ['deep', `${'a { '.repeat(20)}b${' }'.repeat(20)}`],
    ['unfinished', 'a { '.repeat(2_000)],
    ['long', 'id '.repeat(5_000)],
    ['of many signs', '!'.repeat(9_000)],
    ['with a deep value', `a(b: ${'['.repeat(1_900)}${']'.repeat(1_900)})`],
  ])('[C4.6] a selection that is %s is refused', (_, fields) => expectRefused(fields));

  function expectRefused(fields: string): void {
    for (const command of ['query:issue', 'mutation:issue']) {
      const args = command === 'query:issue' ? { number: 1, repository: 1 } : { number: 1 };
      const built = open(catalog, command).operation.build({ ...args, $fields: fields });
      if (built.kind === 'request') throw new Error('It was built.');
      expect(built.problems).toEqual([expect.stringContaining('“$fields”')]);
      expect(built.problems.join('').length).toBeLessThan(600);
    }
  }

  test('[C4.6] a text in a selection can have any signs', async () => {
    const issue = open(catalog, 'query:issue');
    const fields = 'repository { issues(filter: { labels: ["$a ) } #"] }) { totalCount } }';
    const body = await send(server.url, builtOf(issue, { number: 1, repository: 2, $fields: fields }));
    expect(body).toEqual({ data: { issue: { repository: { issues: { totalCount: 7 } } } } });
  });
});

describe.each(Array.from({ length: rounds }, (_, at) => seed + at))('a random API, seed %i', (at) => {
  test('[C4.2][C4.5] each command is accepted with random arguments, and its answer has its type', async () => {
    const text = randomSchema(createRandom(at));
    const server = await startGraphqlServer(text, createRandom(at));
    try {
      expect(await callAll(server, compiled(text), at), text).toEqual([]);
    } finally {
      await server.close();
    }
  });
});
