/** The README and the first pages of docs are correct: their files exist, and their commands print what is shown. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

const readmePath = 'README.md';
const indexPath = 'docs/README.md';
const walkPath = 'docs/first-workflow.md';
const kernelPath = 'docs/kernel-in-one-page.md';
const readme = read(readmePath);

/** Kinds of blocks by page for newcomers. `json`, `sh` and links: test/bundle/snippets.test.ts. */
const firstPages = [
  { path: readmePath, kinds: ['', 'console', 'json', 'sh', 'sh-session', 'yaml'] },
  { path: indexPath, kinds: [] },
  { path: walkPath, kinds: ['console', 'sh-session', 'yaml'] },
  { path: 'docs/connect.md', kinds: ['', 'json', 'sh'] },
];

interface Block {
  readonly language: string;
  readonly text: string;
}

/** The fenced blocks of a page. */
const blocksOf = (path: string): readonly Block[] =>
  [...read(path).matchAll(/^```([^\n]*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

const textsOf = (path: string, language: string): readonly string[] =>
  blocksOf(path).flatMap((block) => (block.language === language ? block.text : []));

/** Each command after `$`, and its output. */
const commandsOf = (path: string, language: string) =>
  textsOf(path, language).flatMap((block) =>
    [...block.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)].map(([, command = '', printed = '']) => ({
      path,
      command,
      printed,
    })),
  );

const consoles = [readmePath, walkPath, kernelPath].flatMap((path) => commandsOf(path, 'console'));

test('[A8] the README has fewer than 12,000 characters', () => {
  expect([...readme].length).toBeLessThan(12_000);
});

test('[A8] the examples in the README, on the first page and on the page about the kernel are files', () => {
  expect(textsOf(readmePath, 'yaml')).toEqual([read('examples/first.yaml')]);
  expect(textsOf(walkPath, 'yaml')).toEqual([read('examples/first.yaml'), read('examples/first.test.yaml')]);
  expect(textsOf(kernelPath, 'js')).toEqual([read('examples/two-steps.mjs')]);
});

test('[A8] the page about the first workflow shows every verb for files', () => {
  const verbsOn = (page: string): readonly string[] =>
    consoles.flatMap(({ path, command }) =>
      path === page ? (/signalbox\.js (\w+)/.exec(command)?.[1] ?? []) : [],
    );
  expect(verbsOn(walkPath)).toEqual(['validate', 'graph', 'test', 'simulate']);
  expect(verbsOn(readmePath)).toEqual(['graph', 'validate', 'test']);
});

test.each(firstPages)('[A8] every example in $path is executed or compared', (page) => {
  const found = blocksOf(page.path);
  expect([...new Set(found.map(({ language }) => language))].sort()).toEqual(page.kinds);
  expect(read(page.path).match(/^\s*```/gm) ?? []).toHaveLength(found.length * 2);
  expect(found.filter(({ language }) => language === '').length).toBe(page.kinds.includes('') ? 1 : 0);
});

test.each(consoles)('[A8] in $path, $command prints what is shown', ({ command, printed }) => {
  const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
  expect({ stdout, stderr }).toEqual({ stdout: printed, stderr: '' });
});

/** Ids, times and names of people differ from run to run. */
const levelled = (text: string): string =>
  text
    .replaceAll(/run_[0-9a-z]{26}/g, 'run_…')
    .replaceAll(/ *\+?\d+(?:\.\d+)? (?:ms|s)\b/g, ' … s')
    .replaceAll(/ from \S+$/gm, ' from …');

test.each([readmePath, walkPath])('[A8] the runs in %s proceed as shown', (path) => {
  const data = mkdtempSync(join(tmpdir(), 'signalbox-readme-'));
  const commands = commandsOf(path, 'sh-session');
  expect(commands).toHaveLength(2);
  try {
    for (const { command, printed } of commands) {
      const env = { ...process.env, SIGNALBOX_DATA: data };
      const { stdout } = spawnSync('sh', ['-c', `${command} 2>&1`], { cwd: root, encoding: 'utf8', env });
      expect(levelled(stdout)).toBe(levelled(printed));
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('[A8] every npm script that the first pages name is in package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: object };
  const named = firstPages.flatMap(({ path }) =>
    [...read(path).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(([, name = '']) => name),
  );
  expect(new Set(named)).toEqual(new Set(['start', 'test', 'check', 'build', 'bundle']));
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  expect(textsOf(readmePath, '')).toEqual(['npm start\nnpm test\n']);
});

const proseOf = (path: string): string => read(path).replaceAll(/^```.*?^```$/gms, '');

/** The link targets of a page: paths from the root, each with its anchor. */
const linksOf = (path: string) =>
  [...proseOf(path).matchAll(/\]\(([^)]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#');
      return { file: file === '' ? path : normalize(join(dirname(path), file)), anchor };
    });

const anchorsOf = (path: string): readonly string[] =>
  [...proseOf(path).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(firstPages)('[A8] every path that $path names exists, and its links resolve', ({ path }) => {
  const named = [...proseOf(path).matchAll(/`((?:src|docs|examples)\/[^` ]*|[A-Z]+\.md)`/g)].map(
    ([, file = '']) => file,
  );
  expect(named.filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
  const links = linksOf(path);
  expect(links.length).toBeGreaterThan(5);
  const lost = links.filter(
    ({ file, anchor }) =>
      !existsSync(`${root}${file}`) || (anchor !== undefined && !anchorsOf(file).includes(anchor)),
  );
  expect(lost).toEqual([]);
});

test('[A8] every page of docs is in its index, and the README links to the index', () => {
  const listed = linksOf(indexPath).map(({ file }) => file);
  const pages = readdirSync(`${root}docs`).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter((name) => !listed.includes(`docs/${name}`))).toEqual([]);
  const others = ['SPEC.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md'];
  const folders = ['docs/errors/README.md', 'docs/decisions/'];
  expect([...others, ...folders].filter((path) => !listed.includes(path))).toEqual([]);
  expect(linksOf(readmePath).map(({ file }) => file)).toContain(indexPath);
});
