import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCredentials } from './credentials.ts';

const secret = 'a secret of both sides, 32 bytes or more: ü';
const claims = {
  sub: 'z.ai-invoice-processor',
  aud: 'yawl-mcp',
  iss: 'zai-controller',
  scope: 'workflows:launch workflows:query workitems:manage',
};

function read(header: string): unknown {
  const [head = '', body = '', signature = ''] = header.replace(/^Bearer /, '').split('.');
  expect(signature).toBe(createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url'));
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ alg: 'HS256', typ: 'JWT' });
  return JSON.parse(Buffer.from(body, 'base64url').toString());
}

test('[F4.1] a token that the client creates is valid for an hour, and renewed before it expires', async () => {
  let now = 1_771_675_200_500;
  const credentials = createCredentials({ kind: 'signed', secret, claims }, () => now);
  const first = await credentials.current();
  expect(read(first)).toEqual({ ...claims, iat: 1_771_675_200, exp: 1_771_678_800 });
  now += 54 * 60_000;
  expect(await credentials.current()).toBe(first);
  now += 60_000;
  expect(read(await credentials.current())).toMatchObject({ iat: 1_771_678_500, exp: 1_771_682_100 });
});

test('[F4.1] names in any script are signed as they are written', async () => {
  const sub = 'Prüfer – 検査';
  const credentials = createCredentials({ kind: 'signed', secret, claims: { ...claims, sub } }, () => 0);
  expect(read(await credentials.current())).toMatchObject({ sub });
});
