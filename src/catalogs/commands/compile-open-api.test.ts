import { describe, expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { createRandom } from '../../testing/index.ts';
import type { CatalogIndex, CompileOptions } from './catalog.ts';
import { compileOpenApi } from './compile-open-api.ts';

type Part = { readonly [key: string]: Json };

function indexOf(document: Json, options?: CompileOptions): CatalogIndex {
  const result = compileOpenApi(document, options);
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.catalog.index;
}

const withPaths = (paths: Json, more: Part = {}): Part => ({ openapi: '3.0.3', paths, ...more });

describe('[C2.3] documents that cannot be imported', () => {
  const get = { '/a': { get: {} } };
  const cases: readonly (readonly [string, Json, string, readonly (readonly [string, string])[]])[] = [
    ['no object', 'openapi: 3.0.0', 'unknown', [['openapi_version', '$']]],
    ['another document', { name: 'package', paths: get }, 'unknown', [['openapi_version', '$.openapi']]],
    ['an early version', { swagger: '1.2', paths: get }, 'unknown', [['openapi_version', '$.swagger']]],
    [
      'a version of the future without paths',
      { openapi: '4.0.0' },
      'unknown',
      [
        ['openapi_version', '$.openapi'],
        ['paths_required', '$.paths'],
      ],
    ],
    ['paths in a list', { swagger: '2.0', paths: [] }, 'openapi_2', [['paths_type', '$.paths']]],
    ['no paths', { openapi: '3.0.0' }, 'openapi_3', [['paths_required', '$.paths']]],
    ['only components', { openapi: '3.1.0' }, 'openapi_3', [['operations_presence', '$.paths']]],
    ['paths without operations', withPaths({ '/a': {} }), 'openapi_3', [['operations_presence', '$.paths']]],
    ['only TRACE', withPaths({ '/a': { trace: {} } }), 'openapi_3', [['operations_presence', '$.paths']]],
  ];
  test.each(cases)('%s', (_, document, format, expected) => {
    const result = compileOpenApi(document);
    expect(result).toMatchObject({ kind: 'problems', format });
    const problems = result.kind === 'problems' ? result.problems : [];
    expect(problems.map(({ rule, path }) => [rule, path])).toEqual(expected);
    for (const { message } of problems) expect(message).toMatch(/\.$/);
  });

  test('more operations than allowed', () => {
    const paths = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`/p${at}`, { get: {} }]));
    expect(compileOpenApi(withPaths(paths))).toMatchObject({
      kind: 'problems',
      problems: [{ rule: 'operations_limit', actual: '10001' }],
    });
  });
});

test('[C2.3] the index of a document, with what it leaves out', () => {
  const operation = {
    operationId: 'pets/list',
    summary: '\n  List\tpets  \nand more',
    deprecated: true,
    parameters: [{ name: 'tag', in: 'query', schema: { $ref: 'https://example.com/tag.json' } }],
    callbacks: { changed: {} },
    requestBody: { $ref: '#/components/requestBodies/None' },
  };
  const document = {
    openapi: '3.2.0',
    info: { title: 'Pets', version: '7' },
    servers: [
      { url: 'https://{region}.example.com/v1/', variables: { region: { default: 'eu' } } },
      { url: '/relative' },
      { url: 'https://{unknown}.example.com' },
    ],
    webhooks: { one: {}, two: {} },
    paths: {
      '/pets': {
        get: operation,
        trace: {},
        query: {},
        head: { operationId: 'pets/list' },
      },
    },
    components: {
      securitySchemes: { key: { type: 'mutualTLS' }, token: { type: 'http', scheme: 'bearer' } },
    },
  };
  const { warnings, ...index } = indexOf(document);
  expect(index).toEqual({
    format: 'openapi_3',
    title: 'Pets',
    version: '7',
    servers: ['https://eu.example.com/v1'],
    schemes: { key: { kind: 'unsupported', type: 'mutualTLS' }, token: { kind: 'bearer' } },
    commands: [
      {
        name: 'pets_list',
        canonical: 'pets:list',
        operationId: 'pets/list',
        method: 'GET',
        path: '/pets',
        reads: true,
        summary: 'List pets',
        parameters: [{ name: 'tag', required: false }],
        deprecated: true,
      },
      {
        name: 'pets_list_2',
        canonical: 'pets:head',
        operationId: 'pets/list',
        method: 'HEAD',
        path: '/pets',
        reads: true,
        summary: '',
        parameters: [],
        deprecated: false,
      },
    ],
  });
  expect(warnings).toEqual([
    '2 webhooks are left out: the API sends these requests itself.',
    '1 callback is left out: the API sends these requests itself.',
    'Operations with the method TRACE are left out, because clients do not send it: “/pets”.',
    'Operations with the method QUERY, or with methods of their own, are left out: “/pets”.',
    'Several operations have the same operation id. All but the first are numbered: “pets/list”.',
    'Servers that are no absolute address are left out: “/relative” and “https://{unknown}.example.com”.',
    'Security schemes that are not supported are never used: “key”.',
    'Requests refer to other documents, which are not read. What they describe is not checked: “https://example.com/tag.json”.',
    'Requests refer to parts that the document does not have. They are not checked: “#/components/requestBodies/None”.',
  ]);
});

test('[C2.3] servers of version 2', () => {
  const document = { swagger: '2.0', host: 'api.example.com', basePath: '/v2', paths: { '/a': { get: {} } } };
  expect(indexOf(document)).toMatchObject({ format: 'openapi_2', servers: ['https://api.example.com/v2'] });
  expect(indexOf({ ...document, schemes: ['http', 'https'] }).servers).toEqual([
    'https://api.example.com/v2',
    'http://api.example.com/v2',
  ]);
});

describe('canonical names', () => {
  const namesOf = (...operations: readonly (readonly [method: string, path: string, more?: Part])[]) => {
    const paths: { [path: string]: Part } = {};
    for (const [method, path, more = {}] of operations) paths[path] = { ...paths[path], [method]: more };
    return indexOf(withPaths(paths)).commands.map(({ canonical }) => canonical);
  };

  test('[C2.1] they come from method and path', () => {
    expect(
      namesOf(
        ['get', '/'],
        ['get', '/v1/apps'],
        ['post', '/v1/apps'],
        ['get', '/v1/apps/{app}'],
        ['patch', '/v1/apps/{app}'],
        ['delete', '/v1/apps/{app}/config-vars'],
        ['options', '/v1/apps/{app}/{env}'],
        ['get', '/reports/{id}.json'],
        ['get', "/users('{id}')/{base}...{head}"],
        ['post', '/projects/{id}:cancel'],
      ),
    ).toEqual([
      'list',
      'apps:list',
      'apps:create',
      'apps:info',
      'apps:update',
      'apps:config-vars:delete',
      'apps:options',
      'reports:json:list',
      'users:info',
      'projects:cancel:create',
    ]);
  });

  test('[C2.1] what all paths begin with is dropped if it says nothing', () => {
    expect(namesOf(['get', '/api/0/projects'], ['get', '/api/0/teams'])).toEqual([
      'projects:list',
      'teams:list',
    ]);
    expect(namesOf(['get', '/api/0/projects'], ['get', '/api/1/teams'])).toEqual([
      '0:projects:list',
      '1:teams:list',
    ]);
    expect(namesOf(['get', '/store/a'], ['get', '/store/b'])).toEqual(['store:a:list', 'store:b:list']);
  });

  test('[C2.1] names that are taken give way to the summary, the method and a number', () => {
    const summary = 'Replace a Pet (slowly)';
    expect(
      namesOf(
        ['patch', '/pets/{a}'],
        ['put', '/pets/{a}', { summary }],
        ['put', '/v2/pets/{a}', { summary }],
        ['put', '/v3/pets/{a}', { summary }],
        ['put', '/v4/pets/{a}', { operationId: 'swapPet' }],
        ['put', '/v5/pets/{a}'],
      ),
    ).toEqual([
      'pets:update',
      'pets:replace-a-pet-slowly',
      'pets:replace-a-pet-slowly-put',
      'pets:replace-a-pet-slowly-put-2',
      'pets:swap-pet',
      'pets:update-put',
    ]);
  });
});

const seed = 9_173;
test(`[C2.1] names stay when operations come, go and move, seed ${seed}`, () => {
  const random = createRandom(seed);
  const parts = ['a', 'b', '{x}', '{y}', 'v1', 'v2', '__proto__'];
  const ids = [
    'list',
    'get-a',
    'get_a',
    'get a',
    'list_2',
    'list_3',
    '',
    'a:list',
    '__proto__',
    'constructor',
  ];
  const methods = ['get', 'put', 'patch', 'post'];
  const makePaths = (): Part => {
    const entries = Array.from({ length: random.between(1, 8) }, (): [string, Part] => [
      `/${Array.from({ length: random.between(1, 3) }, () => random.pick(parts)).join('/')}`,
      Object.fromEntries(
        Array.from({ length: random.between(1, 3) }, () => [
          random.pick(methods),
          { operationId: random.pick(ids), summary: random.pick(['', 'List', 'Update 2', 'update']) },
        ]),
      ),
    ]);
    return Object.fromEntries(entries);
  };
  for (let round = 0; round < 300; round++) {
    let previous = indexOf(withPaths(makePaths())).commands;
    for (let times = 0; times < 4; times++) {
      const { commands } = indexOf(withPaths(makePaths()), { previous });
      const known = new Map(previous.map((command) => [`${command.method} ${command.path}`, command]));
      for (const { method, path, name, canonical } of commands) {
        const before = known.get(`${method} ${path}`);
        if (before !== undefined)
          expect({ name, canonical }).toEqual({ name: before.name, canonical: before.canonical });
        expect(name).toMatch(/^[\p{L}\p{N}_]+$/u);
      }
      expect(new Set(commands.map(({ name }) => name)).size).toBe(commands.length);
      expect(new Set(commands.map(({ canonical }) => canonical)).size).toBe(commands.length);
      previous = commands;
    }
  }
});

test('[C2.2] the list of commands counts paths, too', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`/${at}/${'p'.repeat(100_000)}`, { get: {} }]),
  );
  const index = indexOf(withPaths(paths));
  expect(index.commands.length).toBeGreaterThan(30);
  expect(JSON.stringify(index).length).toBeLessThan(13_000_000);
  expect(index.warnings.at(-1)).toMatch(/are left out/);
});

test('[C2.3] servers and security schemes beyond a limit are refused', () => {
  const schemes = Object.fromEntries(
    Array.from({ length: 2_000 }, (_, at) => [
      `${at}${'s'.repeat(1_000)}`,
      { type: 'http', scheme: 'basic' },
    ]),
  );
  const document = withPaths({ '/a': { get: {} } }, { components: { securitySchemes: schemes } });
  expect(compileOpenApi(document)).toMatchObject({ kind: 'problems', problems: [{ rule: 'catalog_size' }] });
});
