import { expect, test } from 'vitest';
import type { HttpMethod, HttpRequest } from './http-request.ts';
import { followRedirect } from './redirect.ts';

const request = (method: HttpMethod, url = 'https://a.example/start'): HttpRequest => ({
  method,
  url: new URL(url),
  headers: { authorization: 'a', 'content-type': 'text/plain' },
  body: method === 'HEAD' ? undefined : Buffer.from('x'),
});
const to = (location: string, status = 302) => ({ status, headers: { location } });

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [303, 'DELETE', 'GET'],
] as const)('[H1.3] %i after %s continues with %s, without the body', (status, method, next) => {
  const hop = followRedirect(request(method), to('/end', status));
  expect(hop).toMatchObject({
    kind: 'next',
    request: { method: next, url: new URL('https://a.example/end') },
  });
  expect(hop.kind === 'next' && hop.request.body).toBeUndefined();
  expect(hop.kind === 'next' && hop.request.headers).toEqual({ authorization: 'a' });
});

test.each([
  [301, 'PUT'],
  [302, 'PATCH'],
  [307, 'POST'],
  [308, 'POST'],
  [303, 'HEAD'],
  [301, 'GET'],
] as const)('[H1.3] %i after %s continues with the same request', (status, method) => {
  const first = request(method);
  expect(followRedirect(first, to('https://a.example:443/end?q#f', status))).toEqual({
    kind: 'next',
    request: { ...first, url: new URL('https://a.example/end?q#f') },
  });
});

test.each([
  'https://b.example/',
  'https://a.example:8443/',
  '//a.example.b.example/',
  'https://www.a.example/',
])('[S2.1] %s is another origin and receives no credentials', (location) => {
  expect(followRedirect(request('GET'), to(location))).toMatchObject({
    kind: 'next',
    request: { headers: { 'content-type': 'text/plain' } },
  });
  const hop = followRedirect(request('GET'), to(location));
  expect(hop.kind === 'next' && Object.keys(hop.request.headers)).toEqual(['content-type']);
});

test('[S2.1] another origin receives no header that contains a secret, under any name', () => {
  const headers = { accept: 'a', 'content-type': 'b', 'idempotency-key': 'c', 'user-agent': 'd' };
  const confined = { headers: ['accept', 'idempotency-key', 'content-type', 'user-agent', 'x-key'] };
  const asked = { ...request('GET'), body: undefined, headers, confined };
  const bare = followRedirect(asked, to('https://b.example/'));
  expect(bare.kind === 'next' && bare.request.headers).toEqual({});
  const partly = { ...asked, confined: { headers: ['user-agent'] } };
  const hop = followRedirect(partly, to('https://b.example/'));
  expect(hop.kind === 'next' && Object.keys(hop.request.headers)).toEqual([
    'accept',
    'content-type',
    'idempotency-key',
  ]);
  // A detour through the same origin makes no difference.
  const detour = followRedirect(asked, to('/on'));
  expect(detour).toMatchObject({ kind: 'next', request: { headers } });
  if (detour.kind !== 'next') return;
  const end = followRedirect(detour.request, to('https://b.example/'));
  expect(end.kind === 'next' && end.request.headers).toEqual({});
});

test.each([
  ['file:///etc/passwd', 'It redirects to file:, which is not followed.'],
  ['javascript:alert(1)', 'It redirects to javascript:, which is not followed.'],
  ['https://user:hunter2@a.example/', 'It redirects to https://a.example with a user name in the address.'],
  ['http://a.example/', 'It redirects to http://a.example, from an encrypted to an unencrypted connection.'],
  ['http://[::bad/', 'It redirects to an invalid address.'],
])('[H1.1] a redirect to %s is refused', (location, message) => {
  expect(followRedirect(request('GET'), to(location))).toEqual({ kind: 'refused', message });
});

test('[H1.3] other responses are not redirects', () => {
  for (const status of [200, 201, 300, 304, 305, 404]) {
    expect(followRedirect(request('GET'), to('/x', status))).toEqual({ kind: 'arrived' });
  }
  expect(followRedirect(request('GET'), { status: 302, headers: {} })).toEqual({ kind: 'arrived' });
});
