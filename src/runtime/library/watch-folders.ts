/** Tells that something in folders has changed. It may miss changes: whoever needs them all looks again now and then. */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';

export interface FolderWatch {
  /** These folders from now on, and no others. */
  follow(folders: readonly string[]): void;
  close(): void;
}

export function watchFolders(onChange: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const add = (folder: string): void => {
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        // It speaks of itself: it may be gone, and another be in its place that nobody watches yet.
        if (name === basename(folder)) drop(folder);
        onChange();
      });
      watchers.set(folder, watcher);
      // A folder that is gone, or one too many: the next look at all of them finds what has changed.
      watcher.on('error', () => drop(folder));
    } catch {
      // As above.
    }
  };
  return {
    follow(folders) {
      const wanted = new Set(folders);
      for (const folder of [...watchers.keys()]) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) if (!watchers.has(folder)) add(folder);
    },
    close() {
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
