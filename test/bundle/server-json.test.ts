/** The description for registries is correct. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stdio } from '../../src/cli/commands/stdio.ts';
import { about } from '../../src/server/http/status-page/about.ts';

const read = (path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

interface Argument {
  readonly type: string;
  readonly name?: string;
  readonly value?: string;
  readonly isRepeated?: boolean;
}

const described = read('server.json');
const { name, version, mcpName, bin } = read('package.json');
const args: readonly Argument[] = described.packages[0].packageArguments;

test('[P8.1] server.json has the version and the name of the package', () => {
  expect(described).toMatchObject({
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...about,
    name: mcpName,
    version,
    packages: [{ registryType: 'npm', identifier: name, version, transport: { type: 'stdio' } }],
  });
  expect(described.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
  expect(Object.keys(bin)).toEqual([name]);
});

test('[P8.1] its description fits the limit of registries', () => {
  expect(described.description.length).toBeGreaterThan(0);
  expect(described.description.length).toBeLessThanOrEqual(100);
});

test('[P8.1] its arguments are arguments of the program', () => {
  expect(args.filter(({ type }) => type === 'positional').map(({ value }) => value)).toEqual(['stdio']);
  const named = args.filter(({ type }) => type === 'named');
  const taken = new Map(stdio.options.map((option) => [option.name, option.repeats === true]));
  expect(named.length).toBeGreaterThan(0);
  expect(named.map((each) => [each.name, each.isRepeated === true])).toEqual(
    named.map((each) => [each.name, taken.get(each.name ?? '')]),
  );
});
