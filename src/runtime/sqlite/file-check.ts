/**
 * Whether the database is still the file of its name. The system keeps a file that was removed or moved for whoever has
 * it open, so that writing goes on as if nothing were wrong, and all of it is lost.
 */
import { statSync } from 'node:fs';
import { StoreError } from '../ports/store.ts';

/** Looking costs little, but not nothing. */
const between = 1_000;

/** @returns throws StoreError where the file is gone, or another is in its place */
export function createFileCheck(file: string): () => void {
  if (file === ':memory:' || file === '') return () => {};
  const inode = inodeOf(file);
  let looked = performance.now();
  return () => {
    if (performance.now() - looked < between) return;
    if (inodeOf(file) === inode) {
      looked = performance.now();
      return;
    }
    const message = `The database “${file}” was removed or replaced while it was in use. Put it back, or stop Signalbox and start it again.`;
    throw new StoreError('gone', message, false);
  };
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}
