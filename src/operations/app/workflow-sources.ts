/** Lists the workflow sources of an app in ascending order of precedence. */
import { basename, dirname, join } from 'node:path';
import type { LibrarySource, SourceKind } from '../../runtime/index.ts';
import type { Settings } from '../settings/settings-table.ts';

type FolderSettings = Pick<
  Settings,
  'data' | 'workflows' | 'projectWorkflows' | 'bundledWorkflows' | 'userWorkflows' | 'moreWorkflows'
>;

/**
 * Documents are saved in the first folder of `workflows`.
 * @param extraFile a document that is read in addition
 */
export function workflowSources(settings: FolderSettings, extraFile?: string): readonly LibrarySource[] {
  const { workflows, projectWorkflows, bundledWorkflows, userWorkflows, moreWorkflows } = settings;
  const [homeFolder = '.', ...others] = workflows;
  return [
    ...sourceAt('bundled', bundledWorkflows, { name: 'signalbox', label: 'bundled' }),
    ...sourceAt('user', userWorkflows, { label: 'user' }),
    ...sourceAt('project', projectWorkflows, { label: 'project' }),
    { ...sourceOf(kindOfHome(settings, homeFolder), homeFolder), isHome: true },
    ...[...others, ...moreWorkflows].map((folder) => sourceOf('configured', folder)),
    ...(extraFile === undefined ? [] : [sourceOfFile(extraFile)]),
  ];
}

/** Whether the data folder belongs to the project or to the user. */
function kindOfHome(
  { data, projectWorkflows, userWorkflows }: FolderSettings,
  homeFolder: string,
): SourceKind {
  if (homeFolder === userWorkflows) return 'user';
  return homeFolder === projectWorkflows || homeFolder === join(data, 'workflows') ? 'project' : 'configured';
}

type SourceLabels = Pick<LibrarySource, 'name' | 'label'>;

const sourceOf = (kind: SourceKind, folder: string, labels: SourceLabels = {}): LibrarySource => ({
  kind,
  locate: () => folder,
  ...labels,
});

/** Named after its folder, like the other documents in it. */
const sourceOfFile = (file: string): LibrarySource => {
  const name = basename(dirname(file));
  return { ...sourceOf('configured', file, { name, label: name }), isFile: true };
};

const sourceAt = (kind: SourceKind, folder: string, labels: SourceLabels): readonly LibrarySource[] =>
  folder === '' ? [] : [sourceOf(kind, folder, labels)];
