/** Tells whoever runs a server which documents have mistakes or warnings: once for each state of a document. */
import type { LibraryDocument } from '../../runtime/index.ts';
import { firstProblem } from '../definitions/first-problem.ts';

/** So many at a time; of more only the number is told. */
const most = 50;

/** @param tell one line */
export function createDocumentTeller(
  tell: (line: string) => void,
): (documents: readonly LibraryDocument[]) => void {
  let told: ReadonlySet<string> = new Set();
  return (documents) => {
    const lines = new Map(documents.flatMap(linesOf));
    const fresh = [...lines].filter(([key]) => !told.has(key));
    told = new Set(lines.keys());
    for (const [, line] of fresh.slice(0, most)) tell(line);
    if (fresh.length > most) {
      tell(`${fresh.length - most} more of them have mistakes or warnings: “signalbox validate” tells them.`);
    }
  };
}

/** At most one of its mistakes and one of its warnings, each with what makes it another one. */
function linesOf(document: LibraryDocument): readonly (readonly [string, string])[] {
  const { tenant, folder, path, revision, violations, warnings } = document;
  const owner = tenant === null ? [] : ['tenants', tenant];
  const place = [...owner, folder, path].filter((part) => part !== '').join('/');
  const mistake = firstProblem(place, violations, 'mistake');
  const warning = firstProblem(place, warnings, 'warning');
  return [
    ...(mistake === undefined ? [] : [`Mistake in ${mistake}`]),
    ...(warning === undefined ? [] : [`Warning of ${warning}`]),
  ].map((line) => [`${revision} ${line}`, line]);
}
