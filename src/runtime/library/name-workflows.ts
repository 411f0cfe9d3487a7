/**
 * Ids for the workflows of documents: the name where it is unique, else `domain.name`, else `file.name`. Workflows
 * with mistakes are named after all others, so that a broken file takes no name away.
 */
import type { Reading, Workflow } from '../../languages/language.ts';
import type { LibraryDocument, LibraryEntry } from './library.ts';

type Warning = Reading['warnings'][number];

export interface NamedWorkflows {
  /** By id. */
  readonly entries: readonly LibraryEntry[];
  /** With a warning where a name is used twice. */
  readonly documents: readonly LibraryDocument[];
}

interface Nameless {
  readonly document: LibraryDocument;
  readonly workflow: Workflow | null;
  /** The best first. */
  readonly candidates: readonly string[];
}

export function nameWorkflows(documents: readonly LibraryDocument[]): NamedWorkflows {
  const all = documents.flatMap(namelessOf);
  const ids = new Map<string, Nameless>();
  assign(ids, all.filter(isValid));
  assign(
    ids,
    all.filter((each) => each.workflow !== null && !isValid(each)),
  );
  assign(
    ids,
    all.filter(({ workflow }) => workflow === null),
  );
  const warned = new Map(documents.map((document) => [document, document]));
  for (const [document, warnings] of namesakes(ids)) {
    warned.set(document, { ...document, warnings: [...document.warnings, ...warnings] });
  }
  const entries = [...ids].map(([id, { document, workflow }]) => ({
    id,
    document: warned.get(document) ?? document,
    workflow,
  }));
  entries.sort((a, b) => (a.id < b.id ? -1 : 1));
  return { entries, documents: [...warned.values()] };
}

const isValid = ({ workflow }: Nameless): boolean => workflow !== null && workflow.program !== null;

function namelessOf(document: LibraryDocument): readonly Nameless[] {
  const { path, folder, reading } = document;
  const file = path.replace(/\.(?:ya?ml|json)$/i, '').replaceAll('/', '.') || 'folder';
  const inFolder = folder === '' ? [] : [folder];
  const workflows = reading?.workflows ?? [];
  if (workflows.length === 0) {
    const candidates = [file, path, ...inFolder.map((name) => `${name}.${file}`)];
    return [{ document, workflow: null, candidates: candidates.filter((id) => id !== '') }];
  }
  return workflows.map((workflow) => {
    const { name, domain } = workflow;
    const inDomain = domain === '' ? [] : [`${domain}.${name}`];
    const inFile = [`${file}.${name}`, ...inFolder.map((folderName) => `${folderName}.${file}.${name}`)];
    return { document, workflow, candidates: [name, ...inDomain, ...inFile] };
  });
}

/** An id that only one of them could have, and nobody has, is given; the others try their next best. */
function assign(ids: Map<string, Nameless>, nameless: readonly Nameless[]): void {
  let left = nameless;
  for (let at = 0; left.some(({ candidates }) => at < candidates.length); at++) {
    const wanted = new Map<string, number>();
    for (const { candidates } of left) {
      const id = candidates[at] ?? '';
      wanted.set(id, (wanted.get(id) ?? 0) + 1);
    }
    left = left.filter((each) => {
      const id = each.candidates[at];
      if (id === undefined || wanted.get(id) !== 1 || ids.has(id)) return true;
      ids.set(id, each);
      return false;
    });
  }
  for (const each of left) {
    const last = each.candidates.at(-1) ?? '';
    let id = last;
    for (let count = 2; ids.has(id); count++) id = `${last}-${count}`;
    ids.set(id, each);
  }
}

/** Whoever uses one of two must know that there are two. */
function namesakes(ids: ReadonlyMap<string, Nameless>): ReadonlyMap<LibraryDocument, readonly Warning[]> {
  const byName = new Map<string, [string, Nameless][]>();
  for (const [id, each] of ids) {
    if (each.workflow === null) continue;
    const others = byName.get(each.workflow.name);
    if (others === undefined) byName.set(each.workflow.name, [[id, each]]);
    else others.push([id, each]);
  }
  const warnings = new Map<LibraryDocument, Warning[]>();
  for (const same of byName.values()) {
    for (const [id, { document, workflow }] of same) {
      const other = same.find(([otherId]) => otherId !== id);
      if (workflow === null || other === undefined) continue;
      const known = warnings.get(document) ?? [];
      warnings.set(document, [...known, namesake(id, workflow, other[1].document.path)]);
    }
  }
  return warnings;
}

function namesake(id: string, { name, line, column }: Workflow, other: string): Warning {
  return {
    path: `workflows.${name}`,
    rule: 'duplicate-workflow',
    message: `A workflow “${name}” is in ${other}, too. The one here is called “${id}”.`,
    expected: 'a name of its own',
    actual: name,
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    suggestion: null,
  };
}
