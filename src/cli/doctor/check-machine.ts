/** The machine: the version of Node.js, the room on the disk, the clock. */
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../read-files.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** As package.json says it. */
const minNodeVersion = [20, 20] as const;

const mebibyte = 1_048_576;
/** Below this nothing can be trusted to be written; below the other it may soon be so. */
const minFreeBytes = 50 * mebibyte;
const lowFreeBytes = 500 * mebibyte;

/** Before this was written nobody can run it. */
const minTime = Date.UTC(2026, 0, 1);
/** Clocks of a machine and of its disk may differ by so much. */
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
        'Make room, or choose another data folder: runs stand still until there is some.',
      );
    }
    if (free < lowFreeBytes)
      return warn('disk', `Only ${found}.`, 'Make room soon; “signalbox purge” removes old runs.');
    return ok('disk', found);
  } catch (error) {
    return warn('disk', `The room on it cannot be told: ${reasonOf(error)}.`, 'Look at it with “df”.');
  }
}

/** @param latest when something was last written to the database; undefined where nothing was */
export function checkClock(now: number, latest: number | undefined): Finding {
  const shown = new Date(now).toISOString();
  if (now < minTime) return fail('clock', `${shown} cannot be.`, 'Set the clock of this machine right.');
  if (latest !== undefined && latest > now + tolerance) {
    const found = `${shown} is before the latest event, of ${new Date(latest).toISOString()}.`;
    return fail(
      'clock',
      found,
      'Set the clock of this machine right: until then time stands still for runs that are ahead of it.',
    );
  }
  return ok('clock', shown);
}

function nearestExisting(folder: string): string {
  for (let each = folder; ; each = dirname(each)) {
    if (statSync(each, { throwIfNoEntry: false }) !== undefined || each === dirname(each)) return each;
  }
}
