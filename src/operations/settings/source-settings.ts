/** Settings of workflow sources besides the folders that are written to. */
import { join } from 'node:path';
import { listOfJson, repositoryList } from './repository-list.ts';
import type { SettingsOf } from './setting.ts';
import { duration, included, type ParseContext, path, paths, text } from './setting-form.ts';

export interface SourceSettings {
  /** Empty if they are not read. */
  readonly bundledWorkflows: string;
  /** Empty if they are not read. */
  readonly userWorkflows: string;
  readonly moreWorkflows: readonly string[];
  readonly gitRepositories: readonly string[];
  /** Empty: the default branch of each repository. */
  readonly gitBranch: string;
  readonly gitInterval: number;
  /** Empty: the authorities of the machine. */
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
    meaning: 'whether the workflows that come with Signalbox are read',
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
    meaning: 'additional folders of workflows, read-only',
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
    meaning: 'git repositories whose workflows are read, comma-separated, each optionally with “#branch”',
  },
  gitBranch: {
    variables: ['SIGNALBOX_GIT_BRANCH', 'WORKFLOW_GIT_REPO_BRANCH'],
    form: text,
    defaultValue: () => '',
    defaultText: 'the default branch of the repository',
    meaning: 'the branch or tag of repositories that name none',
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
    meaning: 'how often repositories are fetched',
  },
  gitCa: {
    variables: ['SIGNALBOX_GIT_CA', 'GIT_SSL_CAINFO'],
    form: path,
    defaultValue: () => '',
    meaning: 'a PEM file with the authorities of trusted repository certificates',
  },
};
