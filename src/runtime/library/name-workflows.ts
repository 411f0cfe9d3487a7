/**
 * Assigns ids to the workflows of documents: the name if it is unique, otherwise `domain.name`, otherwise
 * `file.name`. Of several versions the newest has the name, and the others `name@version`. Invalid workflows are
 * named last, so that a broken file takes no name away. Of workflows that override each other only those of the last
 * source are named.
 */
import type { ReadResult, Workflow } from '../../languages/workflow.ts';
import { declaredId } from './declared-id.ts';
import { withoutExtension } from './document-name.ts';
import { findOverridden, warningsOf } from './find-overridden.ts';
import type { LibraryDocument, LibraryEntry } from './library.ts';
import { orderVersions, type Versions } from './order-versions.ts';

type Warning = ReadResult['warnings'][number];

export interface NamedWorkflows {
  /** By id. */
  readonly entries: readonly LibraryEntry[];
  /** By other unique names. */
  readonly others: ReadonlyMap<string, LibraryEntry>;
  /** With a warning if a name is used twice. */
  readonly documents: readonly LibraryDocument[];
}

interface Found {
  readonly document: LibraryDocument;
  readonly workflow: Workflow | null;
}

interface Unnamed {
  readonly found: Found;
  /** Best first. */
  readonly candidates: readonly string[];
}

export function nameWorkflows(documents: readonly LibraryDocument[]): NamedWorkflows {
  const found = documents.flatMap(workflowsOf);
  const overridden = findOverridden(found);
  const all = found.filter((each) => !overridden.has(each));
  const versions = orderVersions(all);
  const ids = new Map<string, Found>();
  const unnamed = all.map((found) => ({ found, candidates: candidatesOf(found, versions) }));
  assign(
    ids,
    unnamed.filter(({ found }) => isValid(found)),
  );
  assign(
    ids,
    unnamed.filter(({ found }) => found.workflow !== null && !isValid(found)),
  );
  assign(
    ids,
    unnamed.filter(({ found }) => found.workflow === null),
  );
  const warned = new Map(documents.map((document) => [document, document]));
  for (const [document, warnings] of [
    ...duplicateNameWarnings(ids, versions),
    ...clashesIn(versions),
    ...warningsOf(overridden),
  ]) {
    const known = warned.get(document) ?? document;
    warned.set(document, { ...known, warnings: [...known.warnings, ...warnings] });
  }
  const idOf = new Map([...ids].map(([id, found]) => [found, id]));
  const entries = [...ids].map(([id, found]) => {
    const newest = versions.newest.get(found);
    return {
      id,
      document: warned.get(found.document) ?? found.document,
      workflow: found.workflow,
      supersededBy:
        newest === undefined ? null : { id: idOf.get(newest) ?? '', version: newest.workflow?.version ?? '' },
    };
  });
  entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { entries, others: otherNames(entries), documents: [...warned.values()] };
}

const isValid = ({ workflow }: Found): boolean => workflow !== null && workflow.program !== null;

function workflowsOf(document: LibraryDocument): readonly Found[] {
  const workflows = document.readResult?.workflows ?? [];
  return workflows.length === 0
    ? [{ document, workflow: null }]
    : workflows.map((workflow) => ({ document, workflow }));
}

function candidatesOf(found: Found, { newest, copies }: Versions<Found>): readonly string[] {
  const { document, workflow } = found;
  const { path, folder } = document;
  const file = withoutExtension(path).replaceAll('/', '.') || 'folder';
  const inFolder = folder === '' ? [] : [folder];
  if (workflow === null) {
    const own = declaredId(document.source);
    const named = own === undefined ? [] : [own];
    return [...named, file, path, ...inFolder.map((name) => `${name}.${file}`)].filter((id) => id !== '');
  }
  const { name, domain, series, version } = workflow;
  const isCopy = copies.has(found);
  const plain = isCopy || newest.has(found) ? [] : [name];
  const inSeries = isCopy || series === undefined ? [] : [`${name}@${version}`];
  const inDomain = domain === '' ? [] : [`${domain}.${name}`];
  const inFile = [`${file}.${name}`, ...inFolder.map((folderName) => `${folderName}.${file}.${name}`)];
  return [...plain, ...inSeries, ...inDomain, ...inFile];
}

/** Names that identify exactly one of them. The newest version has priority over those that it supersedes. */
function otherNames(entries: readonly LibraryEntry[]): ReadonlyMap<string, LibraryEntry> {
  const meant = new Map<string, LibraryEntry | null>();
  const add = (name: string, entry: LibraryEntry): void => {
    meant.set(name, meant.has(name) ? null : entry);
  };
  for (const entry of entries) {
    const { workflow, supersededBy } = entry;
    if (workflow?.series === undefined) continue;
    const { name, version, aliases = [] } = workflow;
    // The old name of a renamed specification refers to the last version that had it.
    add(name, entry);
    for (const each of new Set([name, ...aliases])) add(`${each}@${version}`, entry);
    if (supersededBy === null) for (const alias of aliases) add(alias, entry);
  }
  return new Map([...meant].flatMap(([name, entry]) => (entry === null ? [] : [[name, entry] as const])));
}

/** Assigns each id that has exactly one candidate and is free; the others try their next best. */
function assign(ids: Map<string, Found>, unnamed: readonly Unnamed[]): void {
  let left = unnamed;
  for (let at = 0; left.some(({ candidates }) => at < candidates.length); at++) {
    const wanted = new Map<string, number>();
    for (const { candidates } of left) {
      const id = candidates[at] ?? '';
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
    }
    left = left.filter((each) => {
      const id = each.candidates[at];
      if (id === undefined || wanted.get(id) !== 1 || ids.has(id)) return true;
      ids.set(id, each.found);
      return false;
    });
  }
  for (const each of left) {
    const last = each.candidates.at(-1) ?? '';
    let id = last;
    for (let count = 2; ids.has(id); count++) id = `${last}-${count}`;
    ids.set(id, each.found);
  }
}

/** A user of one of two workflows must know that both exist. */
function duplicateNameWarnings(
  ids: ReadonlyMap<string, Found>,
  { copies }: Versions<Found>,
): ReadonlyMap<LibraryDocument, readonly Warning[]> {
  // Versions of one workflow may share its name, but not a version that exists twice.
  const isOther = (one: Found, other: Found): boolean =>
    one.workflow?.series === undefined ||
    one.workflow.series !== other.workflow?.series ||
    copies.has(one) ||
    copies.has(other);
  const byName = new Map<string, [string, Found][]>();
  for (const [id, each] of ids) {
    if (each.workflow === null) continue;
    const others = byName.get(each.workflow.name);
    if (others === undefined) byName.set(each.workflow.name, [[id, each]]);
    else others.push([id, each]);
  }
  const warnings = new Map<LibraryDocument, Warning[]>();
  for (const same of byName.values()) {
    for (const [id, each] of same) {
      const { document, workflow } = each;
      const other = same.find(([otherId, found]) => otherId !== id && isOther(each, found));
      if (workflow === null || other === undefined) continue;
      const known = warnings.get(document) ?? [];
      warnings.set(document, [...known, duplicateNameWarning(id, workflow, other[1].document.path)]);
    }
  }
  return warnings;
}

function clashesIn({
  clashes,
}: Versions<Found>): readonly (readonly [LibraryDocument, readonly Warning[]])[] {
  return [...clashes].map(([{ document }, warning]) => [document, [warning]]);
}

function duplicateNameWarning(id: string, { name, line, column }: Workflow, other: string): Warning {
  return {
    path: `workflows.${name}`,
    rule: 'duplicate-workflow',
    message: `${other} also holds a workflow “${name}”. The id of this one is “${id}”.`,
    expected: 'a unique name',
    actual: name,
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    suggestion: null,
  };
}
