import { expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { type ComparedCommand, compareCatalogs } from './compare-catalogs.ts';
import { compileOpenApi } from './compile-open-api.ts';

type Part = { readonly [key: string]: Json };

function commandsOf(paths: Json): readonly ComparedCommand[] {
  const result = compileOpenApi({ openapi: '3.0.0', paths });
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  const { index, detail } = result.catalog;
  return index.commands.map((entry, at) => ({ entry, detail: () => detail(at) }));
}

const query = (name: string, type = 'string', required = false): Json => ({
  name,
  in: 'query',
  required,
  schema: { type },
});
const answer = (properties: Part): Json => ({
  200: { content: { 'application/json': { schema: { type: 'object', properties } } } },
});
const compare = (before: Json, after: Json) => compareCatalogs(commandsOf(before), commandsOf(after));

test('[C2.5] what was added, removed and changed', () => {
  const text = { type: 'string' };
  const before = {
    '/same': { get: { operationId: 'same', responses: answer({ a: text, b: text }) } },
    '/gone': { get: { operationId: 'gone' } },
    '/moved': { get: { operationId: 'moved' } },
    '/changed': {
      get: {
        operationId: 'changed',
        parameters: [query('a'), query('b', 'string', true), query('c'), query('d')],
        responses: answer({ a: text }),
      },
    },
  };
  const after = {
    '/new': { get: { operationId: 'new' } },
    '/same': { get: { operationId: 'same', summary: 'Other', responses: answer({ b: text, a: text }) } },
    '/moved/there': { post: { operationId: 'moved' } },
    '/changed': {
      get: {
        operationId: 'changed',
        deprecated: true,
        parameters: [
          query('e', 'string', true),
          query('a', 'string', true),
          query('b'),
          query('c', 'integer'),
        ],
        responses: answer({ a: { type: 'integer' } }),
      },
    },
  };
  const object = (kind: 'string' | 'int') => ({
    kind: 'object',
    fields: [{ name: 'a', type: { kind }, optional: true }],
    open: true,
  });
  expect(compare(before, after)).toEqual({
    added: ['new'],
    removed: ['gone'],
    changed: [
      { command: 'moved', changes: [{ kind: 'request', before: 'GET /moved', after: 'POST /moved/there' }] },
      {
        command: 'changed',
        changes: [
          { kind: 'parameter_removed', parameter: 'd' },
          { kind: 'parameter_added', parameter: 'e', required: true },
          { kind: 'parameter_required', parameter: 'a' },
          { kind: 'parameter_optional', parameter: 'b' },
          { kind: 'parameter_type', parameter: 'c', before: { kind: 'string' }, after: { kind: 'int' } },
          { kind: 'result_type', before: object('string'), after: object('int') },
          { kind: 'deprecated' },
        ],
      },
    ],
  });
});

test('[C2.5] a catalog does not differ from itself', () => {
  const paths = { '/a': { get: {}, post: {} }, '/b/{c}': { put: {} } };
  expect(compare(paths, paths)).toEqual({ added: [], removed: [], changed: [] });
});
