/** Tells whoever runs a server which documents have mistakes or warnings: once for each state of a document. */
import type { LibraryDocument } from '../../runtime/index.ts';
import { firstProblem } from '../definitions/first-problem.ts';

/** So many at a time; of more only the number is told. */
const maxLines = 50;

/** @param writeLine one line */
export function createDocumentReporter(
  writeLine: (line: string) => void,
): (documents: readonly LibraryDocument[]) => void {
  let reportedKeys: ReadonlySet<string> = new Set();
  return (documents) => {
    const lines = new Map(documents.flatMap(linesOf));
    const fresh = [...lines].filter(([key]) => !reportedKeys.has(key));
    reportedKeys = new Set(lines.keys());
    for (const [, line] of fresh.slice(0, maxLines)) writeLine(line);
    if (fresh.length > maxLines) {
      writeLine(
        `${fresh.length - maxLines} more of them have mistakes or warnings: “signalbox validate” tells them.`,
      );
    }
  };
}

/** At most one of its mistakes and one of its warnings, each with what makes it another one. */
function linesOf(document: LibraryDocument): readonly (readonly [string, string])[] {
  const { tenant, folder, path, revision, violations, warnings } = document;
  const owner = tenant === null ? [] : ['tenants', tenant];
  const location = [...owner, folder, path].filter((part) => part !== '').join('/');
  const mistake = firstProblem(location, violations, 'mistake');
  const warning = firstProblem(location, warnings, 'warning');
  return [
    ...(mistake === undefined ? [] : [`Mistake in ${mistake}`]),
    ...(warning === undefined ? [] : [`Warning of ${warning}`]),
  ].map((line) => [`${revision} ${line}`, line]);
}
