/** The address of a client, independent of its own claims. */
import { expect, test } from 'vitest';
import { clientAddressOf, createProxies } from './client-address.ts';

const proxies = createProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32']);
const none = createProxies([]);

const told = (headers: Record<string, string>, peer: string, isSecure = false, by = proxies) => {
  const origin = clientAddressOf(new Headers(headers), peer, isSecure, by);
  return origin.kind === 'refusal' ? origin.error.details.code : [origin.address, origin.isSecure];
};

test('[W8.2] a configured proxy is trusted: the client is the last address before it that is not a proxy', () => {
  expect(told({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }, '10.1.2.3')).toEqual([
    '203.0.113.9',
    true,
  ]);
  expect(told({ 'x-forwarded-for': '203.0.113.9, 10.9.9.9' }, '::ffff:10.1.2.3')).toEqual([
    '203.0.113.9',
    false,
  ]);
  expect(told({ 'x-forwarded-for': '2001:db8::5, 203.0.113.1' }, '2001:db8::1')).toEqual([
    '203.0.113.1',
    false,
  ]);
});

test('[W8.2] addresses that a client adds before its proxy are not trusted', () => {
  expect(told({ 'x-forwarded-for': '127.0.0.1, 203.0.113.9' }, '192.0.2.7')).toEqual(['203.0.113.9', false]);
  expect(told({ 'x-forwarded-proto': 'https, http' }, '10.0.0.1')).toEqual(['10.0.0.1', false]);
  expect(told({ 'x-forwarded-proto': 'http, https' }, '10.0.0.1')).toEqual(['10.0.0.1', false]);
  expect(told({ 'x-forwarded-proto': 'https, https' }, '10.0.0.1')).toEqual(['10.0.0.1', true]);
  expect(told({ 'x-forwarded-for': '203.0.113.9, not-an-address' }, '10.0.0.1')).toEqual(['10.0.0.1', false]);
});

test('[W8.2] forwarding headers from a peer that is not a configured proxy are refused', () => {
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded']) {
    expect([name, told({ [name]: '10.0.0.1' }, '203.0.113.9')]).toEqual([name, 'foreign_proxy']);
  }
  expect(told({}, '203.0.113.9', true)).toEqual(['203.0.113.9', true]);
});

test('[W8.2] without configured proxies forwarding headers have no effect', () => {
  expect(
    told({ 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' }, '203.0.113.9', false, none),
  ).toEqual(['203.0.113.9', false]);
  expect(told({}, '::ffff:127.0.0.1', false, none)).toEqual(['127.0.0.1', false]);
});
