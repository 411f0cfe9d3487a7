import { expect, test } from 'vitest';
import {
  craftToken,
  describeOutcome,
  encode,
  goodClaims,
  hmac,
  openTokenFixture,
  secret,
  sharedSecretToken,
} from '../../../test/server/token-fixture.ts';

test.each([
  { crit: ['exp'] },
  { crit: [] },
  { b64: false, crit: ['b64'] },
  { b64: true },
  { zip: 'DEF' },
  { cty: 'JWT' },
  { enc: 'A256GCM' },
])('[W1.1] the header %j is refused', async (header) => {
  const token = sharedSecretToken({}, { alg: 'HS256', ...header });
  expect(describeOutcome(await openTokenFixture().show(token))).toMatch(
    /^invalid_token: The header “\w+” of the token/,
  );
});

test('[W1.1] tokens that are not access tokens are refused', async () => {
  for (const typ of ['dpop+jwt', 'logout+jwt', 'JWE', '', 7, null]) {
    expect(
      describeOutcome(await openTokenFixture().show(sharedSecretToken({}, { alg: 'HS256', typ }))),
    ).toContain('not an access token');
  }
  for (const typ of ['jwt', 'at+jwt', 'application/at+jwt', 'AT+JWT']) {
    expect(describeOutcome(await openTokenFixture().show(sharedSecretToken({}, { alg: 'HS256', typ })))).toBe(
      'z.ai-invoice-processor',
    );
  }
});

test('[W1.1] encrypted and nested tokens are refused', async () => {
  const five = `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`;
  expect(describeOutcome(await openTokenFixture().show(five))).toContain('The token is encrypted');
  const nested = craftToken({ alg: 'HS256', cty: 'JWT' }, sharedSecretToken(), hmac(secret));
  expect(describeOutcome(await openTokenFixture().show(nested))).toContain('This is not a token');
});

test('[W1.1] a token that is too long is refused before it is parsed', async () => {
  const long = sharedSecretToken({ filling: 'x'.repeat(8_000) });
  expect(long.length).toBeGreaterThan(8_192);
  expect(describeOutcome(await openTokenFixture().show(long))).toBe(
    'invalid_token: The token is longer than 8192 characters.',
  );
  expect(describeOutcome(await openTokenFixture().show('.'.repeat(100_000)))).toContain('longer than 8192');
  expect(
    describeOutcome(await openTokenFixture().show(sharedSecretToken({ filling: 'x'.repeat(5_000) }))),
  ).toBe('z.ai-invoice-processor');
});

const garbage = [
  'a',
  'a.b',
  'a.b.c',
  'a.b.c.d',
  '...',
  '..',
  '.',
  'e30.e30.e30',
  'eyJhbGciOiJIUzI1NiJ9..',
  `${'A'.repeat(3)}.e30.AA`,
  '%2e%2e.e30.AA',
  '{"alg":"HS256"}.{}.AA',
  'null.null.null',
  'bnVsbA.bnVsbA.AA',
  'W10.W10.AA',
  'e30=.e30=.AA==',
];

test.each(garbage)('[W1.1] “%s” is not a token', async (token) => {
  expect(describeOutcome(await openTokenFixture().show(token))).toMatch(/^invalid_token: /);
});

test('[W1.1] data after the JSON of a part, or invalid UTF-8, is refused', async () => {
  const parts = [
    `${JSON.stringify(goodClaims)} x`,
    `\uFEFF${JSON.stringify(goodClaims)}`,
    `[${JSON.stringify(goodClaims)}]`,
    '"text"',
  ];
  for (const claims of parts) {
    expect(
      describeOutcome(await openTokenFixture().show(craftToken({ alg: 'HS256' }, claims, hmac(secret)))),
    ).toContain('This is not a token');
  }
  const input = `${encode({ alg: 'HS256' })}.${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url')}`;
  const token = `${input}.${hmac(secret)(input).toString('base64url')}`;
  expect(describeOutcome(await openTokenFixture().show(token))).toContain('This is not a token');
});
