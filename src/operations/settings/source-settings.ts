/** Settings of where workflows come from beside the folders in which they are written. */
import { join } from 'node:path';
import { listOfJson, repositoryList } from './repository-list.ts';
import type { SettingsOf } from './setting.ts';
import { duration, included, type ParseContext, path, paths, text } from './setting-form.ts';

export interface SourceSettings {
  /** Empty where they are not read. */
  readonly bundledWorkflows: string;
  /** Empty where they are not read. */
  readonly userWorkflows: string;
  readonly moreWorkflows: readonly string[];
  readonly gitRepositories: readonly string[];
  /** Empty where each repository says it. */
  readonly gitBranch: string;
  readonly gitInterval: number;
  /** Empty where those of the machine are believed. */
  readonly gitCa: string;
}

const minute = 60_000;

const userFolder = ({ own }: ParseContext): string => (own === '' ? '' : join(own, 'workflows'));

const unlessNamed = '`true`, unless `workflows` names folders';

export const sourceSettings: SettingsOf<SourceSettings> = {
  bundledWorkflows: {
    variables: ['SIGNALBOX_BUNDLED_WORKFLOWS', 'WORKFLOW_INCLUDE_BUNDLED'],
    form: included(({ bundled }) => bundled),
    defaultValue: ({ namesWorkflows, bundled }) => (namesWorkflows ? '' : bundled),
    defaultText: unlessNamed,
    meaning: 'whether the guides that come with Signalbox are read',
  },
  userWorkflows: {
    variables: ['SIGNALBOX_USER_WORKFLOWS', 'WORKFLOW_INCLUDE_USER'],
    form: included(userFolder),
    defaultValue: (context) => (context.namesWorkflows ? '' : userFolder(context)),
    defaultText: unlessNamed,
    meaning: 'whether the folder signalbox/workflows of the user is read',
  },
  moreWorkflows: {
    variables: ['SIGNALBOX_MORE_WORKFLOWS', 'WORKFLOW_STORAGE_PATH'],
    form: paths,
    defaultValue: () => [],
    meaning: 'folders of workflows that are read beside all others',
  },
  gitRepositories: {
    variables: [
      'SIGNALBOX_GIT_REPOSITORIES',
      { name: 'WORKFLOW_GIT_REPOS', translate: listOfJson },
      'WORKFLOW_GIT_REPO_URL',
    ],
    form: repositoryList,
    redactInErrors: true,
    mergeMode: 'add-up',
    defaultValue: () => [],
    meaning: 'git repositories whose workflows are read, parted by commas; “#branch” may stand behind each',
  },
  gitBranch: {
    variables: ['SIGNALBOX_GIT_BRANCH', 'WORKFLOW_GIT_REPO_BRANCH'],
    form: text,
    defaultValue: () => '',
    defaultText: 'the one that the repository itself begins with',
    meaning: 'the branch, or the tag, of repositories that are named without one',
  },
  gitInterval: {
    variables: [
      'SIGNALBOX_GIT_INTERVAL',
      {
        name: 'WORKFLOW_GIT_SYNC_INTERVAL',
        translate: (written) => (/^\d+$/.test(written) ? `${written} minutes` : written),
      },
    ],
    form: duration(minute, 30 * 24 * 60 * minute),
    defaultValue: () => 60 * minute,
    meaning: 'how often repositories are asked for what is new',
  },
  gitCa: {
    variables: ['SIGNALBOX_GIT_CA', 'GIT_SSL_CAINFO'],
    form: path,
    defaultValue: () => '',
    meaning: 'a file with the authorities whose certificates are believed of repositories, in PEM',
  },
};
