/** Refused requests in the audit log. */
import { expect, test, vi } from 'vitest';
import { checkInput, registry } from '../../operations/index.ts';
import { developmentPrincipal } from '../auth/development-principal.ts';
import type { EndedRequest } from './contract/http-options.ts';
import { createRefusalAudit } from './refusal-audit.ts';

const ended: EndedRequest = {
  correlationId: 'c1',
  method: 'POST',
  route: '/mcp',
  status: 401,
  address: '203.0.113.9',
  milliseconds: 1,
  principal: undefined,
  operation: '',
  run: null,
  code: 'invalid_token',
  isRefusedHere: true,
};

test('[W2.4] repeated equal refusals are one entry with a count', async () => {
  const call = vi.fn(async () => null);
  const audit = createRefusalAudit(call, () => {});
  for (let count = 0; count < 500; count++) audit.note({ ...ended, correlationId: `c${count}` });
  audit.note({ ...ended, code: 'rate_limited', principal: developmentPrincipal('ann') });
  await audit.close();
  expect(call.mock.calls).toEqual([
    [
      expect.objectContaining({ kind: 'service' }),
      'audit.note',
      {
        entries: [
          {
            tenant: '',
            subject: '',
            kind: 'unknown',
            operation: 'POST /mcp',
            code: 'invalid_token',
            correlationId: 'c0',
            times: 500,
          },
          {
            tenant: 'default',
            subject: 'ann',
            kind: 'agent',
            operation: 'POST /mcp',
            code: 'rate_limited',
            correlationId: 'c0',
            times: 1,
          },
        ].map((entry, index) => (index === 1 ? { ...entry, correlationId: 'c1' } : entry)),
      },
    ],
  ]);
});

test('[W2.4] refusals of operations are audited there, and answered requests are not refusals', async () => {
  const call = vi.fn(async () => null);
  const audit = createRefusalAudit(call, () => {});
  audit.note({ ...ended, code: null });
  audit.note({ ...ended, code: 'malformed_json' });
  audit.note({
    ...ended,
    code: 'missing_scope',
    operation: 'runs.start',
    isRefusedHere: false,
    principal: developmentPrincipal('ann'),
  });
  await audit.close();
  expect(call).not.toHaveBeenCalled();
});

test('[W2.4] the number of different entries is limited', async () => {
  const call = vi.fn(async (_who: unknown, _operation: string, _input: unknown) => null);
  const audit = createRefusalAudit(call, () => {});
  for (let count = 0; count < 5_000; count++) {
    audit.note({ ...ended, principal: { ...developmentPrincipal(`s${count}`) }, code: 'rate_limited' });
  }
  await audit.close();
  expect(call.mock.calls[0]?.[2]).toMatchObject({ entries: { length: 1_000 } });
});

test('[W2.4] a principal with a very long name does not displace refusals of others', async () => {
  const call = vi.fn(async (_who: unknown, operation: string, input: unknown) => {
    checkInput(operation, registry.get(operation).input, input);
    return null;
  });
  const report = vi.fn();
  const audit = createRefusalAudit(call, report);
  audit.note(ended);
  const long = `spiffe://trust.example/${'x'.repeat(2_000)}`;
  audit.note({
    ...ended,
    principal: { ...developmentPrincipal(long) },
    operation: 'x'.repeat(5_000),
    code: 'rate_limited',
  });
  await audit.close();
  expect(report).not.toHaveBeenCalled();
  expect(call.mock.calls[0]?.[2]).toMatchObject({ entries: { length: 2 } });
});
