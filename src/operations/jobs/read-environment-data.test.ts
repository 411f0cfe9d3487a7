import { expect, test } from 'vitest';
import { openApi } from '../../catalogs/index.ts';
import { createKnownOperations } from '../documents/known-operations.ts';
import { parseEnvironment, shareEnvironment } from './read-environment-data.ts';

test('[C1] what processes receive of an API is what documents are read with', () => {
  const parameters = [{ name: 'tag', in: 'query', required: true, schema: { type: 'string' } }];
  const result = openApi({
    openapi: '3.0.0',
    paths: { '/pets': { get: { operationId: 'pets/list', summary: 'List pets', parameters } } },
  });
  if (result.kind === 'problem') throw new Error(result.message);
  const { operations } = result.api;
  expect(operations[0]?.command).toEqual({
    canonical: 'pets:list',
    method: 'GET',
    path: '/pets',
    reads: true,
    deprecated: false,
  });
  const shared = shareEnvironment(
    createKnownOperations({ offered: [['shop', operations]], isComplete: true }),
    null,
  );
  expect(shared.text).not.toContain('pets:list');
  expect(parseEnvironment(shared.text).operations?.find('shop.pets_list')).toEqual({
    name: 'pets_list',
    description: 'List pets',
    parameters: [{ name: 'tag', type: { kind: 'string' }, required: true }],
    open: false,
    result: { kind: 'any' },
  });
});
