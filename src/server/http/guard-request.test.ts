import { expect, test } from 'vitest';
import { createHostPolicy, guardRequest } from './guard-request.ts';

const hostPolicy = createHostPolicy(true, ['::1', 'Flows.Example.com']);

const guard = (headers: Record<string, string>, isPublic = false, rules = hostPolicy): string =>
  guardRequest({ headers: new Headers(headers) }, rules, isPublic)?.error.details.code ?? 'let in';

test.each([
  ['localhost', 'let in'],
  ['LOCALHOST:8484', 'let in'],
  ['127.0.0.1:1', 'let in'],
  ['[::1]:8484', 'let in'],
  ['flows.example.com', 'let in'],
  ['localhost.', 'foreign_host'],
  ['localhost:', 'foreign_host'],
  ['localhost:123456', 'foreign_host'],
  ['localhost@elsewhere.example', 'foreign_host'],
  ['elsewhere.example', 'foreign_host'],
  ['127.0.0.1.elsewhere.example', 'foreign_host'],
  ['localhost, elsewhere.example', 'foreign_host'],
  ['0.0.0.0', 'foreign_host'],
  ['[::]', 'foreign_host'],
  ['', 'foreign_host'],
])('[P7.2] a request for the host “%s”: %s', (host, expected) => {
  expect(guard({ host })).toBe(expected);
});

test('[P7.2] a request without a host is refused', () => {
  expect(guard({})).toBe('host_missing');
});

test.each([
  ['http://localhost:3000', 'let in'],
  ['https://127.0.0.1', 'let in'],
  ['http://[::1]:5000', 'let in'],
  ['https://flows.example.com', 'let in'],
  ['https://elsewhere.example', 'foreign_origin'],
  ['http://localhost.elsewhere.example', 'foreign_origin'],
  ['http://elsewhere.example/localhost', 'foreign_origin'],
  ['null', 'foreign_origin'],
  ['localhost', 'foreign_origin'],
  ['file://', 'foreign_origin'],
  ['', 'foreign_origin'],
])('[P7.2] a request from the page “%s”: %s', (origin, expected) => {
  expect(guard({ host: 'localhost', origin })).toBe(expected);
  expect(guard({ host: 'localhost', origin }, true)).toBe('let in');
  expect(guard({ host: 'elsewhere.example', origin }, true)).toBe('foreign_host');
});

test('[P7.3] another name for the server is suggested only if there are credentials', () => {
  const toldWith = (rules: typeof hostPolicy): readonly (string | undefined)[] =>
    [{ host: 'elsewhere.example' }, { host: 'localhost', origin: 'https://elsewhere.example' }].map(
      (headers) => guardRequest({ headers: new Headers(headers) }, rules, false)?.error.message,
    );
  const named = expect.stringContaining('SIGNALBOX_PUBLIC_URL');
  expect(toldWith(hostPolicy)).toEqual([
    expect.not.stringContaining('SIGNALBOX'),
    expect.not.stringContaining('SIGNALBOX'),
  ]);
  expect(toldWith(createHostPolicy(false, []))).toEqual([named, named]);
});

test.each([
  ['cross-site', undefined, 'foreign_origin'],
  // A page of this machine under another of its names.
  ['cross-site', 'http://127.0.0.1:3000', 'let in'],
  ['same-site', undefined, 'let in'],
  ['same-origin', undefined, 'let in'],
  ['none', undefined, 'let in'],
])(
  '[P7.2] without credentials, a browser that says Sec-Fetch-Site: %s, with the origin %s: %s',
  (site, origin, expected) => {
    const headers = {
      host: 'localhost',
      'sec-fetch-site': site,
      ...(origin === undefined ? {} : { origin }),
    };
    expect(guard(headers)).toBe(expected);
    expect(guard(headers, true)).toBe('let in');
    expect(guard(headers, false, createHostPolicy(false, []))).toBe('let in');
  },
);

test.each([
  'Forwarded',
  'X-Forwarded-For',
  'x-forwarded-host',
  'X-Forwarded-Anything',
  'Via',
  'X-Real-IP',
  'CF-Connecting-IP',
])('[P7.2] without credentials a request with %s is refused; with them it is not', (name) => {
  const headers = { host: 'localhost', [name]: 'for=1.2.3.4' };
  expect(guard(headers)).toBe('forwarded');
  expect(guard(headers, true)).toBe('forwarded');
  expect(guard(headers, false, createHostPolicy(false, []))).toBe('let in');
});
