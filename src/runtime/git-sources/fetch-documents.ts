/**
 * Writes the documents of a repository to a folder. Nothing is checked out: the regular files of the newest tree that
 * may be documents are read one by one. So hooks, links, submodules and filters have no effect, and only allowed
 * paths are written.
 */
import { mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPath } from '../library/check-path.ts';
import { compareVersions } from '../library/compare-versions.ts';
import { maxDocumentBytes } from '../library/read-text.ts';
import { minGitVersion } from './describe-git-failure.ts';
import type { FetchLimits } from './fetch-limits.ts';
import type { Repository } from './parse-repository.ts';
import { type GitOutcome, type GitRun, runGit } from './run-git.ts';

export interface FetchOptions {
  readonly repository: Repository;
  readonly environment: Readonly<Record<string, string>>;
  /** For temporary data of a fetch; is emptied again. */
  readonly workFolder: string;
  readonly limits: FetchLimits;
  readonly signal: AbortSignal;
}

export type GitFailure = {
  readonly kind: 'git';
  readonly outcome: Exclude<GitOutcome, { readonly kind: 'done' }>;
};

export type NewestCommit =
  /** @param id the commit of the branch */
  | { readonly kind: 'found'; readonly id: string; readonly ref: string }
  /** The branch or tag does not exist. */
  | { readonly kind: 'absent' }
  | GitFailure;

const smallOutput = 1_048_576;

/** Creates an empty repository, so that git finds no other one around it. `undefined` if it succeeds. */
export async function prepareWorkFolder(options: FetchOptions): Promise<GitFailure | undefined> {
  if (!(await isNewEnough(options))) return { kind: 'git', outcome: { kind: 'missing' } };
  await rm(options.workFolder, { recursive: true, force: true });
  await mkdir(options.workFolder, { recursive: true });
  const outcome = await runGit(
    ['init', '--quiet', '--bare', '--template=', '.'],
    runOf(options, smallOutput),
  );
  return outcome.kind === 'done' ? undefined : { kind: 'git', outcome };
}

/** As git reports it; if it cannot be run, the next command explains why. */
async function isNewEnough(options: FetchOptions): Promise<boolean> {
  const outcome = await runGit(['--version'], { ...runOf(options, smallOutput), folder: tmpdir() });
  const versionText = outcome.kind === 'done' ? outcome.output.toString('utf8') : '';
  const version = /\d+(?:\.\d+)+/.exec(versionText)?.[0];
  return version === undefined || compareVersions(version, minGitVersion) >= 0;
}

/** The commit that the branch currently points to. */
export async function findNewest(options: FetchOptions): Promise<NewestCommit> {
  const { address, branch } = options.repository;
  const refs = branch === '' ? ['HEAD'] : [`refs/heads/${branch}`, `refs/tags/${branch}`];
  const outcome = await runGit(['ls-remote', '--', address, ...refs], runOf(options, smallOutput));
  if (outcome.kind !== 'done') return { kind: 'git', outcome };
  const ids = new Map(
    outcome.output
      .toString('utf8')
      .split('\n')
      .flatMap((line) => {
        const [, id = '', ref = ''] = /^([0-9a-f]{40,64})\t(.+)$/.exec(line) ?? [];
        return id === '' ? [] : [[ref, id] as const];
      }),
  );
  const ref = refs.find((each) => ids.has(each));
  return ref === undefined ? { kind: 'absent' } : { kind: 'found', id: ids.get(ref) ?? '', ref };
}

/** @param id the commit of the documents: the branch may have moved since it was asked for */
export type Fetched = { readonly kind: 'fetched'; readonly id: string } | GitFailure;

/** @param target a folder that does not exist yet */
export async function fetchDocuments(options: FetchOptions, ref: string, target: string): Promise<Fetched> {
  const { repository, workFolder, limits } = options;
  const packs = join(workFolder, 'objects', 'pack');
  const tooMuch = async (): Promise<boolean> => (await sizeOf(packs)) > limits.bytes;
  const run = { ...runOf(options, smallOutput), tooMuch };
  const how = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-auto-maintenance'];
  const outcome = await runGit(['fetch', ...how, '--', repository.address, ref], run);
  if (outcome.kind !== 'done') return { kind: 'git', outcome };
  if (await tooMuch()) return tooLarge;
  const named = await runGit(['rev-parse', '--verify', 'FETCH_HEAD'], runOf(options, smallOutput));
  if (named.kind !== 'done') return { kind: 'git', outcome: named };
  const id = named.output.toString('utf8').trim();
  return (await writeDocuments(options, id, target)) ?? { kind: 'fetched', id };
}

const tooLarge: GitFailure = { kind: 'git', outcome: { kind: 'ended', why: 'too-much' } };

interface Entry {
  readonly blob: string;
  readonly size: number;
  /** Relative to the folder of workflows. */
  readonly path: string;
}

async function writeDocuments(
  options: FetchOptions,
  id: string,
  target: string,
): Promise<GitFailure | undefined> {
  const { limits } = options;
  const listing = ['ls-tree', '-r', '-l', '-z', '--full-tree', id];
  const listed = await runGit(listing, runOf(options, maxListingBytes));
  if (listed.kind !== 'done') return { kind: 'git', outcome: listed };
  const entries = documentsIn(listed.output.toString('utf8'));
  if (entries.length > limits.documents) return tooLarge;
  await mkdir(target, { recursive: true });
  for (const group of groupsOf(entries.filter(({ size }) => size <= maxDocumentBytes))) {
    const input = group.map(({ blob }) => `${blob}\n`).join('');
    const read = await runGit(['cat-file', '--batch'], { ...runOf(options, maxGroupBytes * 3), input });
    if (read.kind !== 'done') return { kind: 'git', outcome: read };
    let at = 0;
    for (const { path, size } of group) {
      const begin = read.output.indexOf('\n', at) + 1;
      await save(target, path, read.output.subarray(begin, begin + size));
      at = begin + size + 1;
    }
  }
  // The reader of the file reports that it is too large: a sparse file of that size is enough.
  for (const { path } of entries.filter(({ size }) => size > maxDocumentBytes)) {
    await save(target, path, Buffer.alloc(0));
    await truncate(join(target, path), maxDocumentBytes + 1);
  }
  return undefined;
}

const plainFile = /^100(?:644|755|664) blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/s;

/** Only regular files, neither links nor submodules. If the folder `workflows` has any, only those. */
function documentsIn(listed: string): readonly Entry[] {
  const all = listed.split('\0').flatMap((line) => {
    const [, blob = '', size = '', path = ''] = plainFile.exec(line) ?? [];
    return blob === '' ? [] : [{ blob, size: Number(size), path }];
  });
  const inside = all.filter(({ path }) => path.startsWith(ownFolder));
  const own =
    inside.length > 0 ? inside.map((each) => ({ ...each, path: each.path.slice(ownFolder.length) })) : all;
  return own.filter(({ path }) => checkPath(path) === undefined);
}

const ownFolder = 'workflows/';
const maxListingBytes = 32 * 1_048_576;
const maxGroupBytes = 8 * 1_048_576;

/** Groups that fit into memory. */
function* groupsOf(entries: readonly Entry[]): Generator<readonly Entry[]> {
  let group: Entry[] = [];
  let size = 0;
  for (const entry of entries) {
    if (size + entry.size > maxGroupBytes) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(entry);
    size += entry.size;
  }
  if (group.length > 0) yield group;
}

async function save(target: string, path: string, content: Buffer): Promise<void> {
  const file = join(target, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const runOf = (
  { workFolder, environment, limits, signal }: FetchOptions,
  maxOutputBytes: number,
): GitRun => ({
  folder: workFolder,
  environment: { ...environment, GIT_DIR: workFolder },
  timeout: limits.timeout,
  maxOutputBytes,
  maxMemoryBytes: limits.memory,
  signal,
});

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
