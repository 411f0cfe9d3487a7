/** Paths to routes. */
import { expect, test } from 'vitest';
import type { Route } from './contract/route.ts';
import { createRouter, type RouteMatch } from './router.ts';

const route = (path: string): Route => ({ path, access: 'open', methods: {} });

const router = createRouter(
  [
    '/',
    '/health',
    '/v1/runs',
    '/v1/runs/{run}',
    '/v1/runs/{run}/history',
    '/v1/runs/latest',
    '/v1/documents/{path*}',
    '/v1/documents/{path}/revisions',
  ].map(route),
);

const told = (found: RouteMatch) => (found.kind === 'found' ? [found.route.path, found.params] : found.kind);

test('[W4.1] fixed segments take precedence over variables, and both over the rest', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['/', ['/', {}]],
    ['/health', ['/health', {}]],
    ['/v1/runs', ['/v1/runs', {}]],
    ['/v1/runs/r1', ['/v1/runs/{run}', { run: 'r1' }]],
    ['/v1/runs/latest', ['/v1/runs/latest', {}]],
    ['/v1/runs/latest/history', ['/v1/runs/{run}/history', { run: 'latest' }]],
    ['/v1/runs/a%20b', ['/v1/runs/{run}', { run: 'a b' }]],
    ['/v1/runs/%7Brun%7D', ['/v1/runs/{run}', { run: '{run}' }]],
    ['/v1/documents/a', ['/v1/documents/{path*}', { path: 'a' }]],
    ['/v1/documents/a/b/c.yaml', ['/v1/documents/{path*}', { path: 'a/b/c.yaml' }]],
    ['/v1/documents/a%2Fb/c.yaml', ['/v1/documents/{path*}', { path: 'a/b/c.yaml' }]],
    ['/v1/documents/a/revisions', ['/v1/documents/{path}/revisions', { path: 'a' }]],
  ];
  for (const [path, found] of cases) expect([path, told(router.find(path))]).toEqual([path, found]);
});

test('[W4.1] a path without a route is not found', () => {
  for (const path of [
    '/v1',
    '/v1/',
    '/v1/runs/',
    '/health/',
    '//health',
    '/v1/runs/r1/history/',
    '/v1/runs/r1%2Fhistory',
    '/v1/documents',
    '/Health',
    '/%68ealth',
    '/%76%31/runs',
    '/__proto__',
    '/v1/__proto__/x',
  ]) {
    expect([path, told(router.find(path))]).toEqual([path, 'nothing']);
  }
});

test('[W4.1] a segment that is badly encoded, leads upwards or hides a slash is malformed, at every position', () => {
  for (const path of [
    '/%',
    '/v1/runs/%zz',
    '/v1/runs/%c3%28',
    '/v1/runs/..',
    '/v1/documents/../x',
    '/v1/documents/a/%2e%2e/b',
    '/v1/documents/%2Fetc',
    '/v1/documents/a%2F',
    '/v1/documents/a%2F..%2Fb',
    '/v1/documents/a%2F%2Fb',
    '/v1/documents/a%5cb',
    '/v1/runs/%00',
    '/v1/runs/a%0d%0ab',
    '/./health',
  ]) {
    expect([path, told(router.find(path))]).toEqual([path, 'malformed']);
  }
});

test('[W4.1] names of object properties are ordinary names', () => {
  expect(told(router.find('/v1/runs/__proto__'))).toEqual(['/v1/runs/{run}', { run: '__proto__' }]);
  expect(told(router.find('/v1/runs/constructor'))).toEqual(['/v1/runs/{run}', { run: 'constructor' }]);
});

test('[W4.1] two routes for one path are a bug', () => {
  expect(() => createRouter([route('/a/{b}'), route('/a/{c}')])).toThrow(
    'Two routes have the path “/a/{c}”.',
  );
});
