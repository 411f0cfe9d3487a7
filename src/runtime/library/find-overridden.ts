/**
 * Finds the workflows that are overridden by others: of workflows that declare overriding, all of one name except
 * those of the last source that has a valid one. An invalid workflow overrides nothing, and is not overridden.
 */
import type { ReadResult, Workflow } from '../../languages/workflow.ts';
import type { LibraryDocument } from './library.ts';

type Warning = ReadResult['warnings'][number];

interface Placed {
  readonly document: LibraryDocument;
  readonly workflow: Workflow | null;
}

/**
 * Maps each overridden workflow to the one that overrides it. @param all in the order of their sources, highest
 * priority last
 */
export function findOverridden<T extends Placed>(all: readonly T[]): ReadonlyMap<T, T> {
  const last = new Map<string, T>();
  const overriding = all.filter(({ workflow }) => workflow?.overrides === true && workflow.program !== null);
  for (const each of overriding) last.set(each.workflow?.name ?? '', each);
  return new Map(
    overriding.flatMap((each) => {
      const by = last.get(each.workflow?.name ?? '');
      return by === undefined || isSameSource(by.document, each.document) ? [] : [[each, by] as const];
    }),
  );
}

/** A reader of an overridden workflow must know that it is overridden. */
export function warningsOf(
  overridden: ReadonlyMap<Placed, Placed>,
): readonly (readonly [LibraryDocument, readonly Warning[]])[] {
  return [...overridden].flatMap(([{ document, workflow }, by]) =>
    workflow === null ? [] : [[document, [warning(workflow, by.document)]] as const],
  );
}

const isSameSource = (one: LibraryDocument, other: LibraryDocument): boolean =>
  one.tenant === other.tenant && one.folder === other.folder;

function warning({ name, line, column }: Workflow, { path, origin }: LibraryDocument): Warning {
  return {
    path: '',
    rule: 'overridden-workflow',
    message: `“${name}” is overridden by ${path} of ${origin.name} (${origin.kind}).`,
    expected: 'an id of its own, to use both',
    actual: name,
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    suggestion: null,
  };
}
