/** Workflows from git repositories, against a real server with TLS. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  type GitSources,
  openGitSources,
  parseRepository,
  type Repository,
} from '../../src/runtime/index.ts';
import { createFakeClock, type FakeClock } from '../../src/testing/index.ts';
import { type GitServer, startGitServer } from './git-server.ts';

const hour = 3_600_000;
const token = 'planted-token-of-git';

let server: GitServer;
let folder = '';
let clock: FakeClock;
let reported: string[] = [];
const opened: GitSources[] = [];

beforeEach(async () => {
  server = await startGitServer();
  folder = await mkdtemp(join(tmpdir(), 'signalbox-repositories-'));
  clock = createFakeClock(Date.UTC(2026, 0, 15));
  reported = [];
});

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** This machine under one of its two host names. */
function repository(name: string, host = 'localhost'): Repository {
  const parsed = parseRepository(`https://${host}:${server.port}/${name}`);
  if (parsed.kind === 'problem') throw new Error(parsed.message);
  return parsed.repository;
}

interface OpenOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly limits?: { readonly timeout?: number; readonly bytes?: number; readonly memory?: number };
  readonly authorities?: string;
}

async function open(
  repositories: readonly Repository[],
  { env = {}, limits, authorities = server.caCertificates }: OpenOptions = {},
): Promise<GitSources> {
  const sources = await openGitSources({
    repositories,
    folder: join(folder, 'cache'),
    interval: hour,
    authorities,
    env: { PATH: process.env['PATH'], ...env },
    clock,
    report: (message) => void reported.push(message),
    ...(limits === undefined ? {} : { limits }),
  });
  opened.push(sources);
  return sources;
}

/** Fetches all repositories, and waits until each has succeeded or failed. */
async function ask(sources: GitSources, changed: () => Promise<void> = async () => {}): Promise<void> {
  sources.begin(changed, 'all');
  await answered(sources);
}

/** The clock does not advance. */
const answered = (sources: GitSources): Promise<void> => sources.settled(hour, 'all');

async function filesOf(sources: GitSources, at = 0): Promise<Readonly<Record<string, string>>> {
  const root = sources.sources[at]?.locate();
  if (root === undefined) return {};
  const names = await readdir(root, { recursive: true, withFileTypes: true });
  const files = names.filter((each) => !each.isDirectory()).map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (each) => [each.slice(root.length + 1), await readFile(each, 'utf8')] as const),
    ),
  );
}

test('[U2.2] documents come from the folder workflows of a repository, otherwise from all of it', async () => {
  await server.commit('all', {
    'a.json': '{}',
    'deep/b.yaml': 'b',
    'README.md': 'no',
    '.hidden/c.json': 'no',
  });
  await server.commit('some', { 'workflows/a.json': 'mine', 'package.json': 'no' });
  const sources = await open([repository('all.git'), repository('some.git')]);
  expect(sources.states()).toMatchObject([{ commit: null, checkedAt: null, problem: '' }, { commit: null }]);
  await ask(sources);
  expect(await filesOf(sources)).toEqual({ 'a.json': '{}', 'deep/b.yaml': 'b' });
  expect(await filesOf(sources, 1)).toEqual({ 'a.json': 'mine' });
  expect(sources.states()).toMatchObject([
    { commit: expect.stringMatching(/^[0-9a-f]{40}$/), problem: '' },
    {},
  ]);
  expect(reported).toEqual([]);
});

test('[U2.2] new commits are fetched when due, as a whole; the old documents stay until then', async () => {
  await server.commit('guides', { 'a.json': 'one', 'b.json': 'one' });
  const sources = await open([repository('guides.git')]);
  let changes = 0;
  const changed = async (): Promise<void> => void changes++;
  await ask(sources, changed);
  const before = sources.sources[0]?.locate();
  await server.commit('guides', { 'a.json': 'two', 'b.json': null });
  expect(await filesOf(sources)).toEqual({ 'a.json': 'one', 'b.json': 'one' });
  clock.advance(hour);
  await answered(sources);
  expect(await filesOf(sources)).toEqual({ 'a.json': 'two' });
  expect(sources.sources[0]?.locate()).not.toBe(before);
  expect(changes).toBe(2);
  clock.advance(hour);
  await answered(sources);
  expect(changes).toBe(2);
});

test('[U2.2] if a branch moves during a fetch, the reported commit is the one of the documents', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  const change = () => server.commit('guides', { 'a.json': 'two' });
  server.behave({ kind: 'change', change });
  const sources = await open([repository('guides.git')]);
  let changes = 0;
  const changed = async (): Promise<void> => void changes++;
  await ask(sources, changed);
  expect(await filesOf(sources)).toEqual({ 'a.json': 'two' });
  const newest = execFileSync('git', ['-C', server.treeOf('guides'), 'rev-parse', 'HEAD'], {
    encoding: 'utf8',
  });
  expect(sources.states()).toMatchObject([{ commit: newest.trim(), problem: '' }]);
  clock.advance(hour);
  await answered(sources);
  expect(changes).toBe(1);
});

test('[U2.2] the data of a repository that is no longer configured is removed after a month', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  const at = (branch: string): Repository => ({ ...repository('guides.git'), branch });
  const openFor = async (branches: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const sources = await open(branches.map(at));
    await sources.close();
    return sources.sources.map((source) => source.locate());
  };
  const both = await open([at(''), at('main')]);
  await ask(both);
  await both.close();
  clock.advance(30 * 24 * hour);
  // One start without one of them.
  await openFor(['main']);
  expect(await openFor(['', 'main'])).toEqual([expect.any(String), expect.any(String)]);
  clock.advance(1);
  await openFor(['main']);
  expect(await openFor(['', 'main'])).toEqual([undefined, expect.any(String)]);
  expect((await readdir(join(folder, 'cache'))).length).toBe(1);
});

test('[U2.2] a branch or a tag may be named; a missing one is reported', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  server.git('guides', 'tag', '--annotate', 'v1', '--message', 'one');
  server.git('guides', 'checkout', '--quiet', '-b', 'next');
  await server.commit('guides', { 'a.json': 'two' });
  server.git('guides', 'checkout', '--quiet', 'main');
  const at = (branch: string): Repository => ({ ...repository('guides.git'), branch });
  const sources = await open([at(''), at('next'), at('v1'), at('nowhere')]);
  await ask(sources);
  expect(await Promise.all([0, 1, 2].map((each) => filesOf(sources, each)))).toEqual([
    { 'a.json': 'one' },
    { 'a.json': 'two' },
    { 'a.json': 'one' },
  ]);
  expect(sources.states()[3]?.problem).toBe('It has neither a branch nor a tag “nowhere”.');
});

test('[U2.2] a token is sent only to its exact host, and is never shown', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  const basic = `Basic ${Buffer.from(`oauth2:${token}`).toString('base64')}`;
  server.behave({ kind: 'protect', authorization: basic });
  const env = { GIT_LOCALHOST_TOKEN: token, GITHUB_TOKEN: 'planted-token-of-github' };
  const both = [repository('guides.git'), repository('guides.git', '127.0.0.1')];
  const sources = await open(both, { env });
  await ask(sources);
  expect(await filesOf(sources)).toEqual({ 'a.json': 'one' });
  expect(sources.states()[1]).toMatchObject({
    commit: null,
    problem: expect.stringContaining('Check GIT_127_0_0_1_TOKEN.'),
  });
  const sentTo = (host: string): readonly (string | undefined)[] =>
    server.seen.filter((each) => each.host.startsWith(host)).map(({ authorization }) => authorization);
  expect(new Set(sentTo('localhost'))).toEqual(new Set([basic]));
  expect(new Set(sentTo('127.0.0.1'))).toEqual(new Set([undefined]));
  expect(JSON.stringify([sources.states(), reported])).not.toContain('planted');
});

test('[U2.2] a redirect is not followed, and sends no token', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  server.behave({ kind: 'redirect', to: `https://127.0.0.1:${server.port}` });
  const sources = await open([repository('guides.git')], { env: { GIT_LOCALHOST_TOKEN: token } });
  await ask(sources);
  expect(sources.states()).toMatchObject([
    { commit: null, problem: 'It redirects to another address, which is not followed. Use its new address.' },
  ]);
  expect(server.seen.filter(({ host }) => host.startsWith('127.0.0.1'))).toEqual([]);
});

test('[U2.2] hooks, submodules, links and unusual paths of a repository have no effect', async () => {
  await server.commit('other', { 'inner.json': 'no' });
  await server.commit('guides', { 'a.json': 'one', 'large.json': 'x'.repeat(1_048_577) });
  const secret = join(folder, 'secret.json');
  await writeFile(secret, 'no');
  await symlink(secret, join(server.treeOf('guides'), 'link.json'));
  await symlink(folder, join(server.treeOf('guides'), 'links'));
  const mark = join(folder, 'mark');
  await mkdir(join(server.treeOf('guides'), 'hooks'));
  await writeFile(join(server.treeOf('guides'), 'hooks', 'post-checkout'), `#!/bin/sh\ntouch ${mark}\n`, {
    mode: 0o755,
  });
  await writeFile(join(server.treeOf('guides'), '.gitattributes'), '*.json filter=evil text eol=crlf\n');
  server.git('guides', 'submodule', '--quiet', 'add', server.treeOf('other'), 'module');
  await server.commit('guides', {});
  // Nor does a repository around the data folder: its settings do not apply.
  execFileSync('git', ['init', '--quiet', folder]);
  const elsewhere = `url.https://127.0.0.1:${server.port}/.insteadOf`;
  execFileSync('git', ['-C', folder, 'config', elsewhere, `https://localhost:${server.port}/`]);
  const sources = await open([repository('guides.git')]);
  await ask(sources);
  expect(server.seen.filter(({ host }) => !host.startsWith('localhost'))).toEqual([]);
  const { 'large.json': large, ...files } = await filesOf(sources);
  expect(files).toEqual({ 'a.json': 'one' });
  // The reader reports that it is too large.
  expect(large?.length).toBe(1_048_577);
  expect(await readdir(folder)).not.toContain('mark');
});

test('[U2.2] an unreachable repository keeps the documents fetched before, also after a restart', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  const first = await open([repository('guides.git')]);
  await ask(first);
  await first.close();
  server.behave({ kind: 'fail', message: `the token is ${token}` });
  clock.advance(hour);
  const second = await open([repository('guides.git')], { env: { GIT_LOCALHOST_TOKEN: token } });
  expect(await filesOf(second)).toEqual({ 'a.json': 'one' });
  // Nothing waits for it: the clock does not advance.
  second.begin(async () => {}, 'all');
  await second.settled(5_000, 'absent');
  await answered(second);
  expect(second.states()).toMatchObject([
    { problem: expect.stringContaining('git reports: '), checkedAt: clock.now() - hour },
  ]);
  expect(await filesOf(second)).toEqual({ 'a.json': 'one' });
  expect(reported).toEqual([expect.stringContaining(`https://localhost:${server.port}/guides.git: `)]);
  expect(JSON.stringify([second.states(), reported])).not.toContain(token);
  server.behave({ kind: 'serve' });
  clock.advance(hour);
  await answered(second);
  expect(second.states()).toMatchObject([{ problem: '', checkedAt: clock.now() }]);
});

/** macOS and Windows cannot limit the memory of a process in this way. */
test.runIf(process.platform === 'linux')(
  '[U2.4] the memory of git is limited: a server that lists branches without end is refused',
  async () => {
    server.behave({ kind: 'endless' });
    const sources = await open([repository('guides.git')], { limits: { memory: 96 * 1_048_576 } });
    await ask(sources);
    expect(sources.states()).toMatchObject([
      {
        problem:
          'It is too large: git needs more than 96 MiB of memory for it. Use a repository that holds only workflows, with fewer branches and tags.',
      },
    ]);
    server.behave({ kind: 'serve' });
    await server.commit('guides', { 'a.json': 'one' });
    await ask(sources);
    expect(await filesOf(sources)).toEqual({ 'a.json': 'one' });
  },
);

test('[U2.2] a missing git is reported', async () => {
  const sources = await open([repository('guides.git')], { env: { PATH: '/nowhere' } });
  await ask(sources);
  expect(sources.states()).toMatchObject([{ problem: expect.stringMatching(/“git” .* was not found/) }]);
});

test('[U2.2] a fetch that hangs or is too large is aborted', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  server.behave({ kind: 'hang' });
  const hanging = await open([repository('guides.git')], { limits: { timeout: 300 } });
  await ask(hanging);
  expect(hanging.states()).toMatchObject([{ problem: 'It took too long to answer: more than 0.3 seconds.' }]);
  server.behave({ kind: 'serve' });
  const large = await open([repository('guides.git')], { limits: { bytes: 10 } });
  await ask(large);
  expect(large.states()).toMatchObject([
    { commit: null, problem: expect.stringContaining('It is too large') },
  ]);
  expect(await filesOf(large)).toEqual({});
});

test('[U2.2] a start waits for a first fetch, but not forever; closing aborts a running fetch', async () => {
  server.behave({ kind: 'hang' });
  const sources = await open([repository('guides.git')]);
  sources.begin(async () => {}, 'due');
  let isOver = false;
  const settled = sources.settled(5_000, 'absent').then(() => {
    isOver = true;
  });
  await vi.waitFor(() => expect(server.seen.length).toBeGreaterThan(0), { timeout: 20_000 });
  expect(isOver).toBe(false);
  clock.advance(5_000);
  await settled;
  await sources.close();
  expect(sources.states()).toMatchObject([{ commit: null, problem: '' }]);
  expect(reported).toEqual([]);
});

test('[U2.2] an unknown certificate authority is not trusted, and a missing git is reported', async () => {
  await server.commit('guides', { 'a.json': 'one' });
  const sources = await open([repository('guides.git')], { authorities: '' });
  await ask(sources);
  expect(sources.states()).toMatchObject([{ problem: expect.stringContaining('SIGNALBOX_GIT_CA') }]);
  const without = await open([repository('guides.git')], { env: { PATH: join(folder, 'nowhere') } });
  await ask(without);
  expect(without.states()).toMatchObject([
    { problem: 'The program “git” of version 2.32 or newer was not found. Install it.' },
  ]);
});
