import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CommandDetail, CommandEntry, CompiledCatalog } from '../../catalogs/index.ts';
import { endings, openVersion, writeVersion } from './version-files.ts';

const mebibyte = 1024 * 1024;

function write(catalog: CompiledCatalog) {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'version');
  const written = writeVersion(path, catalog);
  const sizes = Object.values(endings).map((ending) => statSync(`${path}${ending}`).size);
  expect(sizes.reduce((sum, size) => sum + size)).toBe(written.bytes);
  return { ...written, opened: openVersion(path) };
}

const entryOf = (name: string, more: Partial<CommandEntry> = {}): CommandEntry => ({
  ...{ name, canonical: name, operationId: null, method: 'GET', path: `/${name}`, reads: true },
  ...{ summary: '', parameters: [], deprecated: false, ...more },
});

const detailOf = (description: string): CommandDetail => ({
  ...{ description, parameters: [], open: false, result: { kind: 'any' }, example: null },
  call: { kind: 'graphql', query: '', field: '', types: '' },
});

const catalogOf = (
  commands: readonly CommandEntry[],
  detail: CompiledCatalog['detail'],
): CompiledCatalog => ({
  index: {
    ...{ format: 'graphql', title: '', version: '', servers: [], schemes: {}, commands },
    warnings: ['It was here before.'],
  },
  detail,
});

test('[C2.2] everything that is written of a version is counted, and commands beyond the limit are left out', () => {
  const provider = { command: 'b', list: null, value: 'id', label: null, args: {} };
  const commands = [
    entryOf('a', { parameters: [{ name: 'id', required: true, provider }] }),
    ...['b', 'c', 'd'].map((name) => entryOf(name)),
  ];
  const sizes = [40, 30, 20, 1];
  const { opened, bytes } = write(
    catalogOf(commands, (at) => detailOf(String(at).repeat((sizes[at] ?? 0) * mebibyte))),
  );
  expect(bytes).toBeLessThan(64 * mebibyte);
  const { index } = opened;
  expect(index.commands).toEqual([
    entryOf('a', { parameters: [{ name: 'id', required: true }] }),
    entryOf('c'),
    entryOf('d'),
  ]);
  expect(index.warnings).toEqual([
    'It was here before.',
    'The catalog is too large for all commands. Left out (1 of them): “b”.',
  ]);
  expect(index.commands.map((_, at) => opened.detail(at).description[0])).toEqual(['0', '2', '3']);
});

test('[C2.2] the list of commands has a limit of its own', () => {
  const commands = ['a', 'b', 'c'].map((name) => entryOf(name, { path: name.repeat(5 * mebibyte) }));
  const { catalog } = write(catalogOf(commands, () => detailOf('')));
  expect(catalog.index.commands.map(({ name }) => name)).toEqual(['a', 'b']);
});
