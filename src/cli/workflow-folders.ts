/** Folders of workflows as people name them: what is wrong with them, and where their documents are. */
import { existsSync, opendirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Host } from './host.ts';
import { reasonOf } from './read-files.ts';
import type { OperationResults, Session } from './session.ts';

type Folders = Pick<Session, 'settings' | 'role'>;
type ListedDefinition = OperationResults['definitions.list']['definitions'][number];

/** What is wrong, a sentence for each. Nothing where another process reads its own folders. */
export function findFolderProblems({ settings, role }: Folders): readonly string[] {
  if (role !== 'owner') return [];
  const { data, workflows, moreWorkflows, bundledWorkflows, userWorkflows } = settings;
  // Whoever has workflows from elsewhere need not have any there.
  const optionalFolder = bundledWorkflows === '' && userWorkflows === '' ? '' : join(data, 'workflows');
  const folders = workflows.filter((each) => each !== optionalFolder || existsSync(each));
  return [...folders, ...moreWorkflows].flatMap(checkFolder);
}

/** All that are read, and are there; those that documents are saved in, whether they are there or not. */
export function foldersRead({ settings }: Pick<Session, 'settings'>): readonly string[] {
  const { workflows, projectWorkflows, bundledWorkflows, userWorkflows, moreWorkflows } = settings;
  const others = [bundledWorkflows, userWorkflows, projectWorkflows, ...moreWorkflows];
  const there = others.filter((folder) => folder !== '' && existsSync(folder));
  return [...new Set([...there, ...workflows])];
}

/** A document as it can be typed; undefined where its folder cannot be told. */
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

/** Those that a document of this kind may be in, as far as people edit files there. */
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
    if (code === 'ENOENT') return [`${folder} is not there.`];
    if (code === 'ENOTDIR') return [`${folder} is no folder.`];
    return [`${folder} cannot be read: ${reasonOf(error)}.`];
  }
}
