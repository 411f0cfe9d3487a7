/** The examples in docs/secrets.md match the program. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { graphLanguage } from '../../languages/graph/index.ts';
import {
  createRedactor,
  createSecretResolver,
  type HostPattern,
  matchesHost,
  parseHostPattern,
  portOf,
} from '../../runtime/index.ts';
import { readConnectorsFile } from '../configuration/read-connectors-file.ts';
import { parseAllowedAddresses } from './allowed-addresses.ts';

const page = readFileSync(new URL('../../../docs/secrets.md', import.meta.url), 'utf8');
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text = '']) => text);

/** The first cells of the table with this heading. */
function firstCells(heading: string): readonly string[] {
  const [, table = ''] = page.split(`| ${heading} |`);
  return (/\n\|-[^\n]*\n((?:\|[^\n]*\n)*)/.exec(table)?.[1] ?? '')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split('|')[1]?.trim() ?? '');
}

const codes = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

function pattern(text: string): HostPattern {
  const parsed = parseHostPattern(text);
  if (parsed === undefined) throw new Error(`“${text}” is no host`);
  return parsed;
}

describe('docs/secrets.md', () => {
  test('[A8] its workflow is valid, and lists its secret for the call', () => {
    const text = blocks.find((each) => each.startsWith('workflows:')) ?? '';
    const readResult = graphLanguage.read({ path: 'order.yaml', text }, { operations: null });
    expect(readResult.violations).toEqual([]);
    const program = JSON.stringify(readResult.workflows[0]?.program);
    expect(program).toContain('"$secrets"');
    expect(program).toContain('/headers/Authorization');
  });

  test('[A8][S2.2] its lists of secrets are valid, and show every source', () => {
    const lists = blocks.filter((each) => each.startsWith('secrets:'));
    const results = lists.map((text) => readConnectorsFile({ path: 'connectors.yaml', text }, {}));
    expect(results.map(({ violations }) => violations)).toEqual([[], []]);
    const kinds = results.flatMap(({ configuration }) =>
      configuration.secrets.map(({ source }) => source?.kind),
    );
    expect(new Set(kinds)).toEqual(new Set([undefined, 'file', 'command']));
  });

  test('[A8] its host patterns are valid, and match as documented', () => {
    const { secrets } = parse(blocks.find((each) => each.startsWith('secrets:')) ?? '');
    const listed: readonly string[] = [secrets.SHOP_TOKEN, secrets.CRM_KEY].flatMap(({ hosts }) => hosts);
    expect(listed.map((host) => parseHostPattern(host))).not.toContain(undefined);
    const [any = '', port = '', star = '', address = ''] = firstCells('host | matches').flatMap(codes);
    const fits = (text: string, url: string) =>
      matchesHost(pattern(text), new URL(url).hostname, portOf(new URL(url)));
    expect(fits(any, 'https://api.example.com:9999')).toBe(true);
    expect(fits(port, 'http://api.example.com:8443')).toBe(true);
    expect(fits(port, 'http://api.example.com:8444')).toBe(false);
    expect(fits(star, 'https://a.b.example.com')).toBe(true);
    expect(fits(star, 'https://example.com')).toBe(false);
    expect(fits(address, 'http://[::1]:8080')).toBe(true);
  });

  test('[A8] its messages are those of the connector', async () => {
    const hosts = [pattern('a.example')];
    const falseCommand = { kind: 'command', command: 'false', args: [], folder: '/' } as const;
    const keeper = createSecretResolver({
      env: { SET: 'value' },
      allow: [
        { name: 'SET', tenants: '*', hosts },
        { name: 'UNSET', tenants: '*', hosts },
        { name: 'THEIRS', tenants: ['acme'], hosts },
        { name: 'FILE', tenants: '*', hosts, source: { kind: 'file', path: '/no/such/file' } },
        { name: 'COMMAND', tenants: '*', hosts, source: falseCommand },
      ],
    });
    const outcomeOf = async (name: string, url: string): Promise<string> => {
      const filled = await keeper.fill({}, [{ at: '/a', name }], { tenant: 'default', url: new URL(url) });
      return filled.kind === 'refused' ? filled.failure.message : '';
    };
    const messages = await Promise.all([
      outcomeOf('PATH', 'https://a.example'),
      outcomeOf('THEIRS', 'https://a.example'),
      outcomeOf('SET', 'https://b.example'),
      outcomeOf('SET', 'http://a.example'),
      outcomeOf('UNSET', 'https://a.example'),
      outcomeOf('FILE', 'https://a.example'),
      outcomeOf('COMMAND', 'https://a.example'),
      outcomeOf('SET', 'https://a.example'),
    ]);
    const beginnings = firstCells('message begins with | what to do');
    expect(beginnings).toHaveLength(messages.length);
    for (const [index, beginning] of beginnings.entries()) {
      const wild = beginning.replaceAll('.', '\\.').replaceAll(/“…”|…/g, '.+?');
      expect(messages[index]).toMatch(new RegExp(`^${wild}`));
    }
  });

  test('[A8] the names that it lists are recognized as secrets', () => {
    const { redact } = createRedactor(() => []);
    const [, list = ''] = /\*\*Secret names\*\*[^:]*:(.*?)\n\n/s.exec(page) ?? [];
    expect(codes(list)).toHaveLength(17);
    for (const name of codes(list)) expect(redact({ [name]: 'x' })).toEqual({ [name]: '[redacted]' });
  });

  test('[A8] its values for private addresses are valid', () => {
    const values = firstCells('value | allows').flatMap(codes);
    expect(values).toHaveLength(7);
    for (const value of values) expect(parseAllowedAddresses(value)).toMatchObject({ kind: 'allowed' });
  });
});
