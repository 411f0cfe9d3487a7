/**
 * Checks that the open database is still the file of its name. The system keeps a removed or moved file for processes
 * that have it open, so writes continue without an error, and are lost.
 */
import { statSync } from 'node:fs';
import { StoreError } from '../ports/store.ts';

/** The check is cheap, but not free. */
const between = 1_000;

/** @returns a function that throws StoreError if the file was removed or replaced */
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
