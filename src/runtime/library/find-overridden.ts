/**
 * Which workflows are hidden by others: of those that say that they override each other, all of one name but those of
 * the last source that has a valid one. What has mistakes hides nobody, and is not hidden.
 */
import type { ReadResult, Workflow } from '../../languages/language.ts';
import type { LibraryDocument } from './library.ts';

type Warning = ReadResult['warnings'][number];

interface Placed {
  readonly document: LibraryDocument;
  readonly workflow: Workflow | null;
}

/** What is hidden, and by whom. @param all in the order in which their sources count, the last most */
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

/** Whoever looks at what is hidden must know that it is. */
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
    message: `“${name}” is overridden by ${path} of ${origin.name} (${origin.kind}): that one counts.`,
    expected: 'an id of its own, where both are to be seen',
    actual: name,
    line,
    column,
    endLine: line,
    endColumn: column + name.length,
    suggestion: null,
  };
}
