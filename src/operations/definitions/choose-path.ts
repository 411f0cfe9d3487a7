/** Chooses the path of a document that is saved without one: that of the document with its workflows, otherwise a new one. */
import type { ReadResult, Workflow } from '../../languages/index.ts';
import { compareVersions, type LibraryDocument } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { findLanguage } from '../language-lists/languages.ts';
import { isReservedName, isSomethingElse } from './read-folder-document.ts';

/** `undefined` if none of its workflows is saved yet. Throws if several documents contain them. */
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

/** Whether two entries are the same workflow: the same name and, if they have versions, the same version. */
export const isSameWorkflow = (one: Workflow, other: Workflow): boolean =>
  one.series !== undefined && one.series === other.series
    ? compareVersions(one.version, other.version) === 0
    : one.domain === other.domain && one.name === other.name;

const maxStemLength = 80;
const maxAttempts = 1_000;

/** Candidate paths for a new document, the best first: named after its workflow or its domain. */
export function* freshPaths(
  source: string,
  { language, workflows: [first, ...others] }: ReadResult,
  taken: readonly LibraryDocument[],
): Generator<string> {
  const own = others.length > 0 && first?.domain ? first.domain : first?.name;
  const stem = stemOf(own ?? '', first?.series === undefined ? '' : first.version);
  const extension = findLanguage(language)?.extension ?? (/^\ufeff?\s*\{/.test(source) ? 'json' : 'yaml');
  // Also on case-insensitive file systems.
  const known = new Set(taken.map(({ path }) => path.toLowerCase()));
  if (isSomethingElse({ path: `document.${extension}`, text: source })) return;
  for (let count = 1; count <= maxAttempts; count++) {
    const path = `${stem}${count === 1 ? '' : `-${count}`}.${extension}`;
    if (!known.has(path.toLowerCase()) && !isReservedName(path)) yield path;
  }
}

/** `order-0.2`: each version has its own file. */
function stemOf(name: string, version: string): string {
  const plain = name.replace(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, maxStemLength);
  const stem = plain.replace(/^-+|-+$/g, '') || 'workflow';
  const digits = version
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxStemLength);
  return digits === '' ? stem : `${stem}-${digits}`;
}

function severalCandidates(candidates: readonly LibraryDocument[]): OperationError {
  const paths = candidates.map(({ path }) => `“${path}”`).join(', ');
  return new OperationError({
    code: 'path_needed',
    message: `Several documents contain workflows with these names: ${paths}.`,
    suggestedAction: 'Name the document in “path”.',
  });
}
