/** Opens the git repositories of an app. Fetched ones are available immediately; for others it waits briefly. */
import { type Clock, type LibrarySource, openGitSources, type RepositoryState } from '../../runtime/index.ts';
import type { Environment } from '../settings/environment.ts';
import type { Settings } from '../settings/settings-table.ts';
import { dataFiles } from './data-folder.ts';
import type { Report } from './incident-log.ts';
import type { Configuration } from './read-configuration.ts';

export interface Repositories {
  readonly sources: readonly LibrarySource[];
  readonly states: () => readonly RepositoryState[];
  /** Called whenever the documents of a repository change. */
  follow(changed: () => Promise<void>): void;
  close(): Promise<void>;
}

export interface RepositoriesOptions {
  readonly configuration: Pick<Configuration, 'repositories'>;
  readonly env: Environment;
  readonly clock: Clock;
  readonly report: Report;
  /** A short-lived reader: recently fetched repositories are not fetched again. */
  readonly isQuiet: boolean;
}

/** How long a start waits for repositories that were never fetched, in milliseconds. */
const maxWaitMs = 5_000;

export async function openRepositories(
  { data, gitInterval, gitCa }: Pick<Settings, 'data' | 'gitInterval' | 'gitCa'>,
  { configuration, env, clock, report, isQuiet }: RepositoriesOptions,
): Promise<Repositories> {
  let notify = async (): Promise<void> => {};
  const git = await openGitSources({
    repositories: configuration.repositories,
    folder: dataFiles(data).repositories,
    interval: gitInterval,
    authorities: gitCa,
    env,
    clock,
    report: (message) => report(`A git repository could not be updated: ${message}`, undefined),
  });
  git.begin(() => notify(), isQuiet ? 'due' : 'all');
  await git.settled(maxWaitMs, isQuiet ? 'due' : 'absent');
  return {
    sources: git.sources,
    states: () => git.states(),
    follow(changed) {
      notify = () =>
        changed().catch((error: unknown) => report('The fetched documents could not be read.', error));
    },
    close: () => git.close(),
  };
}
