/** Clients that hold shared resources. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openPortFixture, postHead, whenClosed } from '../../../test/server/port-fixture.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import { createBodyBudget } from './contract/body-budget.ts';
import { httpLimits } from './contract/http-limits.ts';
import type { EndedRequest } from './contract/http-options.ts';

const fixture = openPortFixture();
afterEach(() => fixture.clear());

test('[P7.2] a slow client that stays connected after its refusal is disconnected', async () => {
  const { port } = await fixture.serve({}, { headersTimeout: 50, requestTimeout: 100, checkEvery: 20 });
  for (const begun of ['GET /health HTTP/1.1\r\n', postHead(port, 'Content-Length: 9\r\n\r\n{')]) {
    // It does not close when the other side has finished.
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let said = '';
    socket.on('data', (piece) => {
      said += piece;
    });
    socket.on('error', () => {});
    socket.write(begun);
    await once(socket, 'end');
    // Nothing reads what it still sends.
    while (!socket.destroyed) {
      socket.write('x');
      await new Promise(setImmediate);
    }
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
  }
});

test('[P7.2] one address cannot use all connections', async () => {
  const { port, server } = await fixture.serve({}, { connections: 20, connectionsPerAddress: 5 });
  const sockets = await Promise.all(Array.from({ length: 5 }, () => fixture.dial(port)));
  const sixth = await fixture.dial(port);
  await whenClosed(sixth);
  for (const socket of sockets) socket.destroy();
  await Promise.all(sockets.map(whenClosed));
  const isServed = () =>
    fetch(`${server.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isServed())) await new Promise(setImmediate);
});

const ann = developmentPrincipal('ann');
const collect = (size: number) => new Uint8Array(size);

test('[P7.2][W7.2] incomplete bodies use a share, and leave the rest to others', () => {
  const limits = { ...httpLimits, bodyBytes: 100, bodyBytesAtOnce: 400 };
  const budget = createBodyBudget(limits);
  const begin = (sender: { tenant: string; subject: string }) => {
    const collector = budget.begin(null, sender);
    if (collector.kind === 'refusal') throw new Error('It was refused at once.');
    return collector;
  };
  const first = begin(ann);
  expect(first.add(collect(100))).toBeUndefined();
  // A quarter for one principal, a half for one tenant.
  expect(begin(ann).add(collect(1))?.error.details.code).toBe('overloaded');
  expect(begin({ ...ann, subject: 'bob' }).add(collect(100))).toBeUndefined();
  expect(begin({ ...ann, subject: 'eve' }).add(collect(1))?.error.details.code).toBe('overloaded');
  expect(begin({ tenant: 'other', subject: 'ann' }).add(collect(100))).toBeUndefined();
  first.release();
  expect(begin(ann).add(collect(100))).toBeUndefined();
});

test('[W10.1][W3.2] a request that is refused early, or is not a request, leaves a log line under its id, too', async () => {
  const ended: EndedRequest[] = [];
  const { port } = await fixture.serve({}, {}, { onRequestEnded: (each) => void ended.push(each) });
  const said = await Promise.all([
    fixture.speak(
      port,
      'GET /v1/runs/../keys HTTP/1.1\r\nHost: localhost\r\nX-Correlation-Id: mine\r\nConnection: close\r\n\r\n',
    ),
    fixture.speak(port, `GET /${'x'.repeat(9_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    fixture.speak(port, 'BREW /pot HTTP/1.1\r\n\r\n'),
  ]);
  expect(said[0]).toMatch(/^HTTP\/1\.1 400 .*application\/problem\+json.*x-correlation-id: mine\r\n/s);
  expect(said[1]).toMatch(/^HTTP\/1\.1 414 /);
  expect(said[2]).toMatch(/^HTTP\/1\.1 400 .*"error_code":"malformed_request"/s);
  expect(ended.map(({ route, code }) => [route, code]).sort()).toEqual([
    ['other', 'invalid_target'],
    ['other', 'malformed_request'],
    ['other', 'url_too_long'],
  ]);
});
