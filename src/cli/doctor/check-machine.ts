/** Checks the machine: the version of Node.js, the free disk space, the clock. */
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../host/read-files.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Same as in package.json. */
const minNodeVersion = [20, 20] as const;

const mebibyte = 1_048_576;
/** Below the first limit writes may fail; below the second the disk may be full soon. */
const minFreeBytes = 50 * mebibyte;
const lowFreeBytes = 500 * mebibyte;

/** No clock can be earlier than the time this was written. */
const minTime = Date.UTC(2026, 0, 1);
/** Tolerated difference between the clocks of the machine and of its disk. */
const tolerance = 60_000;

export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > minNodeVersion[0] || (major === minNodeVersion[0] && minor >= minNodeVersion[1]))
    return ok('node', version);
  return fail('node', `${version} is too old.`, `Install Node.js ${minNodeVersion.join('.')} or newer.`);
}

export function checkDisk(folder: string): Finding {
  try {
    const { bavail, bsize } = statfsSync(nearestExisting(folder));
    const free = bavail * bsize;
    const found = `${Math.floor(free / mebibyte)} MiB free`;
    if (free < minFreeBytes) {
      return fail(
        'disk',
        `Only ${found}.`,
        'Free disk space, or choose another data folder: runs stop until there is space.',
      );
    }
    if (free < lowFreeBytes)
      return warn('disk', `Only ${found}.`, 'Free disk space soon. “signalbox purge” removes old runs.');
    return ok('disk', found);
  } catch (error) {
    return warn('disk', `Cannot read the free disk space: ${reasonOf(error)}.`, 'Check it with “df”.');
  }
}

/** @param latest time of the last write to the database; `undefined` if there is none */
export function checkClock(now: number, latest: number | undefined): Finding {
  const shown = new Date(now).toISOString();
  if (now < minTime) return fail('clock', `${shown} is not plausible.`, 'Correct the clock of this machine.');
  if (latest !== undefined && latest > now + tolerance) {
    const found = `${shown} is before the latest event, of ${new Date(latest).toISOString()}.`;
    return fail(
      'clock',
      found,
      'Correct the clock of this machine: after a restart, timers of runs ahead of it wait until it has caught up.',
    );
  }
  return ok('clock', shown);
}

function nearestExisting(folder: string): string {
  for (let each = folder; ; each = dirname(each)) {
    if (statSync(each, { throwIfNoEntry: false }) !== undefined || each === dirname(each)) return each;
  }
}
