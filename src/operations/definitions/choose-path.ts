/** Where a document is saved when nobody says: in place of the one that holds its workflows, else under a name of its own. */
import type { Reading } from '../../languages/index.ts';
import type { LibraryDocument } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isSomethingElse } from './read-folder-document.ts';

/** Undefined where none of its workflows is saved yet. Throws where several documents hold them. */
export async function findHome(
  { library }: Services,
  { tenant }: Principal,
  { workflows }: Reading,
): Promise<LibraryDocument | undefined> {
  const names = new Set(workflows.map(nameInDomain));
  const homes = (await library.documents(tenant)).filter(
    ({ writable, reading }) =>
      writable && reading?.workflows.some((each) => names.has(nameInDomain(each))) === true,
  );
  if (homes.length > 1) throw severalHomes(homes);
  return homes[0];
}

export const nameInDomain = ({ domain, name }: Reading['workflows'][number]): string =>
  JSON.stringify([domain, name]);

const longest = 80;
const mostTried = 1_000;

/** Paths for a new document, the best first: named after its workflow, or after what its workflows are about. */
export function* freshPaths(
  source: string,
  { workflows: [first, ...others] }: Reading,
  taken: readonly LibraryDocument[],
): Generator<string> {
  const own = others.length > 0 && first?.domain ? first.domain : first?.name;
  const stem = stemOf(own ?? '');
  const extension = /^\ufeff?\s*\{/.test(source) ? 'json' : 'yaml';
  // Also where case does not count.
  const known = new Set(taken.map(({ path }) => path.toLowerCase()));
  for (let count = 1; count <= mostTried; count++) {
    const path = `${stem}${count === 1 ? '' : `-${count}`}.${extension}`;
    if (!known.has(path.toLowerCase()) && !isSomethingElse({ path, text: source })) yield path;
  }
}

function stemOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, longest);
  return plain.replace(/^-+|-+$/g, '') || 'workflow';
}

function severalHomes(homes: readonly LibraryDocument[]): OperationError {
  const paths = homes.map(({ path }) => `“${path}”`).join(', ');
  return new OperationError({
    code: 'path_needed',
    message: `Several documents hold workflows of these names: ${paths}.`,
    suggestedAction: 'Say in “path” which one is meant.',
  });
}
