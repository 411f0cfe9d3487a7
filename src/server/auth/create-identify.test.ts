import { expect, test } from 'vitest';
import {
  describeOutcome,
  noon,
  openTokenFixture,
  sharedSecretToken,
} from '../../../test/server/token-fixture.ts';
import type { CertificateRule } from '../../operations/index.ts';

const key = `sbx_abcdefghijkl_${'s'.repeat(43)}`;

test('[W1.1] a request without credentials is unauthenticated', async () => {
  expect(describeOutcome(await openTokenFixture().ask({}))).toMatch(
    /^unauthenticated: .*Authorization: Bearer/,
  );
});

test('[W1.1] the scheme is Bearer, case-insensitive, and nothing else', async () => {
  const fixture = openTokenFixture();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
    expect(describeOutcome(await fixture.ask({ authorization: `${scheme} ${sharedSecretToken()}` }))).toBe(
      'z.ai-invoice-processor',
    );
  }
  for (const value of [
    'Basic YTpi',
    sharedSecretToken(),
    `Token ${sharedSecretToken()}`,
    'Bearer',
    'Bearer ',
    '',
    `Bearer a ${sharedSecretToken()}`,
    `DPoP ${sharedSecretToken()}`,
  ]) {
    expect(describeOutcome(await fixture.ask({ authorization: value }))).toMatch(/^unauthenticated: /);
  }
});

test('[W1.1] two credentials are refused, also two of the same kind kind', async () => {
  const fixture = openTokenFixture();
  const twice = new Headers();
  twice.append('authorization', `Bearer ${sharedSecretToken()}`);
  twice.append('authorization', `Bearer ${sharedSecretToken()}`);
  expect(describeOutcome(await fixture.ask(twice))).toMatch(/^invalid_request: .*more than one value/);
  const keys = new Headers();
  keys.append('x-api-key', key);
  keys.append('x-api-key', key);
  expect(describeOutcome(await fixture.ask(keys))).toMatch(/^invalid_request: .*more than one value/);
  const both = { authorization: `Bearer ${sharedSecretToken()}`, 'x-api-key': key };
  expect(describeOutcome(await fixture.ask(both))).toMatch(/^invalid_request: .*Send one of them/);
  expect(
    describeOutcome(await fixture.ask({ authorization: `Bearer ${sharedSecretToken()}, Bearer x` })),
  ).toMatch(/^invalid_request/);
});

test.each(['access_token', 'ACCESS_TOKEN', 'api_key'])(
  '[W1.1] credentials in the URL are refused: %s',
  async (name) => {
    const fixture = openTokenFixture();
    for (const headers of [{}, { authorization: `Bearer ${sharedSecretToken()}` }]) {
      const found = describeOutcome(await fixture.ask(headers, `/mcp?a=b&${name}=${sharedSecretToken()}`));
      expect(found).toMatch(/^invalid_request: Credentials must not be part of a URL/);
      expect(found).not.toContain(sharedSecretToken());
    }
    expect(
      describeOutcome(
        await fixture.ask(
          { authorization: `Bearer ${sharedSecretToken()}` },
          '/v1/runs?workflow=access_token',
        ),
      ),
    ).toBe('z.ai-invoice-processor');
  },
);

test('[W1.3] a malformed key is refused without a lookup', async () => {
  const fixture = openTokenFixture();
  const wrong = [
    'sbx_',
    'sbx_a_b',
    key.slice(0, -1),
    `${key}x`,
    key.replace('abc', 'a.c'),
    key.toUpperCase(),
  ];
  for (const each of wrong) {
    expect(describeOutcome(await fixture.ask({ 'x-api-key': each }))).toMatch(
      /^invalid_token: This is not an API key/,
    );
  }
  expect(describeOutcome(await fixture.ask({ authorization: 'Bearer sbx_nonsense' }))).toMatch(
    /^invalid_token: This is not an API key/,
  );
});

const invoice: CertificateRule = {
  spiffe: 'spiffe://example.org/agents/invoice',
  tenant: 'acme',
  scopes: ['workflows:launch'],
  roles: ['clerk'],
  kind: 'service',
};
const below: CertificateRule = {
  ...invoice,
  spiffe: 'spiffe://example.org/agents/*',
  scopes: [],
  roles: [],
  kind: 'agent',
};
const deeper: CertificateRule = { ...below, spiffe: 'spiffe://example.org/agents/night/*', tenant: 'globex' };

test('[W1.6] the SPIFFE id of a certificate is a principal; the most specific rule counts', async () => {
  const fixture = openTokenFixture({ certificates: [below, deeper, invoice] });
  const ask = async (...uris: readonly string[]) => fixture.ask({}, '/mcp', { uris, validUntil: noon });
  expect(await ask('spiffe://example.org/agents/invoice')).toEqual({
    subject: 'spiffe://example.org/agents/invoice',
    tenant: 'acme',
    scopes: new Set(['workflows:launch']),
    roles: ['clerk'],
    kind: 'service',
  });
  expect(await ask('spiffe://example.org/agents/other')).toMatchObject({ kind: 'agent', tenant: 'acme' });
  expect(await ask('spiffe://example.org/agents/a/b')).toMatchObject({ kind: 'agent', tenant: 'acme' });
  expect(await ask('spiffe://example.org/agents/night/a')).toMatchObject({ tenant: 'globex' });
});

test.each([
  [[]],
  [['spiffe://example.org/agents']],
  [['spiffe://example.org/agents/']],
  [['spiffe://example.org/agents/../agents/invoice']],
  [['spiffe://example.org/agents/./invoice']],
  [['spiffe://example.org/agents//invoice']],
  [['spiffe://example.org/agents/*']],
  [['spiffe://example.org/agents/invoice?x=1']],
  [['spiffe://example.org/agents/invoice#x']],
  [['SPIFFE://example.org/agents/invoice']],
  [['spiffe://Example.org/agents/invoice']],
  [['spiffe://example.org:443/agents/invoice']],
  [['spiffe://me@example.org/agents/invoice']],
  [['spiffe://evil.test/agents/invoice']],
  [['spiffe://example.org/agents/%69nvoice']],
  [['https://example.org/agents/invoice']],
  [[`spiffe://example.org/agents/${'x'.repeat(2_100)}`]],
  [['spiffe://example.org/agents/invoice', 'spiffe://example.org/agents/other']],
  [['spiffe://example.org/agents/invoice', 'https://example.org/']],
])('[W1.6] a certificate with %j does not authenticate', async (uris) => {
  const fixture = openTokenFixture({ certificates: [below, invoice] });
  const found = describeOutcome(await fixture.ask({}, '/mcp', { uris, validUntil: noon }));
  expect(found).toMatch(/^invalid_token: The (?:certificate must contain|SPIFFE id)/);
  expect(found).not.toContain('example');
});

test('[W1.6] an expired certificate does not authenticate, also on a connection that it opened', async () => {
  const fixture = openTokenFixture({ certificates: [invoice] });
  const found = describeOutcome(
    await fixture.ask({}, '/mcp', { uris: [invoice.spiffe], validUntil: noon - 1 }),
  );
  expect(found).toBe('invalid_token: The certificate has expired.');
});

test('[W1.6] an exact id takes precedence over a pattern of the same length', async () => {
  const night = { ...invoice, spiffe: 'spiffe://example.org/agents/n' };
  const fixture = openTokenFixture({ certificates: [below, night] });
  expect(await fixture.ask({}, '/mcp', { uris: [night.spiffe], validUntil: noon })).toMatchObject({
    kind: 'service',
  });
});

test('[W1.6] a certificate counts only without other credentials', async () => {
  const fixture = openTokenFixture({ certificates: [invoice] });
  const certificate = { uris: [invoice.spiffe], validUntil: noon };
  expect(
    describeOutcome(
      await fixture.ask({ authorization: `Bearer ${sharedSecretToken()}` }, '/mcp', certificate),
    ),
  ).toBe('z.ai-invoice-processor');
  expect(describeOutcome(await fixture.ask({ authorization: 'Bearer forged' }, '/mcp', certificate))).toMatch(
    /^invalid_token/,
  );
  expect(describeOutcome(await fixture.ask({ authorization: 'Basic YTpi' }, '/mcp', certificate))).toMatch(
    /^unauthenticated/,
  );
});
