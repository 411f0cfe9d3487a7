import { expect, test } from 'vitest';
import type { CertificateRule } from '../../operations/index.ts';
import { noon, openTokenLab, shared, told } from './token-lab.ts';

const key = `sbx_abcdefghijkl_${'s'.repeat(43)}`;

test('[W1.1] whoever shows nothing is asked who they are', async () => {
  expect(told(await openTokenLab().ask({}))).toMatch(/^unauthenticated: .*Authorization: Bearer/);
});

test('[W1.1] the scheme is Bearer, in whatever case, and nothing else', async () => {
  const lab = openTokenLab();
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
    expect(told(await lab.ask({ authorization: `${scheme} ${shared()}` }))).toBe('z.ai-invoice-processor');
  }
  for (const value of [
    'Basic YTpi',
    shared(),
    `Token ${shared()}`,
    'Bearer',
    'Bearer ',
    '',
    `Bearer a ${shared()}`,
    `DPoP ${shared()}`,
  ]) {
    expect(told(await lab.ask({ authorization: value }))).toMatch(/^unauthenticated: /);
  }
});

test('[W1.1] two credentials are refused, also two of the same', async () => {
  const lab = openTokenLab();
  const twice = new Headers();
  twice.append('authorization', `Bearer ${shared()}`);
  twice.append('authorization', `Bearer ${shared()}`);
  expect(told(await lab.ask(twice))).toMatch(/^invalid_request: .*more than one value/);
  const keys = new Headers();
  keys.append('x-api-key', key);
  keys.append('x-api-key', key);
  expect(told(await lab.ask(keys))).toMatch(/^invalid_request: .*more than one value/);
  const both = { authorization: `Bearer ${shared()}`, 'x-api-key': key };
  expect(told(await lab.ask(both))).toMatch(/^invalid_request: .*Send one of them/);
  expect(told(await lab.ask({ authorization: `Bearer ${shared()}, Bearer x` }))).toMatch(/^invalid_request/);
});

test.each(['access_token', 'ACCESS_TOKEN', 'api_key'])(
  '[W1.1] credentials in the address are refused: %s',
  async (name) => {
    const lab = openTokenLab();
    for (const headers of [{}, { authorization: `Bearer ${shared()}` }]) {
      const found = told(await lab.ask(headers, `/mcp?a=b&${name}=${shared()}`));
      expect(found).toMatch(/^invalid_request: Credentials do not belong in an address/);
      expect(found).not.toContain(shared());
    }
    expect(
      told(await lab.ask({ authorization: `Bearer ${shared()}` }, '/v1/runs?workflow=access_token')),
    ).toBe('z.ai-invoice-processor');
  },
);

test('[W1.3] what is no key by its form is refused without asking anybody', async () => {
  const lab = openTokenLab();
  const wrong = [
    'sbx_',
    'sbx_a_b',
    key.slice(0, -1),
    `${key}x`,
    key.replace('abc', 'a.c'),
    key.toUpperCase(),
  ];
  for (const each of wrong) {
    expect(told(await lab.ask({ 'x-api-key': each }))).toMatch(/^invalid_token: This is no API key/);
  }
  expect(told(await lab.ask({ authorization: 'Bearer sbx_nonsense' }))).toMatch(
    /^invalid_token: This is no API key/,
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

test('[W1.6] the SPIFFE id of a certificate is a principal; the rule that says most counts', async () => {
  const lab = openTokenLab({ certificates: [below, deeper, invoice] });
  const ask = async (...uris: readonly string[]) => lab.ask({}, '/mcp', { uris, validUntil: noon });
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
])('[W1.6] a certificate with %j makes nobody', async (uris) => {
  const lab = openTokenLab({ certificates: [below, invoice] });
  const found = told(await lab.ask({}, '/mcp', { uris, validUntil: noon }));
  expect(found).toMatch(/^invalid_token: The (?:certificate must name|SPIFFE id)/);
  expect(found).not.toContain('example');
});

test('[W1.6] a certificate that has expired makes nobody, also on a connection that it began', async () => {
  const lab = openTokenLab({ certificates: [invoice] });
  const found = told(await lab.ask({}, '/mcp', { uris: [invoice.spiffe], validUntil: noon - 1 }));
  expect(found).toBe('invalid_token: The certificate has expired.');
});

test('[W1.6] an id itself goes before a pattern that is as long', async () => {
  const night = { ...invoice, spiffe: 'spiffe://example.org/agents/n' };
  const lab = openTokenLab({ certificates: [below, night] });
  expect(await lab.ask({}, '/mcp', { uris: [night.spiffe], validUntil: noon })).toMatchObject({
    kind: 'service',
  });
});

test('[W1.6] a certificate counts only where nothing else is shown', async () => {
  const lab = openTokenLab({ certificates: [invoice] });
  const certificate = { uris: [invoice.spiffe], validUntil: noon };
  expect(told(await lab.ask({ authorization: `Bearer ${shared()}` }, '/mcp', certificate))).toBe(
    'z.ai-invoice-processor',
  );
  expect(told(await lab.ask({ authorization: 'Bearer forged' }, '/mcp', certificate))).toMatch(
    /^invalid_token/,
  );
  expect(told(await lab.ask({ authorization: 'Basic YTpi' }, '/mcp', certificate))).toMatch(
    /^unauthenticated/,
  );
});
