/** Reports an unknown name with the most similar known one. */
import { findNearest } from '../../expression/index.ts';
import {
  type LocatedEntry,
  type LocatedMap,
  type LocatedScalar,
  type Reporter,
  removeEntry,
  renameKey,
  replaceScalar,
  report,
} from '../../languages/index.ts';

export interface WrongName {
  readonly rule: string;
  readonly message: string;
  readonly known: readonly string[];
}

/** @returns the most similar known name */
export function reportKey(
  reporter: Reporter,
  map: LocatedMap,
  entry: LocatedEntry,
  { rule, message, known }: WrongName,
): string | undefined {
  const nearest = findNearest(entry.key, known);
  reporter.report({
    at: entry.keySpan,
    path: entry.value.path,
    rule,
    message: withHint(message, nearest),
    expected: expectedOf(known),
    actual: entry.key,
    suggestion:
      nearest === undefined
        ? { text: `Remove “${entry.key}”.`, edits: removeEntry(reporter.source, map, entry) }
        : { text: `Write “${nearest}”.`, edits: renameKey(reporter.source, map, entry, nearest) },
  });
  return nearest;
}

/** @returns the most similar known name */
export function reportScalar(
  reporter: Reporter,
  scalar: LocatedScalar,
  { rule, message, known }: WrongName,
): string | undefined {
  const nearest = findNearest(String(scalar.value), known);
  report(reporter, scalar, {
    rule,
    message: withHint(message, nearest),
    expected: expectedOf(known),
    actual: String(scalar.value),
    suggestion:
      nearest === undefined
        ? undefined
        : { text: `Write “${nearest}”.`, edits: replaceScalar(reporter.source, scalar, nearest) },
  });
  return nearest;
}

function withHint(message: string, nearest: string | undefined): string {
  return nearest === undefined ? message : `${message} Did you mean “${nearest}”?`;
}

function expectedOf(known: readonly string[]): string {
  return known.length === 0 ? 'nothing' : known.join(', ');
}
