/** The owner's settings are in force: who attaches with others is told, because what they named is not read [T10]. */
import type { Settings } from '../../operations/index.ts';
import type { OwnerNote } from './owner-note.ts';
import type { PathSetting } from './signalbox.ts';

/** @returns empty where everything that was named is what the owner has, too */
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
  return `Process ${pid} owns the data folder, and its settings are in force: ${ignored.join('; ')}. Give both the same, or another --data.`;
}

const listOf = (places: string | readonly string[]): string => [places].flat().join(', ');
