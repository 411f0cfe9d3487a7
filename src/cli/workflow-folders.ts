/** Folders of workflows as people name them: what is wrong with them, and where their documents are. */
import { existsSync, opendirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Host } from './host.ts';
import { reasonOf } from './read-files.ts';
import type { Session } from './session.ts';

type Folders = Pick<Session, 'settings' | 'role'>;

/** What is wrong, a sentence for each. Nothing where another process reads its own folders. */
export function troublesOfFolders({ settings, role }: Folders): readonly string[] {
  return role === 'owner' ? settings.workflows.flatMap(troubleOf) : [];
}

/** A document as it can be typed; undefined where its folder cannot be told. */
export function fileOfDocument(
  { settings, role }: Folders,
  { folder }: Pick<Host, 'folder'>,
  path: string,
): string | undefined {
  const files = role === 'owner' ? settings.workflows.map((each) => join(each, path)) : [];
  const file = files.find((each) => existsSync(each));
  if (file === undefined) return undefined;
  const near = relative(folder, file);
  return near.startsWith('..') ? file : near;
}

function troubleOf(folder: string): readonly string[] {
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
