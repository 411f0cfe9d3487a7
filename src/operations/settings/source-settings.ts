/** Settings of where workflows come from beside the folders in which they are written. */
import { join } from 'node:path';
import type { SettingsOf } from './setting.ts';
import { included, paths, type Where } from './setting-form.ts';

export interface SourceSettings {
  /** Empty where they are not read. */
  readonly bundledWorkflows: string;
  /** Empty where they are not read. */
  readonly userWorkflows: string;
  readonly moreWorkflows: readonly string[];
}

const userFolder = ({ own }: Where): string => (own === '' ? '' : join(own, 'workflows'));

const unlessNamed = '`true`, unless `workflows` names folders';

export const sourceSettings: SettingsOf<SourceSettings> = {
  bundledWorkflows: {
    variables: ['SIGNALBOX_BUNDLED_WORKFLOWS', 'WORKFLOW_INCLUDE_BUNDLED'],
    form: included(({ bundled }) => bundled),
    standard: ({ namesWorkflows, bundled }) => (namesWorkflows ? '' : bundled),
    usually: unlessNamed,
    meaning: 'whether the guides that come with Signalbox are read',
  },
  userWorkflows: {
    variables: ['SIGNALBOX_USER_WORKFLOWS', 'WORKFLOW_INCLUDE_USER'],
    form: included(userFolder),
    standard: (where) => (where.namesWorkflows ? '' : userFolder(where)),
    usually: unlessNamed,
    meaning: 'whether the folder signalbox/workflows of the user is read',
  },
  moreWorkflows: {
    variables: ['SIGNALBOX_MORE_WORKFLOWS', 'WORKFLOW_STORAGE_PATH'],
    form: paths,
    standard: () => [],
    meaning: 'folders of workflows that are read beside all others',
  },
};
