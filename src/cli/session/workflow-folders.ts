/** Checks the workflow folders that users name, and finds their documents. */
import { existsSync, opendirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Host } from '../host/host.ts';
import { reasonOf } from '../host/read-files.ts';
import type { OperationResults, Session } from './session.ts';

type Folders = Pick<Session, 'settings' | 'role'>;
type ListedDefinition = OperationResults['definitions.list']['definitions'][number];

/** One sentence per problem. Empty if another process owns the data folder and reads its own folders. */
export function findFolderProblems({ settings, role }: Folders): readonly string[] {
  if (role !== 'owner') return [];
  const { data, workflows, moreWorkflows, bundledWorkflows, userWorkflows } = settings;
  // The default folder need not exist if there are other sources of workflows.
  const optionalFolder = bundledWorkflows === '' && userWorkflows === '' ? '' : join(data, 'workflows');
  const folders = workflows.filter((each) => each !== optionalFolder || existsSync(each));
  return [...folders, ...moreWorkflows].flatMap(checkFolder);
}

/** Existing folders that are read, and the folder for saved documents, whether or not it exists. */
export function foldersRead({ settings }: Pick<Session, 'settings'>): readonly string[] {
  const { workflows, projectWorkflows, bundledWorkflows, userWorkflows, moreWorkflows } = settings;
  const others = [bundledWorkflows, userWorkflows, projectWorkflows, ...moreWorkflows];
  const there = others.filter((folder) => folder !== '' && existsSync(folder));
  return [...new Set([...there, ...workflows])];
}

/** The path of a document as it can be typed; `undefined` if its folder is unknown. */
export function fileOfDocument(
  { settings, role }: Folders,
  { folder }: Pick<Host, 'folder'>,
  { path, origin }: Pick<ListedDefinition, 'path' | 'origin'>,
): string | undefined {
  const folders = role === 'owner' ? foldersOfOrigin(settings, origin.kind) : [];
  const file = folders.map((each) => join(each, path)).find((each) => existsSync(each));
  if (file === undefined) return undefined;
  const near = relative(folder, file);
  return near.startsWith('..') ? file : near;
}

/** The folders that may hold a document of this kind and in which people edit files. */
function foldersOfOrigin(
  settings: Session['settings'],
  kind: ListedDefinition['origin']['kind'],
): readonly string[] {
  const { data, workflows, projectWorkflows, bundledWorkflows, userWorkflows, moreWorkflows } = settings;
  switch (kind) {
    case 'bundled':
      return [bundledWorkflows];
    case 'user':
      return [userWorkflows];
    case 'project':
      return [projectWorkflows, join(data, 'workflows')];
    case 'configured':
      return [...workflows, ...moreWorkflows];
    case 'git':
    case 'tenant':
      return [];
  }
}

function checkFolder(folder: string): readonly string[] {
  try {
    opendirSync(folder).closeSync();
    return [];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return [`${folder} does not exist.`];
    if (code === 'ENOTDIR') return [`${folder} is not a folder.`];
    return [`${folder} cannot be read: ${reasonOf(error)}.`];
  }
}
