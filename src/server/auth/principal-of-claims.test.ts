import { expect, test } from 'vitest';
import {
  describeOutcome,
  issuerOf,
  openTokenFixture,
  sharedSecretToken,
} from '../../../test/server/token-fixture.ts';

const wide = issuerOf({
  scopes: ['workflows:launch', 'workflows:query'],
  roles: ['clerk', 'team lead'],
  kinds: ['agent', 'service'],
});

test('[W1.2] scopes above the ceiling of the issuer, and unknown ones, are dropped', async () => {
  const fixture = openTokenFixture({ issuers: [wide] });
  const scopesOf = async (claims: Readonly<Record<string, unknown>>) => {
    const found = await fixture.show(sharedSecretToken({ scope: undefined, ...claims }));
    return found.kind === 'refusal' ? describeOutcome(found) : [...found.scopes];
  };
  expect(await scopesOf({ scope: 'admin workflows:author workflows:query' })).toEqual(['workflows:query']);
  expect(await scopesOf({ scope: 'admin' })).toEqual([]);
  expect(await scopesOf({ scope: 'nonsense * workflows:* Workflows:query' })).toEqual([]);
  expect(await scopesOf({})).toEqual([]);
  expect(await scopesOf({ scp: 'workflows:launch workflows:query' })).toEqual([
    'workflows:launch',
    'workflows:query',
  ]);
  expect(await scopesOf({ scp: ['workflows:launch', 'admin', 7, null] })).toEqual(['workflows:launch']);
  expect(await scopesOf({ scope: 'workflows:launch', scp: ['workflows:query'] })).toHaveLength(2);
  expect(await scopesOf({ scope: { 'workflows:query': true } })).toEqual([]);
});

test('[W1.2] the operator scope is granted if the issuer may grant it', async () => {
  const fixture = openTokenFixture({ issuers: [issuerOf({ scopes: ['admin'] })] });
  expect(await fixture.show(sharedSecretToken({ scope: 'admin workflows:query' }))).toMatchObject({
    scopes: new Set(['admin']),
  });
});

test('[W1.2] only roles that the issuer may grant are granted, and none if it names none', async () => {
  const roles = ['operator', 'clerk', 7];
  expect(await openTokenFixture({ issuers: [wide] }).show(sharedSecretToken({ roles }))).toMatchObject({
    roles: ['clerk'],
  });
  expect(
    await openTokenFixture({ issuers: [wide] }).show(sharedSecretToken({ roles: 'team lead' })),
  ).toMatchObject({
    roles: ['team lead'],
  });
  expect(
    await openTokenFixture({ issuers: [wide] }).show(sharedSecretToken({ roles: { clerk: true } })),
  ).toMatchObject({
    roles: [],
  });
  expect(await openTokenFixture().show(sharedSecretToken({ roles }))).toMatchObject({ roles: [] });
});

test('[W1.2] a kind that the issuer may not grant is refused; the default is its first kind', async () => {
  const fixture = openTokenFixture({ issuers: [wide] });
  expect(await fixture.show(sharedSecretToken())).toMatchObject({ kind: 'agent' });
  expect(await fixture.show(sharedSecretToken({ kind: 'service' }))).toMatchObject({ kind: 'service' });
  for (const kind of ['person', 'Agent', '', null, 7, ['agent']]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ kind })))).toBe(
      'invalid_token: The claim “kind” of the token must be one of: agent, service.',
    );
  }
  const people = openTokenFixture({ issuers: [issuerOf({ kinds: ['person'] })] });
  expect(describeOutcome(await people.show(sharedSecretToken({ kind: 'agent' })))).toMatch(/^invalid_token/);
  expect(await people.show(sharedSecretToken())).toMatchObject({ kind: 'person' });
});

test('[W1.2] with several tenants the token must name one of the list', async () => {
  const fixture = openTokenFixture({
    issuers: [issuerOf({ tenants: ['acme', 'globex'], tenantClaim: 'org' })],
  });
  expect(await fixture.show(sharedSecretToken({ org: 'acme' }))).toMatchObject({ tenant: 'acme' });
  expect(await fixture.show(sharedSecretToken({ org: 'globex' }))).toMatchObject({ tenant: 'globex' });
  for (const org of ['default', 'ACME', 'acme ', '', undefined, null, ['acme'], { acme: 1 }, '../acme']) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ org, tenant: 'acme' })))).toBe(
      'invalid_token: The claim “org” of the token must name a tenant of its issuer.',
    );
  }
});

test('[W1.2] an issuer with one tenant always grants that one', async () => {
  const fixture = openTokenFixture({ issuers: [issuerOf({ tenants: ['acme'] })] });
  expect(await fixture.show(sharedSecretToken({ tenant: 'globex' }))).toMatchObject({ tenant: 'acme' });
});

test('[W1.2] no token has the subject of a key, a certificate, or the program', async () => {
  const fixture = openTokenFixture();
  for (const sub of [
    'key:ci',
    'KEY:ci',
    'spiffe://example.org/a',
    'Spiffe://x',
    'signalbox',
    'signalbox:x',
  ]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ sub })))).toContain(
      'its issuer may not use it',
    );
  }
  // The result counts, not the text of the token.
  const prefixed = openTokenFixture({ issuers: [issuerOf({ subjectPrefix: 'ke' })] });
  expect(describeOutcome(await prefixed.show(sharedSecretToken({ sub: 'y:ci' })))).toContain(
    'its issuer may not use it',
  );
  expect(describeOutcome(await prefixed.show(sharedSecretToken({ sub: 'key:ci' })))).toBe('kekey:ci');
});

test('[W1.2] a subject of one issuer cannot be one of another', async () => {
  const plain = issuerOf();
  const zai = issuerOf({ name: 'zai', subjectPrefix: 'zai:' });
  const deep = issuerOf({ name: 'deep', subjectPrefix: 'zai:deep:' });
  const fixture = openTokenFixture({ issuers: [plain, zai, deep] });
  expect(describeOutcome(await fixture.show(sharedSecretToken({ sub: 'ann' })))).toBe('ann');
  expect(describeOutcome(await fixture.show(sharedSecretToken({ sub: 'ann', iss: 'zai' })))).toBe('zai:ann');
  expect(describeOutcome(await fixture.show(sharedSecretToken({ sub: 'ann', iss: 'deep' })))).toBe(
    'zai:deep:ann',
  );
  for (const [iss, sub] of [
    ['zai-controller', 'zai:ann'],
    ['zai-controller', 'zai:deep:ann'],
    ['zai', 'deep:ann'],
  ]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ iss, sub })))).toContain(
      'its issuer may not use it',
    );
  }
  // In another tenant it is a different subject.
  const apart = openTokenFixture({ issuers: [plain, { ...zai, tenants: ['acme'] }] });
  expect(describeOutcome(await apart.show(sharedSecretToken({ sub: 'zai:ann' })))).toBe('zai:ann');
});

test('[W1.2] subjects that are not printable or are too long are refused', async () => {
  const fixture = openTokenFixture();
  for (const sub of [
    '',
    ' ann',
    'ann ',
    'a\nb',
    'a\u0000b',
    'a\u200bb',
    'a\u2028b',
    'x'.repeat(201),
    7,
    null,
    ['ann'],
    {},
  ]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ sub }))), JSON.stringify(sub)).toMatch(
      /^invalid_token: The subject/,
    );
  }
  for (const sub of ['auth0|64f', 'ann@example.com', 'Ann Müller', 'x'.repeat(200)]) {
    expect(describeOutcome(await fixture.show(sharedSecretToken({ sub })))).toBe(sub);
  }
});
