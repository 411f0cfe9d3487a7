/**
 * Versions of one workflow, each in a document of its own: which is the newest, which are superseded, and which say that
 * they are the same version and are not. What has mistakes supersedes nothing: it cannot take the place of what runs.
 */
import type { ReadResult, Workflow } from '../../languages/language.ts';
import { compareVersions } from './compare-versions.ts';
import type { LibraryDocument } from './library.ts';

type Warning = ReadResult['warnings'][number];

/** A workflow where it stands. */
export interface Placed {
  readonly document: Pick<LibraryDocument, 'revision' | 'path'>;
  readonly workflow: Workflow | null;
}

export interface Versions<T extends Placed> {
  /** By what is superseded: the newest of its series; the first where several are. */
  readonly newest: ReadonlyMap<T, T>;
  /** The same document once more. */
  readonly copies: ReadonlySet<T>;
  /** Of one version with different contents. */
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

/** The newest first; those of one version in the order in which they came. */
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

/** As YAWL says that a specification of the same id is loaded already. */
export const identicalId = (series: string, version: string): string =>
  `There is a specification with an identical id to [UID: ${series} - Version: ${version}] already loaded into the engine.`;

function clash({ workflow }: Placed, other: Placed): Warning {
  const { name = '', series = '', version = '', line = 1, column = 1 } = workflow ?? {};
  return {
    path: `specification[${name}]`,
    rule: 'identical-specification',
    message: `${identicalId(series, version)} It is in ${other.document.path}, with another content. Give one of them another version.`,
    expected: 'a version of its own',
    actual: version,
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    suggestion: null,
  };
}
