/** docs/adapters.md is correct: its requests are answered as shown, and its tables match the adapters. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { playPage } from '../rest/play-session.ts';
import { openRestFixture, type RestFixture } from '../rest/rest-fixture.ts';
import { shipped } from './flow-server.ts';

const page = readFileSync(new URL('../../docs/adapters.md', import.meta.url), 'utf8');
const [own = ''] = [...page.matchAll(/^```yaml\n(adapter: .*?)^```/gms)].map(([, text]) => text);

interface Described {
  readonly name: string;
  readonly operations: number;
  readonly dynamic_choices: number;
  readonly no_operations: string;
  readonly questions: readonly {
    readonly id: string;
    readonly accepts: readonly string[];
    readonly choices_from: string | null;
  }[];
  readonly calls: readonly { readonly id: string }[];
  readonly provides: readonly Capability[];
  readonly requires: readonly Capability[];
}

interface Capability {
  readonly capability: string;
  readonly version: string;
}

let fixture: RestFixture;
const adapters: Described[] = [];

beforeAll(async () => {
  fixture = await openRestFixture({ 'mailbox.yaml': own });
  const { body } = await fixture.ask('GET /v1/adapters');
  for (const listed of (body as { readonly adapters: readonly Described[] }).adapters) {
    const described = (await fixture.ask(`GET /v1/adapters/${listed.name}`)).body as Described;
    expect(described).toMatchObject(listed);
    if (listed.name !== 'mailbox') adapters.push(described);
  }
});
afterAll(() => fixture.close());

/** The cells of a table, row by row, by its heading. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const table = page.slice(page.indexOf(`\n| ${heading} |`) + 1).split('\n');
  const end = table.findIndex((line) => !line.startsWith('|'));
  return table.slice(2, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const cell = (names: readonly string[]): string => [...new Set(names)].map((name) => `\`${name}\``).join(' ');
const shortOf = ({ name }: Described, id: string): string => id.slice(name.length + 1);

/** Of the calls of its document. */
async function hostsOf(name: string): Promise<readonly string[]> {
  const { base_url: base = '', inputs, operations = [] } = parse(await shipped(`adapters/${name}.yaml`));
  const calls = [operations, inputs.map(({ choices_from: from }: { choices_from?: object }) => from)];
  const text = JSON.stringify(calls).replaceAll(`\${base_url}`, base);
  const hosts = [...text.matchAll(/"url":"https:\/\/([^/"]+)/g)].map(([, host = '']) => host);
  return hosts.map((host) => host.replace(`\${argocd.namespace}`, 'NAMESPACE'));
}

test('[A8][Q7.2] the requests on the page are answered as shown', async () => {
  let count = 0;
  for await (const { command, printed, expected } of playPage(page, fixture.url)) {
    expect(printed, command).toMatch(expected);
    count += 1;
  }
  expect(count).toBe(7);
});

test('[A8][Q7.1] the table has inputs, choices from calls, secrets and hosts of each adapter', async () => {
  const rows = rowsOf('adapter | inputs | choices from a call | at the end | secrets | hosts');
  const expected: (readonly string[])[] = [];
  for (const adapter of adapters) {
    const { name, questions } = adapter;
    const dynamic = questions.filter(({ choices_from: from }) => from !== null);
    const inputs = questions.map(({ id }) => shortOf(adapter, id));
    const secrets = questions.flatMap(({ accepts }) => accepts.map((secret) => secret.slice(1)));
    const choices = dynamic.map(({ id }) => shortOf(adapter, id));
    expected.push([name, inputs, choices, secrets, await hostsOf(name)].map((of) => cell([of].flat())));
    expect([name, adapter.dynamic_choices]).toEqual([name, dynamic.length]);
  }
  expect(rows.map(([name, inputs, choices, , ...others]) => [name, inputs, choices, ...others])).toEqual(
    expected,
  );
  expect(expected.filter(([, , choices]) => choices !== '').map(([name]) => name)).toEqual([
    '`external_dns`',
    '`local_path_provisioner`',
    '`nats`',
  ]);
});

test('[A8][Q7.1] the table says which adapters perform operations', () => {
  const atTheEnd = rowsOf('adapter | inputs | choices from a call | at the end | secrets | hosts').map(
    ([name, , , what]) => [name, what === 'nothing'],
  );
  expect(atTheEnd).toEqual(
    adapters.map(({ name, operations, calls, no_operations: reason }) => {
      expect([name, calls.length, reason === '']).toEqual([name, operations, operations > 0]);
      return [`\`${name}\``, operations === 0];
    }),
  );
});

test('[A8][Q7.1] the table has what each adapter provides and requires', () => {
  const namesOf = (capabilities: readonly Capability[]) =>
    cell(capabilities.map(({ capability }) => capability));
  expect(rowsOf('adapter | provides | requires')).toEqual(
    adapters.map(({ name, provides, requires }) => [`\`${name}\``, namesOf(provides), namesOf(requires)]),
  );
  const versions = adapters.flatMap(({ provides, requires }) => [...provides, ...requires]);
  expect(new Set(versions.map(({ version }) => version))).toEqual(new Set(['v1.0']));
});
