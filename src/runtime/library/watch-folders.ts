/** Notifies about changes in folders. It may miss changes: a caller that needs them all must also scan at intervals. */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';

export interface FolderWatch {
  /** Watches these folders from now on, and no others. */
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
        // The event is about the folder itself: it may have been replaced by one that is not watched yet.
        if (name === basename(folder)) drop(folder);
        onChange();
      });
      watchers.set(folder, watcher);
      // The folder was removed, or the limit of watches is reached: the next full scan finds the changes.
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
