/** What the README and the page about the kernel show is what happens: their files are there, and their commands print that. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const readme = read('README.md');
const kernelPage = read('docs/kernel-in-one-page.md');

/** The fenced blocks of a language in a Markdown text. */
const blocks = (text: string, language: string): readonly string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

/** A command after `$`, and what it prints. */
const consoles = [readme, kernelPage].flatMap((text) =>
  blocks(text, 'console').map((block) => {
    const [, command = '', printed = ''] = /^\$ (.*)\n([\s\S]*)$/.exec(block) ?? [];
    return { command, printed };
  }),
);

test('[A8] the examples in the README and on the page about the kernel are files', () => {
  expect(blocks(readme, 'yaml')).toEqual([read('examples/first.yaml'), read('examples/first.test.yaml')]);
  expect(blocks(kernelPage, 'js')).toEqual([read('examples/two-steps.mjs')]);
});

test('[A8] the README shows every verb that works on a file', () => {
  const verbs = consoles.flatMap(({ command }) => /signalbox\.js (\w+)/.exec(command)?.[1] ?? []);
  expect(verbs).toEqual(['validate', 'graph', 'test', 'simulate']);
});

test.each(consoles)('[A8] $command prints what is shown', ({ command, printed }) => {
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: '' });
});

test('[A8] every path that the README names is there, and every page of docs is named', () => {
  const prose = readme.replaceAll(/^```.*?^```/gms, '');
  const named = [...prose.matchAll(/`((?:src|docs|examples)\/[^` ]*|[A-Z]+\.md)`/g)].map(
    ([, path = '']) => path,
  );
  expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md'));
  expect(pages.filter((name) => !named.includes(`docs/${name}`))).toEqual([]);
});
