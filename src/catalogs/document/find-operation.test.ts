import { expect, test } from 'vitest';
import { findOperation } from './find-operation.ts';
import { readOpenApi } from './read-open-api.ts';

function find(names: readonly string[], called: string): string | undefined {
  const paths = Object.fromEntries(names.map((name, index) => [`/${index}`, { get: { operationId: name } }]));
  const readResult = readOpenApi({ openapi: '3.0.0', paths });
  return readResult.kind === 'operations' ? findOperation(readResult.operations, called)?.name : undefined;
}

test('[C1] an operation is found by its name in any naming style', () => {
  for (const called of ['searchFlights', 'search_flights', 'search-flights', 'SearchFlights']) {
    expect(find(['bookHotel', 'searchFlights'], called)).toBe('searchFlights');
  }
  expect(find(['repos/list-for-org'], 'repos_list_for_org')).toBe('repos/list-for-org');
});

test('[C1] the exact name wins, and several similar names match none', () => {
  expect(find(['getPet', 'get_pet'], 'get_pet')).toBe('get_pet');
  expect(find(['getPet', 'get_pet'], 'get-pet')).toBeUndefined();
  expect(find(['getPet'], 'getPets')).toBeUndefined();
  expect(find(['***'], '---')).toBeUndefined();
});
