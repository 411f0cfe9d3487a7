import { expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { nameOperations } from './name-operations.ts';

const endpoint = (path: string, operationId?: Json) => ({
  path,
  method: 'get',
  item: {},
  operation: operationId === undefined ? {} : { operationId },
});

test('[C1] the name is the operation id', () => {
  const endpoints = [
    endpoint('/a', 'searchFlights'),
    endpoint('/b', 'repos/list-for-org'),
    endpoint('/c', ' pets '),
  ];
  expect(nameOperations(endpoints)).toEqual(['searchFlights', 'repos/list-for-org', 'pets']);
});

test('[C1] without an operation id the name is built from method and path', () => {
  const paths = ['/', '/pets', '/userAccounts/{accountId}', '/v1/a-b/c.d_e', '/größe'];
  const expected = ['get', 'get_pets', 'get_user_accounts_account_id', 'get_v1_a_b_c_d_e', 'get_größe'];
  expect(nameOperations(paths.map((path) => endpoint(path)))).toEqual(expected);
});

test('[C2] an id that is empty or not a text is ignored', () => {
  expect(nameOperations([endpoint('/a', 7), endpoint('/b', '  '), endpoint('/c', null)])).toEqual([
    'get_a',
    'get_b',
    'get_c',
  ]);
});

test('[C1] a duplicate name is numbered, and does not take the name of another endpoint', () => {
  const ids = ['pay', 'pay', 'pay_2', 'pay', 'pay_2'];
  const names = nameOperations(ids.map((id, index) => endpoint(`/${index}`, id)));
  expect(names).toEqual(['pay', 'pay_3', 'pay_2', 'pay_4', 'pay_2_2']);
});
