/** What the README and the page about the kernel show is what happens: their files are there, and their commands print that. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Ids, times and names of people differ from run to run. */
const levelled = (text: string): string =>
  text
    .replaceAll(/run_[0-9a-z]{26}/g, 'run_…')
    .replaceAll(/ *\+?\d+(?:\.\d+)? (?:ms|s)\b/g, ' … s')
    .replaceAll(/ from \S+$/gm, ' from …');

test('[A8] the runs in the README go as they are shown', () => {
  const data = mkdtempSync(join(tmpdir(), 'signalbox-readme-'));
  try {
    for (const block of blocks(readme, 'sh-session')) {
      const [, command = '', printed = ''] = /^\$ (.*)\n([\s\S]*)$/.exec(block) ?? [];
      const env = { ...process.env, SIGNALBOX_DATA: data };
      const { stdout } = spawnSync('sh', ['-c', `${command} 2>&1`], { cwd: root, encoding: 'utf8', env });
      expect(levelled(stdout)).toBe(levelled(printed));
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
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
