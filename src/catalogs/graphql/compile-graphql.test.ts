import { describe, expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import type { CompiledCatalog, CompileOptions } from '../commands/catalog.ts';
import { compileGraphql } from './compile-graphql.ts';
import { openGraphqlCommand } from './open-graphql-command.ts';

function compiled(text: string, options?: CompileOptions): CompiledCatalog {
  const result = compileGraphql({ kind: 'sdl', text }, options);
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  return result.catalog;
}

const queryOf = (text: string, at = 0): string => {
  const { call } = compiled(text).detail(at);
  return call.kind === 'graphql' ? call.query : '';
};

const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join(' ');

describe('the index', () => {
  test('[C4.1] has a command for each field of the root types', () => {
    const text = `
      schema { query: Reads mutation: Writes subscription: Events }
      type Reads {
        """
        Finds a user
        by its login.

        More of it.
        """
        user(login: String!, first: Int! = 3, last: Int): User
        count: Int @deprecated
      }
      type Writes { addUser(login: String!): User }
      type Events { userAdded: User }
      type User { login: String }`;
    expect(compiled(text).index).toEqual({
      format: 'graphql',
      title: '',
      version: '',
      servers: [],
      schemes: {},
      commands: [
        {
          name: 'user',
          canonical: 'query:user',
          operationId: 'user',
          method: 'POST',
          path: '',
          reads: true,
          summary: 'Finds a user by its login.',
          parameters: [
            { name: 'login', required: true },
            { name: 'first', required: false },
            { name: 'last', required: false },
            { name: '$fields', required: false },
          ],
          deprecated: false,
        },
        expect.objectContaining({ canonical: 'query:count', parameters: [], deprecated: true, summary: '' }),
        expect.objectContaining({ name: 'addUser', canonical: 'mutation:addUser', reads: false }),
      ],
      warnings: ['The API has subscriptions, which cannot be called. Left out: subscription:userAdded.'],
    });
  });

  const named = (text: string, options?: CompileOptions): { readonly [canonical: string]: string } =>
    Object.fromEntries(compiled(text, options).index.commands.map((each) => [each.canonical, each.name]));
  const both = 'type Query { user: Int mutation_user: Int } type Mutation { user: Int }';

  test('[C4.1] a query and a mutation of one name have two names', () => {
    expect(named(both)).toEqual({
      'query:user': 'user',
      'query:mutation_user': 'mutation_user',
      'mutation:user': 'mutation_user_2',
    });
  });

  test('[C4.1] a command keeps its name when others are added', () => {
    const previous = compiled('type Query { old: Int } type Mutation { user: Int }').index.commands;
    expect(named(both, { previous })).toEqual({
      'query:user': 'query_user',
      'query:mutation_user': 'mutation_user',
      'mutation:user': 'user',
    });
  });

  test('[C4.2] a name says nothing about what a command does', () => {
    const text = 'type Query { deleteAll: Int mutation: Int } type Mutation { query: Int getUser: Int }';
    const { index, detail } = compiled(text);
    expect(index.commands.map(({ reads }) => reads)).toEqual([true, true, false, false]);
    for (const [at, { name, reads }] of index.commands.entries()) {
      const { call, ...rest } = detail(at);
      if (call.kind === 'graphql') expect(openGraphqlCommand(call, rest, name).reads).toBe(reads);
    }
  });

  test('[C4.2] a document with more than one field or operation is not called', () => {
    const detail = { parameters: [], open: false };
    for (const query of [
      '{ a b }',
      '{ b }',
      '{ b: a }',
      'query A { a } query B { a }',
      'subscription { a }',
      '',
    ]) {
      const operation = openGraphqlCommand(
        { kind: 'graphql', query, field: 'a', types: '' },
        detail,
        'api.a',
      );
      expect(operation.reads).toBe(false);
      expect(operation.build({})).toEqual({
        kind: 'problems',
        problems: ['The document of the command “api.a” cannot be read. Import the catalog again.'],
      });
    }
  });
});

describe('a command', () => {
  test('[C4.5] asks for what is in pages, and leaves out pages inside of them', () => {
    const text = `
      type Query { issues(first: Int): Issues users: Users }
      type Page { hasNextPage: Boolean! }
      type Issues { total: Int edges: [IssueEdge] nodes: [Issue] pageInfo: Page! }
      type IssueEdge { cursor: String node: Issue }
      type Issue { title: String issues(first: Int): Issues author: User parent: Issue comments(last: Int): [String] }
      type User { name: String issues: Issues old: Int @deprecated avatar(size: Int!): String }
      type Users { edges: [UserEdge] pageInfo: Page }
      type UserEdge { cursor: String node: User }`;
    expect(queryOf(text)).toBe(
      'query issues($first: Int) { issues(first: $first) { total nodes { title author { name } } pageInfo { hasNextPage } } }',
    );
    expect(queryOf(text, 1)).toBe(
      'query users { users { edges { cursor node { name } } pageInfo { hasNextPage } } }',
    );
  });

  test('[C4.5] asks for members of a union whose fields have one form', () => {
    const text = `
      type Query { pet: Pet any: Any }
      union Pet = Cat | Dog
      interface Any { id: ID }
      type Cat implements Any { id: ID name: String! lives: Int }
      type Dog { name: String breed: Pet size: [Int] }`;
    expect(queryOf(text)).toBe(
      'query pet { pet { __typename ... on Cat { id name lives } ... on Dog { size } } }',
    );
    expect(queryOf(text, 1)).toBe('query any { any { __typename id ... on Cat { name lives } } }');
    expect(compiled(text).detail(1).result).toEqual({
      kind: 'object',
      open: true,
      fields: [
        { name: '__typename', type: { kind: 'string' }, optional: false },
        { name: 'id', type: { kind: 'string' }, optional: false },
        { name: 'name', type: { kind: 'string' }, optional: true },
        { name: 'lives', type: { kind: 'int' }, optional: true },
      ],
    });
  });

  test('[C4.5] asks for less where there would be too much', () => {
    const text = `type Query { a: A } type A { x: Int ${many(100, (at) => `b${at}: B`)} } type B { ${many(100, (at) => `c${at}: Int`)} }`;
    expect(queryOf(text)).toBe('query a { a { x } }');
    const wide = queryOf(`type Query { a: A } type A { ${many(5_000, (at) => `c${at}: Int`)} }`);
    expect(wide.split(' ').length).toBeLessThan(400);
    expect(queryOf('type Query { q: Query n: Int only(a: Int!): Int e: E } type E { a(b: Int!): Int }')).toBe(
      'query q { q { n e { __typename } } }',
    );
  });

  test('[C4.4] has arguments with types, and says what they can be', () => {
    const text = `
      enum Color { RED GREEN }
      scalar Date
      input Size { width: Int! height: Float! = 1 in: [Size!] }
      type Query {
        "Paints."
        paint("Of the wall." color: Color! = RED, size: [Size!]!, on: Date, id: ID): Boolean
      }`;
    const { description, parameters, call, result, open, example } = compiled(text).detail(0);
    const size = (at: number): Json =>
      at === 0
        ? { kind: 'object', fields: [], open: true }
        : {
            kind: 'object',
            open: false,
            fields: [
              { name: 'width', type: { kind: 'int' }, optional: false },
              { name: 'height', type: { kind: 'number' }, optional: true },
              { name: 'in', type: { kind: 'list', of: size(at - 1) }, optional: true },
            ],
          };
    expect(parameters).toEqual([
      { name: 'color', type: { kind: 'string' }, required: false },
      { name: 'size', type: { kind: 'list', of: size(4) }, required: true },
      { name: 'on', type: { kind: 'any' }, required: false },
      { name: 'id', type: { kind: 'any' }, required: false },
    ]);
    expect({ result, open, example }).toEqual({ result: { kind: 'bool' }, open: false, example: null });
    expect(description).toBe(
      [
        'Paints.',
        '',
        '- color: Color – Of the wall. One of RED, GREEN. Default: RED.',
        '- size: [Size!]!',
        '- on: Date',
        '- id: ID',
      ].join('\n'),
    );
    expect(call).toEqual({
      kind: 'graphql',
      query:
        'query paint($color: Color, $size: [Size!]!, $on: Date, $id: ID) { paint(color: $color, size: $size, on: $on, id: $id) }',
      field: 'paint',
      types: 'enum Color { RED GREEN }\ninput Size { width: Int! height: Float in: [Size!] }\nscalar Date',
    });
  });

  test('[C4.4] fields with the names of inherited ones are fields', () => {
    const text =
      'input A { constructor: String toString: Int } type Query { a(in: A, constructor: Int): Int }';
    const { call, ...detail } = compiled(text).detail(0);
    if (call.kind !== 'graphql') throw new Error('It is not GraphQL.');
    const { build } = openGraphqlCommand(call, detail, 'a');
    expect(build({ in: {} }).kind).toBe('request');
    expect(build({ in: { constructor: 'a' }, constructor: 1 }).kind).toBe('request');
    expect(build({ in: { constructor: 1, ['__proto__']: 2, valueOf: 1 } })).toEqual({
      kind: 'problems',
      problems: [
        '“in.constructor” is wrong: String cannot represent a non string value: 1',
        '“in” is wrong: Field "__proto__" is not defined by type "A".',
        '“in” is wrong: Field "valueOf" is not defined by type "A".',
      ],
    });
  });

  test('[C4.4] deep and many wrong values cost little', () => {
    const text = 'input A { a: A b: Int } type Query { a(in: [A!]): Int }';
    const { call, ...detail } = compiled(text).detail(0);
    if (call.kind !== 'graphql') throw new Error('It is not GraphQL.');
    const { build } = openGraphqlCommand(call, detail, 'a');
    let deep: Json = {};
    for (let at = 0; at < 50_000; at++) deep = { a: deep };
    expect(build({ in: [deep] })).toEqual({
      kind: 'problems',
      problems: ['“in” is nested deeper than 100 levels.'],
    });
    const wrong = build({
      in: Array.from({ length: 10_000 }, () => ({ c: 'x'.repeat(1_000), b: 'y'.repeat(1_000) })),
    });
    expect(wrong.kind === 'problems' && wrong.problems.length).toBe(50);
    expect(JSON.stringify(wrong).length).toBeLessThan(30_000);
  });
});

describe('a schema that is not as it should be', () => {
  const problemsOf = (text: string): Json => {
    const result = compileGraphql({ kind: 'sdl', text });
    return result.kind === 'problems' ? (result.problems as unknown as Json) : [];
  };

  test('[C4.8] is refused with its line and column', () => {
    expect(problemsOf('type Query {\n  a Int\n}')).toEqual([
      {
        path: '$',
        rule: 'graphql_syntax',
        message: 'The GraphQL schema cannot be read: Expected ":", found Name "Int".',
        line: 2,
        column: 5,
      },
    ]);
    expect(problemsOf('')).toMatchObject([{ rule: 'graphql_syntax', line: 1, column: 1 }]);
  });

  test.each([
    'type A { b: Int }',
    'schema { query: Nowhere } type Query { a: Int }',
    'enum Query { A }',
    '{ a }',
  ])('[C4.8] without a query type: %s', (text) => {
    expect(problemsOf(text)).toMatchObject([{ rule: 'query_type_required' }]);
  });

  test('[C4.8] too many commands', () => {
    const text = (count: number) => `type Query { ${many(count, (at) => `q${at}: Int`)} }`;
    expect(problemsOf(text(10_001))).toMatchObject([{ rule: 'operations_limit' }]);
    expect(problemsOf(text(10_000))).toEqual([]);
  });

  test.each<readonly [string, Json]>([
    ['null', null],
    ['a list', []],
    ['no types', { data: { __schema: { queryType: { name: 'Query' } } } }],
    ['types that are none', { __schema: { types: {} } }],
  ])('[C4.8] a result of the introspection that is %s', (_, result) => {
    expect(compileGraphql({ kind: 'introspection', result })).toMatchObject({
      problems: [{ rule: 'introspection_form' }],
    });
  });

  test('[C4.8] an API that refuses the introspection', () => {
    const result = { errors: [{ message: 'Introspection is disabled.' }] };
    expect(compileGraphql({ kind: 'introspection', result })).toMatchObject({
      problems: [
        {
          message:
            'The API refuses the introspection: Introspection is disabled. Import its schema as a file.',
        },
      ],
    });
  });

  test('[C4.8] what is wrong inside of an introspection is left out', () => {
    const int = { kind: 'SCALAR', name: 'Int' };
    let deep: Json = int;
    for (let at = 0; at < 5_000; at++) deep = { kind: 'LIST', ofType: deep };
    const double = { kind: 'NON_NULL', ofType: { kind: 'NON_NULL', ofType: int } };
    const fields: Json = [
      null,
      7,
      { name: 'ok', type: int, args: null },
      { name: 'a) { secret } #', type: int },
      { name: 'deep', type: deep },
      { name: 'double', type: double },
      { name: 'untyped' },
      { name: '__proto__', type: int },
      { name: 'badArgument', type: int, args: [{ name: 'x', type: { kind: 'OBJECT', name: 'Query' } }] },
    ];
    const types: Json = [null, 'a', { kind: 'OBJECT', name: 'Query', fields }, { kind: 'ENUM', name: 'E E' }];
    const result = compileGraphql({
      kind: 'introspection',
      result: { __schema: { queryType: { name: 'Query' }, types } },
    });
    if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
    expect(result.catalog.index.commands.map(({ name }) => name)).toEqual(['ok', '__proto__']);
    expect(result.catalog.index.warnings).toEqual([
      'The schema does not say enough about some fields. Left out: query:badArgument.',
    ]);
  });

  test('[C4.8] fields of unknown types and with endless arguments are left out', () => {
    const text = `
      extend type Query { ok: A }
      extend type A { unknown: Missing x: Int @auth(role: "a") }
      extend type Query {
        missing: Missing input: I object(a: A): Int lists: ${'['.repeat(50)}Int${']'.repeat(50)}
        long(${many(20_000, (at) => `a${at}: Int`)}): Int
      }
      input I { a: Int }`;
    const { index } = compiled(text);
    expect(index.commands.map(({ name }) => name)).toEqual(['ok']);
    expect(index.warnings).toEqual([
      'The schema does not say enough about some fields. Left out: query:missing, query:input, query:object, query:lists, query:long.',
    ]);
    expect(queryOf(text)).toBe('query ok { ok { x } }');
  });

  const hostile: readonly (readonly [string, string])[] = [
    ['a chain of types', `type Query { a: T0 } ${many(20_000, (at) => `type T${at} { n: T${at + 1} }`)}`],
    ['nested lists', `type Query { a: ${'['.repeat(50_000)}Int${']'.repeat(50_000)} }`],
    ['a nested default', `type Query { a(b: Int = ${'['.repeat(50_000)}): Int }`],
    ['a long description', `type Query { """${'a '.repeat(1_000_000)}""" a: Int }`],
    ['many directives', `type Query { a: Int ${'@a(b: 1) '.repeat(20_000)} }`],
    ['a long name', `type Query { ${'a'.repeat(1_000_000)}: Int }`],
    ['a large enum', `type Query { a(b: E): E } enum E { ${many(50_000, (at) => `E${at}`)} }`],
    [
      'a circle of inputs',
      `type Query { a(b: I0): Int } ${many(5_000, (at) => `input I${at} { ${many(5, (of) => `f${of}: I${(at * 5 + of + 1) % 5_000} `)} }`)}`,
    ],
    [
      'wide types of each other',
      `type Query { ${many(2_000, (at) => `q${at}: W`)} } type W { ${many(2_000, (at) => `f${at}: V`)} } type V { ${many(2_000, (at) => `f${at}: W`)} }`,
    ],
    [
      'a wide union',
      `type Query { a: U } union U = ${'X |'.repeat(2)} ${many(2_000, (at) => `W${at} |`)} X ${many(2_000, (at) => `type W${at} { a: U b: U }`)}`,
    ],
  ];
  test.each(hostile)('[C4.8] %s costs little', (_, text) => {
    const result = compileGraphql({ kind: 'sdl', text });
    if (result.kind === 'problems') {
      expect(JSON.stringify(result.problems).length).toBeLessThan(1_000);
      return;
    }
    const { index, detail } = result.catalog;
    for (const [at] of index.commands.slice(0, 20).entries())
      expect(JSON.stringify(detail(at)).length).toBeLessThan(200_000);
  });
});
