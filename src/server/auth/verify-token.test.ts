import { expect, test } from 'vitest';
import {
  base,
  craftToken,
  describeOutcome,
  encode,
  type Fields,
  goodClaims,
  hmac,
  issuerOf,
  keyPairToken,
  makePair,
  noon,
  openTokenFixture,
  seconds,
  secret,
  sharedSecretToken,
} from '../../../test/server/token-fixture.ts';
import { createRandom } from '../../testing/index.ts';

const rsa = makePair('RS256', 'one');
const jwksIssuer = issuerOf({
  name: 'https://login.example.com',
  key: { kind: 'jwks', url: 'https://login.example.com/jwks.json', algorithms: ['RS256', 'ES256'] },
  subjectPrefix: 'login:',
});
const ofLogin = { iss: jwksIssuer.name };

/** Returns one key for every request. */
const oneKey = {
  find: async () =>
    ({
      kind: 'key',
      key: await crypto.subtle.importKey('jwk', rsa.jwk, algorithm, true, ['verify']),
    }) as const,
};
const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

test('[W1.1] the token of the design is accepted, with exactly its rights', async () => {
  const claims = {
    sub: 'z.ai-invoice-processor',
    aud: 'yawl-mcp',
    iss: 'zai-controller',
    scope: 'workflows:launch workflows:query workitems:manage',
    exp: seconds + 3_600,
    iat: seconds,
  };
  const scopes = ['workflows:launch', 'workflows:query', 'workitems:manage', 'workflows:cancel'] as const;
  const fixture = openTokenFixture({ issuers: [issuerOf({ scopes })] });
  expect(await fixture.show(craftToken({ alg: 'HS256', typ: 'JWT' }, claims, hmac(secret)))).toEqual({
    subject: 'z.ai-invoice-processor',
    tenant: 'default',
    scopes: new Set(['workflows:launch', 'workflows:query', 'workitems:manage']),
    roles: [],
    kind: 'agent',
  });
});

const untimely: readonly (readonly [string, Fields, string])[] = [
  ['expired', { exp: seconds - 60 }, 'The token has expired (exp). Get a new one.'],
  ['not valid yet', { nbf: seconds + 61 }, 'The token is not valid yet (nbf).'],
  ['issued in the future', { iat: seconds + 61 }, 'The token was issued in the future (iat).'],
  ['without a time of its end', { exp: 'tomorrow' }, 'The claim “exp” of the token has the wrong format.'],
  ['with a wrong iat', { iat: 'today' }, 'The claim “iat” of the token has the wrong format.'],
];

test.each(untimely)('[W1.1] a token that is %s is refused', async (_, changes, message) => {
  expect(describeOutcome(await openTokenFixture().show(sharedSecretToken(changes)))).toContain(
    `invalid_token: ${message}`,
  );
});

test('[W1.1] a token whose expiry is not a finite number is refused', async () => {
  const claims = JSON.stringify(goodClaims).replace(`"exp":${seconds + 3_600}`, '"exp":1e999');
  const token = craftToken({ alg: 'HS256' }, claims, hmac(secret));
  expect(describeOutcome(await openTokenFixture().show(token))).toContain(
    'The expiry of the token (exp) is not a time.',
  );
});

test('[W1.1] a token is valid within the clock skew, and not beyond', async () => {
  const edges: readonly Fields[] = [{ exp: seconds - 59 }, { nbf: seconds + 60 }, { iat: seconds + 60 }];
  for (const changes of edges) {
    expect(describeOutcome(await openTokenFixture().show(sharedSecretToken(changes)))).toBe(
      'z.ai-invoice-processor',
    );
    expect(describeOutcome(await openTokenFixture({ skew: 0 }).show(sharedSecretToken(changes)))).toContain(
      'invalid_token',
    );
  }
});

test('[W1.1] a token is valid until its expiry', async () => {
  let now = noon;
  const fixture = openTokenFixture({ now: () => now, skew: 0 });
  const token = sharedSecretToken({ exp: seconds + 10 });
  now = noon + 9_999;
  expect(describeOutcome(await fixture.show(token))).toBe('z.ai-invoice-processor');
  now = noon + 10_000;
  expect(describeOutcome(await fixture.show(token))).toContain('The token has expired');
});

test.each(['iss', 'sub', 'aud', 'exp'])('[W1.1] a token without “%s” is refused', async (claim) => {
  const { [claim]: _, ...rest } = goodClaims;
  const found = describeOutcome(
    await openTokenFixture().show(craftToken({ alg: 'HS256' }, rest, hmac(secret))),
  );
  expect(found).toContain(
    claim === 'iss'
      ? 'The issuer of the token (iss) is unknown to this server.'
      : `lacks the claim “${claim}”`,
  );
});

test('[W1.1] a wrong audience is refused with the accepted ones', async () => {
  const message = 'invalid_token: The token is for another audience: aud must be one of “yawl-mcp”.';
  for (const aud of ['another', ['another', 'third'], [], 'YAWL-MCP', 'yawl-mcp ', `${base}/mcp`]) {
    expect(describeOutcome(await openTokenFixture().show(sharedSecretToken({ aud })))).toBe(message);
  }
  expect(
    describeOutcome(await openTokenFixture().show(sharedSecretToken({ aud: ['another', 'yawl-mcp'] }))),
  ).toBe('z.ai-invoice-processor');
});

test('[W1.1] without a configured audience the address of the server is the audience', async () => {
  const fixture = openTokenFixture({ issuers: [issuerOf({ audience: { names: [], withServer: true } })] });
  for (const aud of [`${base}/mcp`, base, `${base}/`]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ aud })))).toBe('z.ai-invoice-processor');
  }
  for (const aud of ['yawl-mcp', 'https://flows.example.com.evil.test/mcp', `${base}/v1`]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ aud })))).toContain('must be one of');
  }
});

test('[W1.1] a wrong audience or an expiry is reported only after the signature was verified', async () => {
  for (const changes of [{ aud: 'another' }, { exp: 1 }, { nbf: seconds + 1_000 }]) {
    const token = craftToken({ alg: 'HS256' }, { ...goodClaims, ...changes }, hmac(`${secret}!`));
    const message = 'invalid_token: The signature of the token does not match the key of its issuer.';
    expect(describeOutcome(await openTokenFixture().show(token))).toBe(message);
  }
});

test.each([
  'another',
  'Zai-controller',
  'zai-controller ',
  '',
  '__proto__',
  'constructor',
  7,
  null,
  ['zai-controller'],
])('[W1.1] the issuer %j is unknown', async (iss) => {
  const message = 'invalid_token: The issuer of the token (iss) is unknown to this server.';
  expect(describeOutcome(await openTokenFixture().show(sharedSecretToken({ iss })))).toBe(message);
});

test('[W1.1] unsigned tokens are refused in every spelling', async () => {
  const fixture = openTokenFixture({ issuers: [issuerOf(), jwksIssuer], keysAt: () => oneKey });
  const spellings = [
    'none',
    'None',
    'NONE',
    'nOnE',
    'none ',
    '',
    'null',
    'HS256 ',
    'hs256',
    null,
    0,
    true,
    ['HS256'],
  ];
  for (const iss of ['zai-controller', jwksIssuer.name]) {
    for (const alg of spellings) {
      const claims = { ...goodClaims, iss };
      const unsigned = `${encode({ alg, typ: 'JWT' })}.${encode(claims)}`;
      const tries = [
        `${unsigned}.`,
        unsigned,
        `${unsigned}.AA`,
        craftToken({ alg }, claims, hmac(secret)),
        craftToken({ alg }, claims, hmac('')),
      ];
      for (const token of tries)
        expect(describeOutcome(await fixture.show(token))).toContain('invalid_token');
    }
  }
});

test('[W1.1] a public key is never used as a secret, nor a secret as a public key', async () => {
  const fixture = openTokenFixture({ issuers: [issuerOf(), jwksIssuer], keysAt: () => oneKey });
  const pem = rsa.publicKey.export({ format: 'pem', type: 'spki' });
  const keys = [
    pem,
    `${pem}`.trim(),
    `${pem}`.replaceAll(/-----[^-]+-----|\n/g, ''),
    rsa.publicKey.export({ format: 'pem', type: 'pkcs1' }),
    rsa.publicKey.export({ format: 'der', type: 'spki' }),
    JSON.stringify(rsa.jwk),
    JSON.stringify(rsa.publicKey.export({ format: 'jwk' })),
    Buffer.from(rsa.jwk.n ?? '', 'base64url'),
    rsa.jwk.n ?? '',
  ];
  const hashes = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };
  for (const key of keys) {
    for (const [alg, hash] of Object.entries(hashes)) {
      const header = { alg, kid: 'one' };
      const token = craftToken(header, { ...goodClaims, ...ofLogin }, hmac(key, hash));
      expect(describeOutcome(await fixture.show(token))).toBe(
        'invalid_token: The token must be signed with an algorithm of its issuer: RS256, ES256 (alg).',
      );
    }
  }
  // The keys are valid, but for the other issuer.
  expect(describeOutcome(await fixture.show(keyPairToken(rsa, ofLogin)))).toBe(
    'login:z.ai-invoice-processor',
  );
  expect(describeOutcome(await fixture.show(keyPairToken(rsa)))).toContain('issuer: HS256 (alg)');
  const longer = craftToken({ alg: 'HS512' }, goodClaims, hmac(secret, 'sha512'));
  expect(describeOutcome(await fixture.show(longer))).toContain('issuer: HS256 (alg)');
});

test('[W1.1] an algorithm that the issuer does not use is refused, also with its own key', async () => {
  const fixture = openTokenFixture({ issuers: [jwksIssuer], keysAt: () => oneKey });
  const token = craftToken({ alg: 'RS512', kid: 'one' }, { ...goodClaims, ...ofLogin }, rsa.signer);
  expect(describeOutcome(await fixture.show(token))).toContain('issuer: RS256, ES256 (alg)');
});

test('[W1.1] keys that a token contains are not used', async () => {
  const forger = makePair('RS256', 'one');
  const fixture = openTokenFixture({ issuers: [jwksIssuer], keysAt: () => oneKey });
  const brought: readonly Fields[] = [
    { jwk: forger.jwk },
    { jku: 'https://evil.test/jwks.json' },
    { x5u: 'https://evil.test/cert.pem' },
    { x5c: ['MIIB'] },
  ];
  for (const header of brought) {
    expect(describeOutcome(await fixture.show(keyPairToken(forger, ofLogin, header)))).toMatch(
      /^invalid_token: The header “\w+” of the token/,
    );
  }
  expect(describeOutcome(await fixture.show(keyPairToken(forger, ofLogin)))).toContain(
    'The signature of the token does not match',
  );
});

test('[W1.1] key ids are looked up only among the published keys', async () => {
  const asked: unknown[] = [];
  const keysAt = () => ({
    async find(wanted: unknown) {
      asked.push(wanted);
      return { kind: 'unknown' } as const;
    },
  });
  const fixture = openTokenFixture({ issuers: [jwksIssuer], keysAt });
  for (const kid of ['../../../../etc/passwd', 'file:///etc/passwd', "' OR 1=1 --", '\0', '__proto__']) {
    expect(describeOutcome(await fixture.show(keyPairToken(rsa, ofLogin, { kid })))).toContain(
      'a key that its issuer does not publish',
    );
    expect(asked.pop()).toEqual({ alg: 'RS256', kid });
  }
  for (const kid of ['', 'k'.repeat(257), 7, null, {}, ['one']]) {
    expect(describeOutcome(await fixture.show(keyPairToken(rsa, ofLogin, { kid })))).toContain(
      'The key id (kid)',
    );
  }
  expect(asked).toEqual([]);
});

test('[W1.1] a token of an issuer whose keys are unavailable is refused as retryable', async () => {
  const keysAt = () => ({ find: async () => ({ kind: 'unavailable', retryAfterMs: 5_000 }) as const });
  const found = await openTokenFixture({ issuers: [jwksIssuer], keysAt }).show(keyPairToken(rsa, ofLogin));
  expect(describeOutcome(found)).toMatch(/^issuer_unavailable: /);
  expect(found).toMatchObject({
    error: { details: { context: { retryAfterMs: 5_000 }, category: 'unavailable' } },
  });
});

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

test('[W1.1] seed 61: no change of a single character leaves a token valid', async () => {
  const random = createRandom(61);
  const fixture = openTokenFixture({ issuers: [issuerOf(), jwksIssuer], keysAt: () => oneKey });
  for (const token of [sharedSecretToken(), keyPairToken(rsa, ofLogin)]) {
    expect(describeOutcome(await fixture.show(token))).not.toContain('invalid_token');
    for (const [at, was] of [...token].entries()) {
      const others = [...letters, '.', '=', '+', '/', '%', '!'].filter((letter) => letter !== was);
      // The neighbours differ in the last bits, which the end of a part does not use.
      const near = letters.indexOf(was);
      const tries = [random.pick(others), letters[near ^ 1] ?? '.', letters[near ^ 2] ?? '.'];
      for (const letter of tries.filter((each) => each !== was)) {
        const changed = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
        expect(describeOutcome(await fixture.show(changed)), `${letter} at ${at}`).toMatch(
          /^invalid_token: /,
        );
      }
    }
  }
});

test('[W1.1] seed 62: a token that is cut, extended, doubled or mixed with another is refused', async () => {
  const random = createRandom(62);
  const fixture = openTokenFixture();
  const token = sharedSecretToken();
  const other = sharedSecretToken({ sub: 'somebody-else' });
  const changes: readonly (() => string)[] = [
    () => token.slice(0, random.int(token.length)),
    () => token.slice(1 + random.int(token.length - 1)),
    () => {
      const at = random.int(token.length + 1);
      return `${token.slice(0, at)}${random.pick([...letters, '.', '='])}${token.slice(at)}`;
    },
    () => {
      const at = random.int(token.length);
      return `${token.slice(0, at)}${token.slice(at + 1)}`;
    },
    () => `${token}.${random.pick(token.split('.'))}`,
    () =>
      token
        .split('.')
        .map((part, index) => (random.chance(0.5) ? part : (other.split('.')[index] ?? '')))
        .join('.'),
    () => random.shuffle(token.split('.')).join('.'),
  ];
  for (let count = 0; count < 500; count++) {
    const changed = random.pick(changes)();
    if (changed === token || changed === other || changed === '') continue;
    expect(describeOutcome(await fixture.show(changed)), changed).toMatch(/^invalid_token: /);
  }
});

test('[W1.1] error messages quote nothing of a token', async () => {
  const fixture = openTokenFixture();
  const planted = 'planted-words';
  const tokens = [
    sharedSecretToken({ iss: planted }),
    sharedSecretToken({ sub: `key:${planted}` }),
    sharedSecretToken({ aud: planted }),
    sharedSecretToken({ kind: planted }),
    sharedSecretToken({}, { alg: planted }),
    sharedSecretToken({}, { alg: 'HS256', typ: planted }),
    `${planted}.${planted}.${planted}`,
  ];
  for (const token of tokens) {
    const found = describeOutcome(await fixture.show(token));
    expect(found).toMatch(/^invalid_token: /);
    expect(found).not.toContain(planted);
  }
});
