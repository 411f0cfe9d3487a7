import { expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { compileOpenApi } from './compile-open-api.ts';

type Part = { readonly [key: string]: Json };

const list = (properties: Part): Part => ({
  responses: {
    200: {
      content: { 'application/json': { schema: { type: 'array', items: { type: 'object', properties } } } },
    },
  },
});
const input = (
  place: string,
  name: string,
  schema: Json = { type: 'string' },
  required = place === 'path',
): Part => ({
  name,
  in: place,
  required,
  schema,
});
const text = { type: 'string' };

function providersOf(paths: Json): { readonly [call: string]: string } {
  const result = compileOpenApi({ openapi: '3.0.0', paths });
  if (result.kind === 'problems') throw new Error(JSON.stringify(result.problems));
  const found = result.catalog.index.commands.flatMap(({ method, path, parameters }) =>
    parameters.flatMap(({ name, provider }) => {
      if (provider === undefined) return [];
      const args = Object.entries(provider.args).map((each) => each.join('='));
      const label = provider.label === null ? '' : ` (${provider.label})`;
      const list = provider.list === null ? '' : `.${provider.list}`;
      return [
        [
          `${method} ${path} ${name}`,
          `${provider.command}${list}.${provider.value}${label} ${args.join(',')}`.trim(),
        ],
      ];
    }),
  );
  return Object.fromEntries(found);
}

test('[C2.4] the list before a parameter in its path, however its parameters are called', () => {
  expect(
    providersOf({
      '/teams': { get: { operationId: 'teams', ...list({ id: text, name: text }) } },
      '/teams/{team}/members': {
        get: {
          operationId: 'members',
          parameters: [input('path', 'team')],
          ...list({ id: { type: 'integer' }, email: text }),
        },
      },
      '/teams/{teamId}/members/{memberId}': {
        parameters: [input('path', 'teamId'), input('path', 'memberId', { type: 'integer' })],
        get: {},
      },
    }),
  ).toEqual({
    'GET /teams/{team}/members team': 'teams.id (name)',
    'GET /teams/{teamId}/members/{memberId} teamId': 'teams.id (name)',
    'GET /teams/{teamId}/members/{memberId} memberId': 'members.id (email) team=teamId',
  });
});

test('[C2.4] ids in queries and bodies, in every spelling', () => {
  const properties = { 'project-id': text, projectId: text, project_id: text, project: text, name: text };
  expect(
    providersOf({
      '/projects': { get: { operationId: 'projects', ...list({ id: text, title: text }) } },
      '/tasks': {
        get: { parameters: [input('query', 'projectId'), input('query', 'project-id')] },
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
        },
      },
    }),
  ).toEqual({
    'GET /tasks projectId': 'projects.id (title)',
    'GET /tasks project-id': 'projects.id (title)',
    'POST /tasks project-id': 'projects.id (title)',
    'POST /tasks projectId': 'projects.id (title)',
    'POST /tasks project_id': 'projects.id (title)',
  });
});

test('[C2.4] a list in a field of the result', () => {
  const items = { type: 'array', items: { type: 'object', properties: { id: text } } };
  const result = (properties: Json): Part => ({
    responses: { 200: { content: { 'application/json': { schema: { type: 'object', properties } } } } },
  });
  const get = { parameters: [input('path', 'pet_id')] };
  const paths = (properties: Json) => ({
    '/pets': { get: { operationId: 'pets', ...result(properties) } },
    '/pets/{pet_id}': { get },
  });
  expect(providersOf(paths({ total: { type: 'integer' }, pets: items }))).toEqual({
    'GET /pets/{pet_id} pet_id': 'pets.pets.id',
  });
  expect(providersOf(paths({ pets: items, others: items }))).toEqual({});
});

test('[C2.4] none where something is not certain', () => {
  const pets = { '/pets': { get: { operationId: 'pets', ...list({ id: text }) } } };
  const get = (...parameters: Json[]) => ({ get: { parameters } });
  const none: readonly Part[] = [
    // Another type, or values that are known.
    { ...pets, '/pets/{pet_id}': get(input('path', 'pet_id', { type: 'integer' })) },
    { ...pets, '/pets/{pet_id}': get(input('path', 'pet_id', { type: 'string', enum: ['a'] })) },
    // A field that may be null, or is missing.
    {
      '/pets': { get: list({ id: { ...text, nullable: true } }) },
      '/pets/{pet_id}': get(input('path', 'pet_id')),
    },
    { ...pets, '/pets/{pet_number}': get(input('path', 'pet_number')) },
    // What a list needs is not there.
    {
      '/pets': { get: { parameters: [input('query', 'place', text, true)], ...list({ id: text }) } },
      '/pets/{pet_id}': get(input('path', 'pet_id')),
    },
    // Two lists.
    {
      '/a/pets': { get: list({ id: text }) },
      '/b/pets': { get: list({ id: text }) },
      '/toys': get(input('query', 'pet_id')),
    },
    // Not of the same owner.
    {
      ...pets,
      '/owners/{owner_id}/pets/{pet_id}': get(input('path', 'owner_id'), input('path', 'pet_id')),
    },
    // Not deprecated, no object, one object.
    {
      '/pets': { get: { deprecated: true, ...list({ id: text }) } },
      '/pets/{pet_id}': get(input('path', 'pet_id')),
    },
    { '/pets': { get: {} }, '/pets/{pet_id}': get(input('path', 'pet_id')) },
  ];
  for (const paths of none) expect(providersOf(paths)).toEqual({});
});

test('[C2.4] thousands of lists of one name cost little', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, at) => [
      `/a${at}/pets`,
      { get: { parameters: [input('query', 'pet_id')], ...list({ id: text }) } },
    ]),
  );
  expect(providersOf(paths)).toEqual({});
});
