/** Where a document is saved when nobody says: in place of the one that holds its workflows, else under a name of its own. */
import type { ReadResult, Workflow } from '../../languages/index.ts';
import { compareVersions, type LibraryDocument } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isXml } from '../is-xml.ts';
import { isSomethingElse } from './read-folder-document.ts';

/** Undefined where none of its workflows is saved yet. Throws where several documents hold them. */
export async function findExistingDocument(
  { library }: Services,
  { tenant }: Principal,
  { workflows }: ReadResult,
): Promise<LibraryDocument | undefined> {
  const candidates = (await library.documents(tenant)).filter(
    ({ writable, readResult }) =>
      writable &&
      readResult?.workflows.some((each) => workflows.some((own) => isSameWorkflow(own, each))) === true,
  );
  if (candidates.length > 1) throw severalCandidates(candidates);
  return candidates[0];
}

/** Whether two are one workflow: by their names; of what has versions, in the same version. */
export const isSameWorkflow = (one: Workflow, other: Workflow): boolean =>
  one.series !== undefined && one.series === other.series
    ? compareVersions(one.version, other.version) === 0
    : one.domain === other.domain && one.name === other.name;

const maxStemLength = 80;
const maxAttempts = 1_000;

/** Paths for a new document, the best first: named after its workflow, or after what its workflows are about. */
export function* freshPaths(
  source: string,
  { workflows: [first, ...others] }: ReadResult,
  taken: readonly LibraryDocument[],
): Generator<string> {
  const own = others.length > 0 && first?.domain ? first.domain : first?.name;
  const stem = stemOf(own ?? '', first?.series === undefined ? '' : first.version);
  const extension = extensionOf(source);
  // Also where case does not count.
  const known = new Set(taken.map(({ path }) => path.toLowerCase()));
  for (let count = 1; count <= maxAttempts; count++) {
    const path = `${stem}${count === 1 ? '' : `-${count}`}.${extension}`;
    if (!known.has(path.toLowerCase()) && !isSomethingElse({ path, text: source })) yield path;
  }
}

/** `order-0.2`: versions stand beside each other. */
function stemOf(name: string, version: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, maxStemLength);
  const stem = plain.replace(/^-+|-+$/g, '') || 'workflow';
  const digits = version
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxStemLength);
  return digits === '' ? stem : `${stem}-${digits}`;
}

function extensionOf(source: string): string {
  if (isXml(source)) return 'yawl';
  return /^\ufeff?\s*\{/.test(source) ? 'json' : 'yaml';
}

function severalCandidates(candidates: readonly LibraryDocument[]): OperationError {
  const paths = candidates.map(({ path }) => `“${path}”`).join(', ');
  return new OperationError({
    code: 'path_needed',
    message: `Several documents hold workflows of these names: ${paths}.`,
    suggestedAction: 'Say in “path” which one is meant.',
  });
}
