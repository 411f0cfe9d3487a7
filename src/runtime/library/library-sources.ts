/** The sources of documents: folders in order of priority, each with a unique label. */
import { realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { DocumentOrigin, SourceKind } from './library.ts';

export interface LibrarySource {
  readonly kind: SourceKind;
  /** The current location of its documents; `undefined` if there are none yet. */
  readonly locate: () => string | undefined;
  /** The location is a single file: nothing around it is read. */
  readonly isFile?: boolean;
  /** For display. Default: the name of its folder. */
  readonly name?: string;
  /** Short, for the ids of workflows whose name is used by several sources. Default: the name of its folder. */
  readonly label?: string;
  /** Documents are saved here; true for exactly one source. */
  readonly isHome?: true;
}

export interface FoundSource {
  /** Unique; empty for the home. */
  readonly label: string;
  readonly directory: string;
  /** The directory is a single file. */
  readonly isFile: boolean;
  readonly origin: DocumentOrigin;
}

/** Folders that the operator configured: documents are saved in the first. */
export const configuredFolders = (folders: readonly string[]): readonly LibrarySource[] =>
  folders.map((folder, at) => ({
    kind: 'configured',
    locate: () => folder,
    ...(at === 0 ? { isHome: true } : {}),
  }));

/** A folder that is listed twice counts once: as the home, otherwise as the first. */
export async function findSources(sources: readonly LibrarySource[]): Promise<readonly FoundSource[]> {
  const labels = new Set<string>();
  const home = homeOf(sources);
  const known = new Set([await realPath(home.directory)]);
  const found: FoundSource[] = [];
  for (const source of sources) {
    if (source.isHome) {
      found.push(home);
      continue;
    }
    const directory = source.locate();
    if (directory === undefined) continue;
    const real = await realPath(resolve(directory));
    if (known.has(real)) continue;
    known.add(real);
    found.push(foundAt(source, directory, freeLabel(labels, source.label ?? basename(directory))));
  }
  return found;
}

export function homeOf(sources: readonly LibrarySource[]): FoundSource {
  const source = sources.find(({ isHome }) => isHome);
  if (source === undefined) throw new Error('No folder is the home.');
  return foundAt(source, source.locate() ?? '.', '');
}

export const realPath = (path: string): Promise<string> => realpath(path).catch(() => path);

function foundAt({ kind, name, isFile = false }: LibrarySource, folder: string, label: string): FoundSource {
  const directory = resolve(folder);
  return { label, directory, isFile, origin: { kind, name: name ?? basename(directory) } };
}

function freeLabel(taken: Set<string>, name: string): string {
  let label = name;
  for (let count = 2; taken.has(label); count++) label = `${name}-${count}`;
  taken.add(label);
  return label;
}
