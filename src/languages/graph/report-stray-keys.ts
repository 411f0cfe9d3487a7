/** Reports `retry` and similar keys next to `on_error` instead of inside it. */
import { findEntry, type LocatedMap, toJson } from '../document/located.ts';
import { insertEntries, insertEntry, removeEntry } from '../document/map-edits.ts';
import type { Reporter } from '../document/reporter.ts';
import { onErrorShape } from './part-shapes.ts';

const keys = Object.keys(onErrorShape.keys);

/** @returns the misplaced keys; their values are ignored until they are moved */
export function reportStrayKeys(reporter: Reporter, map: LocatedMap): readonly string[] {
  const stray = map.entries.filter(({ key }) => keys.includes(key));
  const { source } = reporter;
  const onError = findEntry(map, 'on_error')?.value;
  const moved = stray.map(({ key, value }) => [key, toJson(value)] as const);
  const added =
    onError?.kind === 'map'
      ? insertEntries(source, onError, moved)
      : insertEntry(source, map, 'on_error', Object.fromEntries(moved));
  const edits = [...stray.flatMap((entry) => removeEntry(source, map, entry)), ...added];
  for (const entry of stray) {
    reporter.report({
      at: entry.keySpan,
      path: entry.value.path,
      rule: 'misplaced-key',
      message: `“${entry.key}” must be inside “on_error”.`,
      expected: `on_error: { ${entry.key}: … }`,
      actual: entry.key,
      suggestion:
        onError === undefined || onError.kind === 'map'
          ? { text: 'Move it into on_error.', edits }
          : undefined,
    });
  }
  return stray.map(({ key }) => key);
}
