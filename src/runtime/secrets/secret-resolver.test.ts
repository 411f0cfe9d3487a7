import { describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { type HostPattern, matchesHost, parseHostPattern } from './host-pattern.ts';
import { takeSecrets } from './secret-reference.ts';
import { createSecretResolver, type SecretRule } from './secret-resolver.ts';

function pattern(text: string): HostPattern {
  const parsed = parseHostPattern(text);
  if (parsed === undefined) throw new Error(`“${text}” is no host`);
  return parsed;
}

const rule = (name: string, hosts: readonly string[], tenants: SecretRule['tenants'] = '*'): SecretRule => ({
  name,
  tenants,
  hosts: hosts.map(pattern),
});

const resolver = createSecretResolver({
  env: { API_TOKEN: 'hunter2', OTHER: 'swordfish', PATH: '/bin', EMPTY: '', TRICKY: `$&\${env:OTHER}` },
  allow: [
    rule('API_TOKEN', ['api.example.com', 'plain.example.com:80', '*.example.org:8443'], ['default', 'acme']),
    rule('OTHER', ['api.example.com']),
    rule('EMPTY', ['api.example.com']),
    rule('TRICKY', ['api.example.com']),
    rule('MISSING', ['api.example.com']),
  ],
});

function fill(input: Json, url = 'https://api.example.com/x', tenant = 'default') {
  const taken = takeSecrets(input);
  return resolver.fill(taken.input, taken.references, { tenant, url: new URL(url) });
}

const authorization = (name: string, text = `Bearer \${env:${name}}`): Json => ({
  headers: { Authorization: text },
  $secrets: [{ at: '/headers/Authorization', name }],
});
const message = (result: Awaited<ReturnType<typeof fill>>) =>
  result.kind === 'refused' ? result.failure.message : '';

describe('references', () => {
  test('[S2.1] are separated from the input', () => {
    expect(takeSecrets(authorization('A'))).toEqual({
      input: { headers: { Authorization: `Bearer \${env:A}` } },
      references: [{ at: '/headers/Authorization', name: 'A' }],
    });
    expect(takeSecrets([1])).toEqual({ input: [1], references: [] });
    expect(takeSecrets({ a: 1, $secrets: [7, { at: 1 }, null] })).toEqual({
      input: { a: 1 },
      references: [],
    });
    expect(takeSecrets({ a: 1, $secrets: 'x' })).toEqual({ input: { a: 1 }, references: [] });
  });

  test('[S2.1] are resolved where they were written, also in lists and under names with slashes', async () => {
    const input: Json = {
      body: { 'a/b~c': ['x', { t: `\${env:API_TOKEN}-\${env:OTHER}-\${env:API_TOKEN}` }], n: 1 },
      $secrets: ['API_TOKEN', 'OTHER', 'API_TOKEN'].map((name) => ({ at: '/body/a~1b~0c/1/t', name })),
    };
    expect(await fill(input)).toEqual({
      kind: 'filled',
      input: { body: { 'a/b~c': ['x', { t: 'hunter2-swordfish-hunter2' }], n: 1 } },
    });
  });

  test('[S2.1] a secret that looks like a reference is not resolved again', async () => {
    const input: Json = {
      a: `\${env:TRICKY}\${env:OTHER}`,
      $secrets: [
        { at: '/a', name: 'TRICKY' },
        { at: '/a', name: 'OTHER' },
      ],
    };
    expect(await fill(input)).toEqual({ kind: 'filled', input: { a: `$&\${env:OTHER}swordfish` } });
  });

  test('[S2.1] text from data is never treated as one', async () => {
    const text = `\${env:API_TOKEN}`;
    expect(await fill({ a: text, list: [text] })).toEqual({
      kind: 'filled',
      input: { a: text, list: [text] },
    });
    const beside: Json = {
      a: text,
      b: `\${env:API_TOKEN} \${env:OTHER}`,
      $secrets: [{ at: '/b', name: 'OTHER' }],
    };
    expect(await fill(beside)).toEqual({
      kind: 'filled',
      input: { a: text, b: `\${env:API_TOKEN} swordfish` },
    });
  });

  test('[S2.1] if data adds a second one to the same text, nothing is resolved', async () => {
    const result = await fill(authorization('API_TOKEN', `\${env:API_TOKEN} for \${env:API_TOKEN}`));
    expect(result).toMatchObject({ kind: 'refused', failure: { code: 'secret-refused', retryable: false } });
    expect(message(result)).toContain('/headers/Authorization');
  });

  test.each(['/missing', '/headers', '/headers/Authorization/0', '', '/headers/toString'])(
    '[S2.1] a location without a text is refused: “%s”',
    async (at) => {
      expect(
        await fill({ headers: { Authorization: 'x' }, $secrets: [{ at, name: 'OTHER' }] }),
      ).toMatchObject({
        kind: 'refused',
      });
    },
  );

  test('[S2.1] a secret is encoded as its location requires', async () => {
    const url = new URL('https://api.example.com');
    const write = (secret: string, at: string) => `${at}:${secret.toUpperCase()}`;
    expect(
      await resolver.fill({ a: `\${env:OTHER}` }, [{ at: '/a', name: 'OTHER' }], { tenant: 'x', url, write }),
    ).toEqual({ kind: 'filled', input: { a: '/a:SWORDFISH' } });
  });
});

describe('what the operator allows', () => {
  test.each([
    ['https://api.example.com/x', 'default'],
    ['https://API.example.com.:9443/x', 'acme'],
    ['http://plain.example.com/x', 'default'],
    ['http://a.b.example.org:8443/x', 'default'],
  ])('[S2.1] %s for %s is filled', async (url, tenant) => {
    expect(await fill(authorization('API_TOKEN'), url, tenant)).toMatchObject({
      input: { headers: { Authorization: 'Bearer hunter2' } },
    });
  });

  test.each([
    [
      'a name that is not listed',
      'PATH',
      'https://api.example.com',
      'default',
      /“PATH”.*`secrets:` in connectors\.yaml.*api\.example\.com/,
    ],
    ['another tenant', 'API_TOKEN', 'https://api.example.com', 'other', /tenant “other”/],
    ['another host', 'API_TOKEN', 'https://evil.example', 'default', /may not be sent to evil\.example\./],
    ['a host that only ends alike', 'API_TOKEN', 'https://notexample.org:8443', 'default', /notexample\.org/],
    ['the parent of a wildcard', 'API_TOKEN', 'https://example.org:8443', 'default', /example\.org:8443/],
    ['another port', 'API_TOKEN', 'https://a.example.org', 'default', /a\.example\.org/],
    [
      'no encryption',
      'API_TOKEN',
      'http://api.example.com',
      'default',
      /without encryption.*“api\.example\.com:80”/,
    ],
    ['no value', 'MISSING', 'https://api.example.com', 'default', /has no value/],
    ['an empty value', 'EMPTY', 'https://api.example.com', 'default', /has no value/],
    ['a name that every object has', 'constructor', 'https://api.example.com', 'default', /“constructor”/],
  ])('[S2.1] %s is refused, and no value is shown', async (_, name, url, tenant, says) => {
    const result = await fill(authorization(name), url, tenant);
    expect(result).toMatchObject({ kind: 'refused', failure: { code: 'secret-refused', retryable: false } });
    expect(message(result)).toMatch(says);
    expect(message(result)).not.toMatch(/hunter2|swordfish/);
  });

  test('[S2.1] all refusals are reported at once', async () => {
    const both: Json = { a: 'x', $secrets: ['PATH', 'MISSING'].map((name) => ({ at: '/a', name })) };
    expect(message(await fill(both))).toMatch(/“PATH”.*“MISSING”/);
  });

  test('[S3.1] the redactor receives every secret that can be used, and no other variable', () => {
    expect(resolver.values()).toEqual(['hunter2', 'swordfish', `$&\${env:OTHER}`]);
  });
});

describe('hosts', () => {
  test.each([
    ['[::1]:8080', '[::1]', 8080, true],
    ['[0:0::1]', '[::1]', 1, true],
    ['BÜCHER.example', 'xn--bcher-kva.example', 443, true],
    ['127.1', '127.0.0.1', 80, true],
    ['*.example.com', 'a.example.com', 443, true],
    ['*.example.com', 'example.com', 443, false],
    ['example.com', 'a.example.com', 443, false],
    ['example.com:443', 'example.com', 80, false],
  ])('[S2.1] %s and %s at port %i', (text, host, port, expected) => {
    expect(matchesHost(pattern(text), host, port)).toBe(expected);
  });

  test.each([
    '',
    '*',
    '*.',
    'https://a.example',
    'a.example/x',
    'a@b',
    'a b',
    'a:0',
    'a:70000',
    'a:x',
    '*.*.a',
    '::1',
  ])('[S2.1] “%s” is not a host', (text) => {
    expect(parseHostPattern(text)).toBeUndefined();
  });
});
