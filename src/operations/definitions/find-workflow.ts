/** Finds a workflow or a document that the tenant of a principal sees. Those of other tenants count as missing. */

import { findNearest } from '../../expression/index.ts';
import { phrase } from '../../languages/index.ts';
import type { DocumentPlace, LibraryDocument, LibraryEntry } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';

type LibraryServices = Pick<Services, 'library'>;

/** Throws if it does not exist, with the most similar name. */
export async function getWorkflow(
  { library }: LibraryServices,
  { tenant }: Principal,
  id: string,
): Promise<LibraryEntry> {
  const entry = await library.find(tenant, id);
  if (entry !== undefined) return entry;
  const all = await library.list(tenant);
  const namesakes = all.filter(({ workflow }) => workflow?.name === id).map((each) => each.id);
  const ids = all.map((each) => each.id);
  const nearest = findNearest(id, ids);
  const several = namesakes.length > 0;
  throw new OperationError({
    code: 'workflow_not_found',
    message: several
      ? phrase`Several ${{ noun: 'workflows' }} have the name “${id}”: ${namesakes.map((each) => `“${each}”`).join(', ')}.`
      : phrase`The ${{ noun: 'workflow' }} “${id}” does not exist.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    suggestedAction: several
      ? 'Use the id of one of them.'
      : nearest === undefined
        ? phrase`Find it with ${{ operation: 'definitions.list' }}.`
        : phrase`Use “${nearest}”, or find it with ${{ operation: 'definitions.list' }}.`,
    context: { workflow: id },
  });
}

/** The document under a path; `undefined` if it does not exist. */
export async function findDocument(
  { library }: LibraryServices,
  { tenant }: Principal,
  path: string,
): Promise<LibraryDocument | undefined> {
  const documents = (await library.documents(tenant)).filter((each) => each.path === path);
  // Writable documents take precedence over read-only ones: they are saved, renamed and deleted.
  return documents.find(({ writable }) => writable) ?? documents[0];
}

/** Finds the history of a document, also of a deleted one. */
export async function locationOfDocument(
  services: LibraryServices,
  principal: Principal,
  path: string,
): Promise<DocumentPlace> {
  const document = await findDocument(services, principal, path);
  return document ?? services.library.documentPlace(principal.tenant, path);
}

/** The workflows of a document, as currently listed. */
export async function entriesOfDocument(
  { library }: LibraryServices,
  { tenant }: Principal,
  { tenant: owner, folder, path }: DocumentPlace,
): Promise<readonly LibraryEntry[]> {
  const entries = await library.list(tenant);
  return entries.filter(({ document }) => {
    return document.tenant === owner && document.folder === folder && document.path === path;
  });
}
