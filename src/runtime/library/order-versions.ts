/**
 * Orders the versions of one workflow, each in its own document: which is the newest, which are superseded, and which
 * have the same version with different content. An invalid version supersedes nothing.
 */
import type { ReadResult, Workflow } from '../../languages/workflow.ts';
import { compareVersions } from './compare-versions.ts';
import type { LibraryDocument } from './library.ts';

type Warning = ReadResult['warnings'][number];

/** A workflow and its document. */
export interface Placed {
  readonly document: Pick<LibraryDocument, 'revision' | 'path'>;
  readonly workflow: Workflow | null;
}

export interface Versions<T extends Placed> {
  /** Maps a superseded workflow to the newest of its series; the first of several. */
  readonly newest: ReadonlyMap<T, T>;
  /** Identical copies of a document. */
  readonly copies: ReadonlySet<T>;
  /** Workflows with the same version and different content. */
  readonly clashes: ReadonlyMap<T, Warning>;
}

export function orderVersions<T extends Placed>(all: readonly T[]): Versions<T> {
  const newest = new Map<T, T>();
  const copies = new Set<T>();
  const clashes = new Map<T, Warning>();
  for (const series of seriesIn(all).values()) {
    const [last] = series.filter(isValid);
    for (const [at, each] of series.entries()) {
      const loaded = isValid(each) ? series.filter(isValid) : [];
      const same = loaded.filter((other) => other !== each && sameVersion(each, other));
      const other = same.find(({ document }) => document.revision !== each.document.revision);
      if (other !== undefined) clashes.set(each, clash(each, other));
      else if (series.slice(0, at).some((before) => sameVersion(each, before))) copies.add(each);
      if (last !== undefined && compareVersions(versionOf(each), versionOf(last)) < 0) newest.set(each, last);
    }
  }
  return { newest, copies, clashes };
}

/** Newest first; equal versions in their given order. */
function seriesIn<T extends Placed>(all: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>();
  for (const each of all) {
    const series = each.workflow?.series;
    if (series === undefined) continue;
    const known = found.get(series);
    if (known === undefined) found.set(series, [each]);
    else known.push(each);
  }
  for (const series of found.values()) series.sort((a, b) => compareVersions(versionOf(b), versionOf(a)));
  return found;
}

const isValid = ({ workflow }: Placed): boolean => workflow !== null && workflow.program !== null;

const versionOf = ({ workflow }: Placed): string => workflow?.version ?? '';

const sameVersion = (one: Placed, other: Placed): boolean =>
  compareVersions(versionOf(one), versionOf(other)) === 0;

/** The message for a specification whose id is loaded already. */
export const identicalId = (series: string, version: string): string =>
  `There is a specification with an identical id to [UID: ${series} - Version: ${version}] already loaded into the engine.`;

function clash({ workflow }: Placed, other: Placed): Warning {
  const { name = '', series = '', version = '', line = 1, column = 1 } = workflow ?? {};
  return {
    path: `specification[${name}]`,
    rule: 'identical-specification',
    message: `${identicalId(series, version)} It is in ${other.document.path}, with different content. Give one of them another version.`,
    expected: 'a version of its own',
    actual: version,
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    suggestion: null,
  };
}
