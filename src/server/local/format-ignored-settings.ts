/** Warns a process that attaches with other settings than the owner's: only the owner's are effective [T10]. */
import type { Settings } from '../../operations/index.ts';
import type { OwnerNote } from './owner-note.ts';
import type { PathSetting } from './signalbox.ts';

/** @returns empty if all named settings equal the owner's */
export function formatIgnoredSettings(
  { pid, places }: Pick<OwnerNote, 'pid' | 'places'>,
  settings: Pick<Settings, PathSetting>,
  named: readonly PathSetting[],
): string {
  if (places === undefined) return '';
  const ignored = named.flatMap((name) => {
    const [here, there] = [listOf(settings[name]), listOf(places[name])];
    return here === there ? [] : [`its --${name} ${there}, not ${here}`];
  });
  if (ignored.length === 0) return '';
  return `Process ${pid} owns the data folder, and its settings are effective: ${ignored.join('; ')}. Use the same settings for both, or another --data.`;
}

const listOf = (places: string | readonly string[]): string => [places].flat().join(', ');
