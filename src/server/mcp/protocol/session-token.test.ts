import { expect, test } from 'vitest';
import { openKeyRing } from '../../../runtime/index.ts';
import { openSession, sealSession } from './session-token.ts';

const variable = `k:${Buffer.alloc(32, 'a').toString('base64')}`;
const keys = await openKeyRing({ variable, path: '' });
const ada = { subject: 'ada', tenant: 'a', scopes: new Set([]), roles: [], kind: 'agent' } as const;
const greeting = {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: { form: {} }, experimental: { x: { y: 'z' } } },
  clientInfo: { name: 'host', version: '1', title: 'Host' },
};

test("[P1.3] a session id contains the client's capabilities, and fits into a header", () => {
  const id = sealSession(keys, greeting, ada);
  expect(id).toMatch(/^[\x21-\x7e]{1,1000}$/);
  expect(openSession(keys, id, ada)).toEqual({
    protocolVersion: '2025-11-25',
    capabilities: { elicitation: { form: {} } },
    clientInfo: { name: 'host', version: '1' },
  });
});

test('[P1.3] a session of another principal, or a forged one, is invalid', () => {
  const id = sealSession(keys, greeting, ada);
  for (const other of [
    { ...ada, subject: 'bob' },
    { ...ada, tenant: 'b' },
  ]) {
    expect(openSession(keys, id, other)).toBeUndefined();
  }
  for (const bad of ['', 'x', `${id}x`, id.slice(0, -4)]) expect(openSession(keys, bad, ada)).toBeUndefined();
});

test('[P1.3] a long client description does not make the id long', () => {
  const long = 'x'.repeat(100_000);
  const chatty = {
    protocolVersion: long,
    capabilities: { sampling: { context: { [long]: long } } },
    clientInfo: { name: long, version: long },
  };
  expect(sealSession(keys, chatty, ada).length).toBeLessThan(1_000);
});
