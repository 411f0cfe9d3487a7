import { expect, test } from 'vitest';
import type { Issuer } from './auth-configuration.ts';
import { type AuthFileContext, readAuthFile } from './read-auth-file.ts';

const secret = 'thirty-two-bytes-or-more-are-a-secret';
const variables = {
  ZAI_SECRET: secret,
  SHORT: 'short-secret',
  EMPTY: '',
  a: `${secret}-a`,
  b: `${secret}-b`,
  zai: `${secret}-zai`,
};

const read = (text: string, context: Partial<AuthFileContext> = {}) =>
  readAuthFile({ path: 'auth.yaml', text }, { variables, hasTenants: true, others: [], ...context });

/** Returns the location and the message of each violation. */
const mistakes = (text: string, context: Partial<AuthFileContext> = {}): readonly string[] =>
  read(text, context).violations.map(({ line, column, message }) => `${line}:${column} ${message}`);

const full = `
issuers:
  - issuer: zai-controller
    secret: \${env:ZAI_SECRET}
    audience: yawl-mcp
    tenant: acme
    scopes: [workflows:launch, workflows:query]
    roles: [clerk]
    kinds: [agent, service]
    subject_prefix: 'zai:'
  - issuer: https://login.example.com
    jwks: https://login.example.com/jwks.json
    algorithms: [RS256, EdDSA]
    tenants: [acme, globex]
    tenant_claim: org
    scopes: [admin]
    kinds: person
certificates:
  - spiffe: spiffe://example.org/agents/invoice
    tenant: acme
    scopes: workflows:launch
    roles: [clerk]
    kind: agent
  - spiffe: spiffe://example.org/services/*
    scopes: [workflows:query]
`;

test('[W1.2] an auth file is read completely', () => {
  const { configuration, secrets, violations } = read(full);
  expect(violations).toEqual([]);
  expect(secrets).toEqual([secret]);
  expect(configuration).toEqual({
    issuers: [
      {
        name: 'zai-controller',
        key: { kind: 'secret', secret },
        audience: { names: ['yawl-mcp'], withServer: false },
        tenants: ['acme'],
        tenantClaim: null,
        scopes: ['workflows:launch', 'workflows:query'],
        roles: ['clerk'],
        kinds: ['agent', 'service'],
        subjectPrefix: 'zai:',
      },
      {
        name: 'https://login.example.com',
        key: { kind: 'jwks', url: 'https://login.example.com/jwks.json', algorithms: ['RS256', 'EdDSA'] },
        audience: { names: [], withServer: true },
        tenants: ['acme', 'globex'],
        tenantClaim: 'org',
        scopes: ['admin'],
        roles: [],
        kinds: ['person'],
        subjectPrefix: '',
      },
    ],
    certificates: [
      {
        spiffe: 'spiffe://example.org/agents/invoice',
        tenant: 'acme',
        scopes: ['workflows:launch'],
        roles: ['clerk'],
        kind: 'agent',
      },
      {
        spiffe: 'spiffe://example.org/services/*',
        tenant: 'default',
        scopes: ['workflows:query'],
        roles: [],
        kind: 'service',
      },
    ],
  });
});

test('[W1.2] the defaults grant as little as possible: one tenant, no roles, agents', () => {
  const { configuration } = read(
    `issuers:\n  - {issuer: a, secret: "\${env:ZAI_SECRET}", scopes: [workflows:query]}\n`,
  );
  expect(configuration.issuers).toMatchObject([
    {
      tenants: ['default'],
      tenantClaim: null,
      roles: [],
      kinds: ['agent'],
      audience: { names: [], withServer: true },
    },
  ]);
});

test.each(['', '# nothing\n', 'issuers:\n', 'issuers: []\ncertificates: []\n'])(
  '[W1.2] %j defines no issuers and no certificates',
  (text) => {
    expect(read(text)).toEqual({
      configuration: { issuers: [], certificates: [] },
      secrets: [],
      violations: [],
    });
  },
);

test('[W1.2] all violations are reported at once, with their locations', () => {
  const text = `issuers:
  - issuer: one
    secret: written-out-where-everybody-reads-it-for-years
    scopes: [workflows:lanch]
  - issuer: two
    secret: \${env:SHORT}
    algorithms: [HS256]
    scopes: []
    tenant: ../acme
  - issuer: three
    jwks: http://login.example.com/jwks.json
    algorithms: [none, HS256]
    kinds: [human]
    tenants: [a, b]
    tenant: a
    scopes: [workflows:query]
  - issuer: four
    tenant_claim: org
    subject_prefix: 'key:'
    scopes: [workflows:query]
certificates:
  - spiffe: https://example.org/agent
    kind: robot
what: else
`;
  expect(mistakes(text)).toEqual([
    expect.stringMatching(/^3:13 A secret must not be in a file\. .*\$\{env:NAME\}/),
    expect.stringMatching(/^4:14 A scope must be one of workflows:launch, .*“workflows:lanch”/),
    expect.stringMatching(/^6:13 The secret in “SHORT” is too short: it must have at least 32 bytes/),
    expect.stringMatching(/^7:5 “algorithms” is not allowed here/),
    expect.stringMatching(/^8:13 The value of “scopes” must not be empty/),
    expect.stringMatching(/^9:13 The name of a tenant must have the form: letters/),
    expect.stringMatching(/^11:11 The URL of the issuer keys must begin with https/),
    expect.stringMatching(/^12:18 An algorithm must be one of RS256, .*EdDSA/),
    expect.stringMatching(/^12:24 An algorithm must be one of RS256, .*EdDSA/),
    expect.stringMatching(/^13:13 A kind must be one of person, agent, service/),
    expect.stringMatching(/^15:5 “tenant” is not allowed here: “tenants” is also set/),
    expect.stringMatching(/^17:5 An issuer requires the “secret”.*or the URL of the “jwks”/),
    expect.stringMatching(/^18:5 “tenant_claim” is not allowed here/),
    expect.stringMatching(/^19:21 Subjects that begin with “key:” are reserved for API keys/),
    expect.stringMatching(/^22:5 A certificate needs “scopes”/),
    expect.stringMatching(/^22:13 A SPIFFE id has the form/),
    expect.stringMatching(/^23:11 A kind must be one of person, agent, service/),
    expect.stringMatching(/^24:1 The auth file has no “what”/),
  ]);
});

test('[W10.3] a literal secret is not quoted', () => {
  const planted = 'written-out-where-everybody-reads-it-for-years';
  for (const written of [
    planted,
    `x \${env:ZAI_SECRET}`,
    `\${env:ZAI_SECRET}${planted}`,
    `"\${${planted}}"`,
  ]) {
    const { violations, configuration } = read(
      `issuers:\n  - issuer: a\n    secret: ${written}\n    scopes: [admin]\n`,
    );
    expect(violations).toHaveLength(1);
    expect(JSON.stringify(violations)).not.toContain(planted);
    expect(JSON.stringify(violations)).not.toContain(secret);
    expect(configuration.issuers).toEqual([]);
  }
});

test('[W1.2] an unset or empty variable is reported by its name', () => {
  const one = (name: string) =>
    mistakes(`issuers:\n  - {issuer: a, secret: "\${env:${name}}", scopes: [admin]}\n`);
  expect(one('ZAI_SECRTE')).toEqual([
    expect.stringMatching(/“ZAI_SECRTE” is not set\. Did you mean “ZAI_SECRET”/),
  ]);
  expect(one('EMPTY')).toEqual([expect.stringMatching(/“EMPTY” is empty/)]);
});

test('[W1.2] keys are fetched over https, and over http on this machine only', () => {
  const one = (url: string) => mistakes(`issuers:\n  - {issuer: a, jwks: "${url}", scopes: [admin]}\n`);
  for (const url of [
    'https://a.example/keys?v=2',
    'http://127.0.0.1:8080/k',
    'http://[::1]/k',
    'http://localhost/k',
  ]) {
    expect(one(url)).toEqual([]);
  }
  const wrong = [
    'http://example.com/k',
    'http://127.0.0.1.evil.test/k',
    'http://localhost.evil.test/',
    'https://me:word@example.com/k',
    'https://example.com/#k',
    'file:///etc/passwd',
    'data:application/json,{}',
    'jwks.json',
    '',
  ];
  for (const url of wrong)
    expect(one(url), url).toEqual([expect.stringContaining('must begin with https://')]);
});

test.each(['..', '.', 'a/b', 'a b', '', '-a', 'ä', 'a'.repeat(65), '"a\\nb"'])(
  '[W1.2] “%s” is not a valid tenant name',
  (name) => {
    const text = `issuers:\n  - {issuer: a, secret: "\${env:ZAI_SECRET}", tenant: ${name.startsWith('"') ? name : `"${name}"`}, scopes: [admin]}\n`;
    expect(mistakes(text)).toEqual([expect.stringContaining('The name of a tenant must have the form')]);
  },
);

test('[W1.2] without multi-tenancy only the default tenant exists', () => {
  expect(mistakes(full, { hasTenants: false })).toEqual([
    expect.stringMatching(/^6:13 Only the tenant “default” exists\. .*SIGNALBOX_TENANTS=true/),
    expect.stringMatching(/^14:15 Only the tenant/),
    expect.stringMatching(/^14:21 Only the tenant/),
    expect.stringMatching(/^20:13 Only the tenant/),
  ]);
  const usual = `issuers:\n  - {issuer: a, secret: "\${env:ZAI_SECRET}", tenant: default, scopes: [admin]}\n`;
  expect(mistakes(usual, { hasTenants: false })).toEqual([]);
});

const issuer = (name: string, more: string): string =>
  `  - {issuer: ${name}, secret: "\${env:${name}}", scopes: [admin], ${more}}\n`;

test('[W1.2] issuers that grant access to the same tenant need different subject prefixes', () => {
  const clash = /^3:5 The issuers “b” and “a” both grant access to the tenant “acme”.*“subject_prefix”/;
  expect(mistakes(`issuers:\n${issuer('a', 'tenant: acme')}${issuer('b', 'tenants: [x, acme]')}`)).toEqual([
    expect.stringMatching(clash),
  ]);
  const same = `issuers:\n${issuer('a', "tenant: acme, subject_prefix: 'p:'")}${issuer('b', "tenant: acme, subject_prefix: 'p:'")}`;
  expect(mistakes(same)).toEqual([expect.stringMatching(clash)]);
  expect(mistakes(same.replace('p:', 'q:'))).toEqual([]);
  expect(mistakes(same.replace('acme', 'globex'))).toEqual([]);
  expect(mistakes(`issuers:\n${issuer('a', 'tenant: x')}${issuer('a', 'tenant: y')}`)).toEqual([
    expect.stringMatching(/^3:5 The issuer “a” is configured twice/),
  ]);
});

test('[W1.2] issuers with the same secret are refused', () => {
  const text = `issuers:\n${issuer('a', 'tenant: x')}${issuer('b', 'tenant: y')}`;
  expect(mistakes(text)).toEqual([]);
  const shared = mistakes(text.replace('{env:b}', '{env:a}'));
  expect(shared).toEqual([expect.stringMatching(/^3:5 The issuers “b” and “a” have the same secret/)]);
  expect(shared.join()).not.toContain(secret);
});

test('[W1.2] the issuer of the environment is checked together with the others', () => {
  const other: Issuer = {
    name: 'zai',
    key: { kind: 'secret', secret },
    audience: { names: [], withServer: true },
    tenants: ['default'],
    tenantClaim: null,
    scopes: [],
    roles: [],
    kinds: ['agent'],
    subjectPrefix: '',
  };
  const others = [other];
  expect(mistakes(`issuers:\n${issuer('zai', 'tenant: acme')}`, { others })).toEqual([
    expect.stringContaining('The issuer “zai” is configured twice'),
  ]);
  expect(mistakes(`issuers:\n${issuer('b', 'roles: [x]')}`, { others })).toEqual([
    expect.stringContaining('both grant access to the tenant “default”'),
  ]);
  expect(mistakes(`issuers:\n${issuer('b', "subject_prefix: 'b:'")}`, { others })).toEqual([]);
});

test('[W1.6] a SPIFFE id may occur only once', () => {
  const rule = '  - {spiffe: spiffe://example.org/a, scopes: [admin]}\n';
  expect(mistakes(`certificates:\n${rule}${rule}`)).toEqual(['3:5 “spiffe://example.org/a” occurs twice.']);
  expect(mistakes('certificates:\n  - {spiffe: "spiffe://example.org/*/a", scopes: [admin]}\n')).toHaveLength(
    1,
  );
  expect(mistakes('certificates:\n  - {spiffe: "spiffe://*", scopes: [admin]}\n')).toHaveLength(1);
});

test.each(['issuers: 7', '- a', 'issuers: {a: b}', 'issuers: [7]', 'issuers: [[]]', '{', 'a: &a [*a]'])(
  '[W1.2] %j is refused without an exception',
  (text) => {
    expect(mistakes(text).length).toBeGreaterThan(0);
    expect(read(text).configuration).toEqual({ issuers: [], certificates: [] });
  },
);
