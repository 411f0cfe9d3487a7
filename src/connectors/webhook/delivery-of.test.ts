import { expect, test } from 'vitest';
import { deliveryOf } from './delivery-of.ts';
import type { Posted } from './post-webhook.ts';

const host = 'hooks.example.com';
const answered = (status: number, after?: number): Posted => ({ kind: 'answered', status, after });

test.each([200, 201, 202, 204, 299])('[F3.3] %d is delivered', (status) => {
  expect(deliveryOf(host, answered(status))).toEqual({ kind: 'delivered' });
});

test.each([408, 425, 429, 500, 502, 503, 504, 599])('[F3.3] %d is retried', (status) => {
  expect(deliveryOf(host, answered(status))).toEqual({
    kind: 'failed',
    reason: `${host} answered ${status}.`,
  });
  expect(deliveryOf(host, answered(status, 7_000))).toMatchObject({ kind: 'failed', after: 7_000 });
});

test.each([400, 401, 403, 404, 405, 409, 413, 422, 451])('[F3.3] %d is given up', (status) => {
  expect(deliveryOf(host, answered(status, 7_000))).toEqual({
    kind: 'refused',
    reason: `${host} answered ${status}.`,
  });
});

test.each([300, 301, 302, 303, 304, 307, 308])('[F3.3][F3.5] %d is given up, not followed', (status) => {
  expect(deliveryOf(host, answered(status))).toEqual({
    kind: 'refused',
    reason: `${host} answered ${status}: redirects are not followed.`,
  });
});

test('[F3.4] 410 ends the subscription', () => {
  expect(deliveryOf(host, answered(410))).toMatchObject({ kind: 'gone' });
});

test.each<[Posted, string]>([
  [{ kind: 'failed', message: 'the connection was refused' }, 'failed'],
  [{ kind: 'timed-out', after: 10_000 }, 'failed'],
  [{ kind: 'aborted' }, 'failed'],
  [{ kind: 'blocked' }, 'failed'],
])('[F3.3] %j is %s', (posted, kind) => {
  expect(deliveryOf(host, posted)).toMatchObject({ kind, reason: expect.stringMatching(/\.$/) });
});
