/** Checks that the disk has room for commits: a small write may still succeed when a commit no longer does. */
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { StoreError } from '../ports/store.ts';

/** Most commits are smaller. */
const minFree = 1024 * 1024;

/** Throws StoreError. */
export function checkSpace(file: string): void {
  const { bavail, bsize } = statfsSync(dirname(file));
  if (bavail * bsize >= minFree) return;
  throw new StoreError(
    'disk-full',
    `The disk of ${file} is full: it has less than 1 MiB of space. Make room; earlier changes are safe.`,
    true,
  );
}
