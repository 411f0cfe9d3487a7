/** Reports documents with errors or warnings to the operator of a server, once for each state of a document. */
import type { LibraryDocument } from '../../runtime/index.ts';
import { firstProblem } from '../definitions/first-problem.ts';

/** Maximum lines per report. Of the rest, only the number is reported. */
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
        `${fresh.length - maxLines} more documents have errors or warnings. Run “signalbox validate” to list them.`,
      );
    }
  };
}

/** At most one error and one warning, each with a key that identifies it. */
function linesOf(document: LibraryDocument): readonly (readonly [string, string])[] {
  const { tenant, folder, path, revision, violations, warnings } = document;
  const owner = tenant === null ? [] : ['tenants', tenant];
  const location = [...owner, folder, path].filter((part) => part !== '').join('/');
  const error = firstProblem(location, violations, 'error');
  const warning = firstProblem(location, warnings, 'warning');
  return [
    ...(error === undefined ? [] : [`Error in ${error}`]),
    ...(warning === undefined ? [] : [`Warning for ${warning}`]),
  ].map((line) => [`${revision} ${line}`, line]);
}
