/** docs/access.md is correct: its auth files are valid, and its tables match the code. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plainText } from '../../languages/index.ts';
import { scopes } from '../contract/principal.ts';
import { registry } from '../registry.ts';
import { signingAlgorithms } from './auth-configuration.ts';
import { readAuthFile } from './read-auth-file.ts';

const page = readFileSync(new URL('../../../docs/access.md', import.meta.url), 'utf8');
const files = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);

const secret = 'thirty-two-bytes-or-more-are-a-secret';
const read = (text: string, hasTenants: boolean) =>
  readAuthFile(
    { path: 'auth.yaml', text },
    { variables: { ZAI_SECRET: secret, ACME_SECRET: secret }, hasTenants, others: [] },
  );

/** Returns the cells of the rows that begin with a code, below a heading row. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, rest = ''] = page.split(`${heading}\n`);
  const [table = ''] = rest.split('\n\n');
  return table
    .split('\n')
    .slice(1)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

const codesIn = (cell = ''): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('docs/access.md', () => {
  test('[A8] every YAML block is a valid auth file', () => {
    expect(files).toHaveLength(2);
    const [first = '', second = ''] = files;
    expect(read(first, false).violations).toEqual([]);
    expect(read(second, true).violations).toEqual([]);
    const { issuers, certificates } = read(first, false).configuration;
    expect([issuers.length, certificates.length]).toEqual([2, 2]);
    expect(read(second, false).violations.length).toBeGreaterThan(0);
  });

  test('[A8] the table of scopes lists every scope with its operations', () => {
    const rows = rowsBelow('| scope | allows | operations |');
    const documented = rows.map(([scope, , operations]) => [
      codesIn(scope)[0],
      codesIn(operations).toSorted(),
    ]);
    const known = scopes.map((scope) => [
      scope,
      registry.names
        .filter((name) => registry.get(name).rest !== undefined && registry.get(name).scope === scope)
        .toSorted(),
    ]);
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(known));
  });

  test('[A8] the table of additional scopes lists every operation that requires one, with the condition', () => {
    const rows = rowsBelow('| operation | also needs | when |');
    const documented = rows.map(([operation, scope, when = '']) => [
      codesIn(operation)[0],
      codesIn(scope)[0],
      when.split(':')[0],
    ]);
    const known = registry.names.flatMap((name) =>
      (registry.get(name).additionalScopes ?? []).map(({ scope, when }) => [
        name,
        scope,
        plainText(when?.description ?? 'always'),
      ]),
    );
    expect(documented.toSorted()).toEqual(known.toSorted());
  });

  test('[A8] the tables of keys list exactly the keys of an auth file', () => {
    const keysOf = (text: string): readonly string[] =>
      read(text, true).violations.flatMap(({ rule, expected }) =>
        rule === 'unknown-key' ? expected.split(', ') : [],
      );
    const [ofIssuers = '', ofCertificates = ''] = page
      .split(/^### Keys of an? (?:issuer|certificate)$/m)
      .slice(1);
    const documented = (part: string) =>
      (part.split('\n\n')[1] ?? '').split('\n').flatMap((line) => codesIn(line.split('|')[1]));
    expect(documented(ofIssuers).toSorted()).toEqual(keysOf('issuers:\n  - qqqqqqqqqq: 1\n').toSorted());
    expect(documented(ofCertificates).toSorted()).toEqual(
      keysOf('certificates:\n  - qqqqqqqqqq: 1\n').toSorted(),
    );
  });

  test('[A8] the listed algorithms are the accepted ones', () => {
    const [row = ''] = page.split('\n').filter((line) => line.startsWith('| `algorithms` |'));
    expect(row).toContain(signingAlgorithms.join(' '));
  });

  test('[A8] every linked error page exists', () => {
    for (const [, path = ''] of page.matchAll(/\]\((errors\/\w+\.md)\)/g)) {
      expect(readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8')).not.toBe('');
    }
  });
});
