/** Requirements of a server that other machines can reach. */
import { expect, test } from 'vitest';
import { checkServerSecurity } from './check-server-security.ts';

const here = {
  mode: 'development',
  host: '127.0.0.1',
  publicUrl: '',
  tlsCert: '',
  tlsKey: '',
  tlsClientCa: '',
  proxies: [] as readonly string[],
} as const;

test('[W8.3] serving this machine has no requirements', () => {
  for (const host of ['127.0.0.1', '127.3.2.1', 'localhost', '::1']) {
    expect(checkServerSecurity({ ...here, host }, false)).toEqual({ isStrict: false, problems: [] });
  }
});

test('[W8.3] all missing requirements of production are reported at once', () => {
  const { isStrict, problems } = checkServerSecurity({ ...here, mode: 'production' }, false);
  expect([isStrict, problems.length]).toEqual([true, 2]);
  expect(problems.join(' ')).toMatch(
    /No credentials.*key create.*plain HTTP.*SIGNALBOX_TLS_CERT.*SIGNALBOX_PROXIES/s,
  );
});

test('[W8.3] a server that other machines can reach has the requirements of production', () => {
  for (const given of [
    { host: '0.0.0.0' },
    { host: '::' },
    { host: 'flows.example.com' },
    { publicUrl: 'http://flows.example.com' },
    { publicUrl: 'http://127.0.0.1.example.com' },
  ]) {
    const { isStrict, problems } = checkServerSecurity({ ...here, ...given }, false);
    expect([given, isStrict, problems.length >= 2]).toEqual([given, true, true]);
  }
});

test('[W8.3] credentials with TLS, or with a configured proxy and a public address, are enough', () => {
  const tls = { tlsCert: '/c.pem', tlsKey: '/k.pem' };
  const proxy = { proxies: ['10.0.0.1'], publicUrl: 'https://flows.example.com' };
  expect(checkServerSecurity({ ...here, mode: 'production', ...tls }, true).problems).toEqual([]);
  expect(checkServerSecurity({ ...here, host: '0.0.0.0', ...tls }, true).problems).toEqual([]);
  expect(checkServerSecurity({ ...here, mode: 'production', ...proxy }, true).problems).toEqual([]);
});

test('[W8.3] an incomplete TLS configuration, or a public address that is not https, is reported', () => {
  const lonely = checkServerSecurity({ ...here, tlsCert: '/c.pem', tlsClientCa: '/ca.pem' }, true);
  expect(lonely.problems).toEqual([expect.stringContaining('SIGNALBOX_TLS_KEY')]);
  expect(checkServerSecurity({ ...here, tlsClientCa: '/ca.pem' }, true).problems).toEqual([
    expect.stringContaining('SIGNALBOX_TLS_CLIENT_CA'),
  ]);
  const plain = { ...here, mode: 'production', proxies: ['10.0.0.1'] } as const;
  expect(checkServerSecurity({ ...plain, publicUrl: 'http://flows.example.com' }, true).problems).toEqual([
    expect.stringContaining('https://'),
  ]);
  expect(checkServerSecurity(plain, true).problems).toEqual([
    expect.stringContaining('SIGNALBOX_PUBLIC_URL'),
  ]);
});
