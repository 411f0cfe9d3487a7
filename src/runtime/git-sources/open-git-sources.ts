/**
 * Git repositories as sources of workflows. Documents of earlier fetches are available at once, and are updated at
 * the start and at intervals. If a repository cannot be reached, its last documents remain, and the reason is
 * reported.
 */
import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileErrorReason } from '../library/file-error-reason.ts';
import type { LibrarySource } from '../library/library-sources.ts';
import type { Clock } from '../ports/clock.ts';
import { describeGitFailure } from './describe-git-failure.ts';
import { fetchDocuments, findNewest, type GitFailure, prepareWorkFolder } from './fetch-documents.ts';
import { defaultFetchLimits, type FetchLimits } from './fetch-limits.ts';
import { gitEnvironment, repositorySecrets } from './git-environment.ts';
import { nameOfRepository, type Repository } from './parse-repository.ts';
import { RepositoryCache, removeStale } from './repository-cache.ts';

export interface GitSourcesOptions {
  readonly repositories: readonly Repository[];
  /** Where fetched documents are stored. */
  readonly folder: string;
  /** Interval between updates, in milliseconds. */
  readonly interval: number;
  /** A file with certificates of authorities; empty for those of the machine. */
  readonly authorities: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A repository could not be updated: a sentence, without secrets. */
  readonly report: (message: string) => void;
  readonly limits?: Partial<FetchLimits>;
}

export interface GitSources {
  /** In the order of the repositories. */
  readonly sources: readonly LibrarySource[];
  states(): readonly RepositoryState[];
  /** Updates them now and at intervals. Calls `changed`, and waits for it, when the documents of one have changed. */
  begin(changed: () => Promise<void>, which: 'all' | 'due'): void;
  /** Resolves when those are updated, or after `timeout` milliseconds. */
  settled(timeout: number, which: 'absent' | 'due' | 'all'): Promise<void>;
  close(): Promise<void>;
}

export interface RepositoryState {
  /** Address and branch. */
  readonly name: string;
  /** The commit of its documents; `null` if nothing was fetched yet. */
  readonly commit: string | null;
  /** Time of the last successful update; `null` if there was none. */
  readonly checkedAt: number | null;
  /** Why the last update failed; empty if it succeeded, or none was made yet. */
  readonly problem: string;
}

/**
 * How long documents of a repository that is not configured are kept, in milliseconds: a start without the settings
 * of another one must not remove them.
 */
const cacheLifetime = 30 * 24 * 3_600_000;

export async function openGitSources(options: GitSourcesOptions): Promise<GitSources> {
  const { clock, interval } = options;
  const mirrors = options.repositories.map((repository) => new Mirror(repository, options));
  await removeStale(options.folder, {
    kept: mirrors.map(({ folderName }) => folderName),
    before: clock.now() - cacheLifetime,
  });
  for (const mirror of mirrors) await mirror.open();
  const isAbsent = ({ state }: Mirror): boolean => state.checkedAt === null;
  // Nothing was fetched, or the last update is too long ago.
  const isDue = ({ state }: Mirror): boolean => (state.checkedAt ?? 0) <= clock.now() - interval;
  const chosen = { absent: isAbsent, due: isDue, all: () => true };
  return {
    sources: mirrors.map((mirror) => mirror.source),
    states: () => mirrors.map((mirror) => mirror.state),
    begin(changed, which) {
      for (const mirror of mirrors) if (chosen[which](mirror)) mirror.begin(changed);
    },
    async settled(timeout, which) {
      const awaited = mirrors.filter(chosen[which]);
      if (awaited.length === 0) return;
      let cancelTimer = (): void => {};
      const enough = new Promise<void>((settle) => {
        cancelTimer = clock.at(clock.now() + timeout, settle);
      });
      await Promise.race([Promise.all(awaited.map((mirror) => mirror.underWay)), enough]);
      cancelTimer();
    },
    close: async () => {
      await Promise.all(mirrors.map((mirror) => mirror.close()));
    },
  };
}

/** One repository and its fetched documents. */
class Mirror {
  readonly #repository: Repository;
  readonly #options: GitSourcesOptions;
  readonly #cache: RepositoryCache;
  readonly #closing = new AbortController();
  #problem = '';
  #cancelTimer = (): void => {};
  underWay: Promise<void> = Promise.resolve();
  readonly folderName: string;

  constructor(repository: Repository, options: GitSourcesOptions) {
    this.#repository = repository;
    this.#options = options;
    this.folderName = createHash('sha256').update(nameOfRepository(repository)).digest('hex').slice(0, 32);
    this.#cache = new RepositoryCache(join(options.folder, this.folderName));
  }

  get #limits(): FetchLimits {
    return { ...defaultFetchLimits, ...this.#options.limits };
  }

  get source(): LibrarySource {
    const name = nameOfRepository(this.#repository);
    return { kind: 'git', name, label: this.#repository.label, locate: () => this.#cache.documents };
  }

  get state(): RepositoryState {
    const { id = null, checkedAt = null } = this.#cache.note ?? {};
    return { name: nameOfRepository(this.#repository), commit: id, checkedAt, problem: this.#problem };
  }

  async open(): Promise<void> {
    await this.#cache.check();
    await this.#cache.removeUnused();
  }

  begin(changed: () => Promise<void>): void {
    this.underWay = this.#update(changed);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#cancelTimer();
    await this.underWay;
  }

  async #update(changed: () => Promise<void>): Promise<void> {
    const { clock, interval, report } = this.#options;
    try {
      const problem = await this.#sync(changed);
      if (this.#closing.signal.aborted) return;
      // A repeated problem is reported once.
      if (problem !== '' && problem !== this.#problem)
        report(`${nameOfRepository(this.#repository)}: ${problem}`);
      this.#problem = problem;
    } finally {
      if (!this.#closing.signal.aborted) {
        this.#cancelTimer = clock.at(clock.now() + interval, () => this.begin(changed));
      }
    }
  }

  /** @returns the problem; empty if there was none */
  async #sync(changed: () => Promise<void>): Promise<string> {
    try {
      const problem = await this.#fetch();
      if (problem.kind === 'problem') return problem.message;
      if (problem.kind === 'fresh') {
        await changed();
      }
      return '';
    } catch (error) {
      return `The fetched documents could not be stored: ${fileErrorReason(error).text}.`;
    } finally {
      await this.#cache.removeUnused().catch(() => undefined);
    }
  }

  async #fetch(): Promise<Outcome> {
    const { clock, folder } = this.#options;
    const repository = this.#repository;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const part = await this.#cache.begin();
    const options = {
      repository,
      environment: gitEnvironment(repository, { ...this.#options, home: folder }),
      workFolder: this.#cache.workFolder,
      limits: this.#limits,
      signal: this.#closing.signal,
    };
    const failure = await prepareWorkFolder(options);
    if (failure !== undefined) return this.#failed(failure);
    const newest = await findNewest(options);
    if (newest.kind === 'git') return this.#failed(newest);
    if (newest.kind === 'absent') return { kind: 'problem', message: absent(repository.branch) };
    const checkedAt = clock.now();
    if (newest.id === this.#cache.note?.id) {
      await this.#cache.confirm({ id: newest.id, checkedAt });
      return { kind: 'same' };
    }
    const fetched = await fetchDocuments(options, newest.ref, part);
    if (fetched.kind === 'git') return this.#failed(fetched);
    await this.#cache.adopt(part, { id: fetched.id, checkedAt });
    return { kind: 'fresh' };
  }

  #failed({ outcome }: GitFailure): Outcome {
    const secrets = repositorySecrets(this.#repository, this.#options.env);
    const hide = (text: string): string => secrets.reduce((left, each) => left.replaceAll(each, '•••'), text);
    return { kind: 'problem', message: describeGitFailure(outcome, this.#repository, this.#limits, hide) };
  }
}

type Outcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'fresh' }
  | { readonly kind: 'problem'; readonly message: string };

const absent = (branch: string): string =>
  branch === '' ? 'It is empty.' : `It has neither a branch nor a tag “${branch}”.`;
