import { describe, expect, test } from 'vitest';
import type { SearchedCommand } from './command-index.ts';
import { createCommandSearch } from './create-command-search.ts';

type Given = Partial<SearchedCommand['entry']> & { readonly name: string };

const command = (given: Given, catalog = 'shop'): SearchedCommand => ({
  catalog,
  entry: {
    canonical: given.name.replaceAll('_', ':'),
    operationId: null,
    method: 'GET',
    path: '/things',
    summary: '',
    parameters: [],
    deprecated: false,
    ...given,
  },
});

function searchIn(commands: readonly SearchedCommand[]) {
  const search = createCommandSearch(commands);
  return (query: string, limit = 10) =>
    search.find(query, limit).map(({ at }) => `${commands[at]?.catalog}.${commands[at]?.entry.name}`);
}

describe('the order', () => {
  test('[C3.1] a word in a name counts more than in a summary, and there more than in a parameter', () => {
    const find = searchIn([
      command({ name: 'orders_pay', parameters: [{ name: 'invoice', required: true }] }),
      command({ name: 'orders_close', summary: 'Closes an order and its invoice.' }),
      command({ name: 'invoice_close' }),
    ]);
    expect(find('invoice')).toEqual(['shop.invoice_close', 'shop.orders_close', 'shop.orders_pay']);
  });

  test('[C3.1] the command that says nothing else is before those that say more', () => {
    const find = searchIn([
      command({ name: 'orders_items_notes_create' }),
      command({ name: 'orders_items_create' }),
      command({ name: 'orders_create' }),
    ]);
    expect(find('create order')[0]).toBe('shop.orders_create');
    expect(find('create order note')[0]).toBe('shop.orders_items_notes_create');
  });

  test('[C3.1] deprecated commands come after others that fit equally', () => {
    const find = searchIn([
      command({ name: 'orders_pay_old', summary: 'Pay an order', deprecated: true }),
      command({ name: 'orders_pay_now', summary: 'Pay an order' }),
    ]);
    expect(find('pay order')).toEqual(['shop.orders_pay_now', 'shop.orders_pay_old']);
  });

  test('[C3.1] commands that fit equally are in the order of the list', () => {
    const find = searchIn(['c', 'a', 'b'].map((catalog) => command({ name: 'orders_pay' }, catalog)));
    expect(find('order')).toEqual(['c.orders_pay', 'a.orders_pay', 'b.orders_pay']);
  });

  test('[C3.1] a filter is applied before the list is cut', () => {
    const commands = Array.from({ length: 20 }, () => command({ name: 'orders_pay' }, 'bank'));
    const last = command({ name: 'orders_pay_with_a_card' }, 'shop');
    const search = createCommandSearch([...commands, last]);
    expect(search.find('pay order', 3, (at) => at === 20)).toMatchObject([{ at: 20 }]);
    expect(search.find('bank.orders_pay', 3, (at) => at === 20)).toMatchObject([{ at: 20 }]);
  });

  test('[C3.1] the name of a catalog is a word, too', () => {
    const find = searchIn(['bank', 'shop'].map((catalog) => command({ name: 'orders_pay' }, catalog)));
    expect(find('pay at shop')[0]).toBe('shop.orders_pay');
  });
});

describe('what is typed', () => {
  const find = searchIn([
    command({ name: 'repositories_delete', method: 'DELETE' }),
    command({ name: 'getDNSZone', operationId: 'getDNSZone' }),
    command({ name: 'webhooks_test' }),
    command({ name: 'notifications_mark' }),
  ]);

  test.each([
    ['remove repo', 'shop.repositories_delete'],
    ['delte repositories', 'shop.repositories_delete'],
    ['dns zones', 'shop.getDNSZone'],
    ['web hook', 'shop.webhooks_test'],
    ['notifcatoin', 'shop.notifications_mark'],
    ['mark notif', 'shop.notifications_mark'],
  ])('[C3.2] “%s” finds %s', (query, expected) => {
    expect(find(query)[0]).toBe(expected);
  });

  test('[C3.2] words of three letters are not corrected', () => {
    expect(find('dnx')).toEqual([]);
  });

  test('[C3.3] an id finds its command in the catalog that is named, otherwise in each', () => {
    const inBoth = searchIn(['bank', 'shop'].map((catalog) => command({ name: 'orders_pay' }, catalog)));
    for (const id of ['shop.orders_pay', 'shop orders:pay', 'SHOP orders/pay']) {
      expect(inBoth(id)).toEqual(['shop.orders_pay']);
    }
    expect(inBoth('orders_pay')).toEqual(['bank.orders_pay', 'shop.orders_pay']);
  });

  test('[C3.4] nothing is found by no words, or in no commands', () => {
    for (const query of ['', '   ', '…', 'the', '/']) expect(find(query)).toEqual([]);
    expect(searchIn([])('orders')).toEqual([]);
    expect(find('repositories', 0)).toEqual([]);
  });

  test('[C3.4] 200 characters and 12 words are read', () => {
    expect(find(`${'x '.repeat(12)}notifications`)).toEqual([]);
    expect(find(`${' '.repeat(200)}notifications`)).toEqual([]);
    expect(find(`${'x '.repeat(11)}notifications`)).toEqual(['shop.notifications_mark']);
  });
});
