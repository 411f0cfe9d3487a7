/** What the README and the first pages of docs show is what happens: their files exist, and their commands print that. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const readme = read('README.md');
const index = read('docs/README.md');
const walkPage = read('docs/first-workflow.md');
const kernelPage = read('docs/kernel-in-one-page.md');

/** Pages that a newcomer reads first. */
const firstPages = ['README.md', 'docs/README.md', 'docs/first-workflow.md', 'docs/connect.md'];

/** The fenced blocks of a language in a Markdown text. */
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

/** Each command after `$`, with what it prints. */
const turnsOf = (block: string) =>
  [...block.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', printed = '']) => ({
    command,
    printed,
  }));

const consolesOf = (text: string) => blocks(text, 'console').flatMap(turnsOf);

test('[A8] the README is short enough to read in two minutes', () => {
  expect([...readme].length).toBeLessThan(12_000);
});

test('[A8] the examples on the first pages and on the page about the kernel are files', () => {
  expect(blocks(readme, 'yaml')).toEqual([read('examples/first.yaml')]);
  expect(blocks(walkPage, 'yaml')).toEqual([read('examples/first.yaml'), read('examples/first.test.yaml')]);
  expect(blocks(kernelPage, 'js')).toEqual([read('examples/two-steps.mjs')]);
});

test('[A8] the first pages show every verb that works on a file', () => {
  const verbsOf = (text: string) =>
    consolesOf(text).flatMap(({ command }) => /signalbox\.js (\w+)/.exec(command)?.[1] ?? []);
  expect(verbsOf(walkPage)).toEqual(['validate', 'graph', 'test', 'simulate']);
  expect(verbsOf(readme)).toEqual(['graph', 'validate', 'test']);
});

/** By page: what its blocks are. `json`, `sh` and the plain link are checked in test/bundle/snippets.test.ts. */
const languages = [
  ['README.md', ['', 'console', 'json', 'sh', 'sh-session', 'yaml']],
  ['docs/README.md', []],
  ['docs/first-workflow.md', ['console', 'sh-session', 'yaml']],
  ['docs/connect.md', ['', 'json', 'sh']],
] as const;

test.each(languages)('[A8] every example in %s is of a kind that a test executes or compares', (path, known) => {
  const fences = [...read(path).matchAll(/^ *```(.*)$/gm)].map(([, language = '']) => language);
  const opened = fences.filter((_, at) => at % 2 === 0);
  expect([...new Set(opened)].sort()).toEqual(known);
  expect(opened.length).toBe(known.flatMap((language) => blocks(read(path), language)).length - plainTwice(path));
});

/** A block without a language is also found behind the end of another one. */
function plainTwice(path: string): number {
  const [, ...found] = blocks(read(path), '');
  return found.length;
}

test.each([...new Set([readme, walkPage, kernelPage].flatMap(consolesOf))])(
  '[A8] $command prints what is shown',
  ({ command, printed }) => {
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
    expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: '' });
  },
);
