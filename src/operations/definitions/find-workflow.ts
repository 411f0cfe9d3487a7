/** A workflow, or a document, that a principal's tenant sees. What another tenant has is not there. */
import { findNearest } from '../../expression/index.ts';
import type { DocumentPlace, LibraryDocument, LibraryEntry } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';

type LibraryServices = Pick<Services, 'library'>;

/** Throws where there is none, with what was most likely meant. */
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
      ? `Several workflows are called “${id}”: ${namesakes.map((each) => `“${each}”`).join(', ')}.`
      : `There is no workflow “${id}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    suggestedAction: several
      ? 'Say which one, by its id.'
      : nearest === undefined
        ? 'Look for it with “definitions.list”.'
        : `Use “${nearest}”, or look for it with “definitions.list”.`,
    context: { workflow: id },
  });
}

/** The document that is saved under a path; undefined where there is none. */
export async function findDocument(
  { library }: LibraryServices,
  { tenant }: Principal,
  path: string,
): Promise<LibraryDocument | undefined> {
  const documents = (await library.documents(tenant)).filter((each) => each.path === path);
  // What can be written goes before what is only read: that is what is saved, renamed and deleted.
  return documents.find(({ writable }) => writable) ?? documents[0];
}

/** Where the history of a document is: also of one that is gone. */
export async function locationOfDocument(
  services: LibraryServices,
  principal: Principal,
  path: string,
): Promise<DocumentPlace> {
  const document = await findDocument(services, principal, path);
  return document ?? services.library.documentPlace(principal.tenant, path);
}

/** The workflows of a document, as they are listed now. */
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
