/** A small separate disk, if this user may mount one. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  readonly folder: string;
  setWritable(isWritable: boolean): Promise<void>;
  remove(): Promise<void>;
}

export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', folder]);
  } catch (error) {
    await rmdir(folder);
    throw error;
  }
  return {
    folder,
    setWritable: async (isWritable) => {
      await run('mount', ['-o', `remount,${isWritable ? 'rw' : 'ro'}`, folder]);
    },
    async remove() {
      await run('umount', [folder]);
      await rmdir(folder);
    },
  };
}

/** Only the superuser may, and not in every container. */
export async function canMount(): Promise<boolean> {
  try {
    const disk = await mountSmallDisk(1);
    await mkdir(join(disk.folder, 'probe'));
    await disk.remove();
    return true;
  } catch {
    return false;
  }
}
