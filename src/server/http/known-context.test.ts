import { expect, test, vi } from 'vitest';
import type { Authenticator } from '../auth/authenticator.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import { KnownContext, type RequestTrace } from './known-context.ts';

test('[W5.2] the rights of a caller are watched once, however many calls of a batch wait', () => {
  const request = new Request('http://localhost/');
  const principal = developmentPrincipal('ann');
  const exchange = {
    peer: { address: '203.0.113.9', isSecure: true },
    deliver: async () => undefined,
    hangUp: () => {},
    onEnd: () => {},
  };
  const trace: RequestTrace = {};
  const watchRights = vi.fn();
  const known = new KnownContext(
    {
      context: { request, deliver: exchange.deliver, params: {}, correlationId: 'c-1' },
      exchange,
      principal,
      choice: undefined,
      trace,
    },
    { watchRights } as Partial<Authenticator> as Authenticator,
    { enter: () => () => {} },
  );
  for (let count = 0; count < 20; count++) known.closeWhenRightsEnd();
  known.markLongLived();
  expect(watchRights.mock.calls).toEqual([[request, principal, exchange]]);
  known.note({ operation: 'tools/call', code: null, messageId: 1 });
  known.note({ operation: 'cases_status', code: null, run: 'run_1' });
  expect(trace.noted).toEqual({ operation: 'cases_status', code: null, run: 'run_1', messageId: 1 });
});
