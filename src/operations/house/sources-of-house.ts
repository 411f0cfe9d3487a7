/** Where the workflows of a house come from, in the order in which they count: the last most. */
import { join } from 'node:path';
import type { LibrarySource, SourceKind } from '../../runtime/index.ts';
import type { Settings } from '../settings/settings-table.ts';

type Places = Pick<
  Settings,
  'data' | 'workflows' | 'projectWorkflows' | 'bundledWorkflows' | 'userWorkflows' | 'moreWorkflows'
>;

/** Documents are saved in the first folder of `workflows`. */
export function sourcesOfHouse(places: Places): readonly LibrarySource[] {
  const { workflows, projectWorkflows, bundledWorkflows, userWorkflows, moreWorkflows } = places;
  const [home = '.', ...others] = workflows;
  return [
    ...sourceAt('bundled', bundledWorkflows, { name: 'signalbox', label: 'bundled' }),
    ...sourceAt('user', userWorkflows, { label: 'user' }),
    ...sourceAt('project', projectWorkflows, { label: 'project' }),
    { ...sourceOf(kindOfHome(places, home), home), isHome: true },
    ...[...others, ...moreWorkflows].map((folder) => sourceOf('configured', folder)),
  ];
}

/** The data folder belongs to the project, or to the user. */
function kindOfHome({ data, projectWorkflows, userWorkflows }: Places, home: string): SourceKind {
  if (home === userWorkflows) return 'user';
  return home === projectWorkflows || home === join(data, 'workflows') ? 'project' : 'configured';
}

type Words = Pick<LibrarySource, 'name' | 'label'>;

const sourceOf = (kind: SourceKind, folder: string, words: Words = {}): LibrarySource => ({
  kind,
  locate: () => folder,
  ...words,
});

const sourceAt = (kind: SourceKind, folder: string, words: Words): readonly LibrarySource[] =>
  folder === '' ? [] : [sourceOf(kind, folder, words)];
