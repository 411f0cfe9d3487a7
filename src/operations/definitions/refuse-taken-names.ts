/**
 * Refuses a document that has a workflow with the same name as another document. Both would get other ids, and users of
 * the other one would no longer find it. A document that is meant to override other sources may share names.
 */
import type { ReadResult, Workflow } from '../../languages/index.ts';
import type { LibraryDocument } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isSameWorkflow } from './choose-path.ts';

/** Throws OperationError. @param path of the document; `undefined` for a new document */
export async function refuseTakenNames(
  { library }: Pick<Services, 'library'>,
  { tenant }: Principal,
  { workflows }: ReadResult,
  path: string | undefined,
): Promise<void> {
  const targetLocation = library.documentPlace(tenant, path ?? '');
  const isTarget = ({ tenant: owner, folder, path: at }: LibraryDocument): boolean =>
    path !== undefined && owner === targetLocation.tenant && folder === targetLocation.folder && at === path;
  const documents = await library.documents(tenant);
  // Names that it already shares were put there by hand: the document can still be edited.
  const existingWorkflows = documents
    .filter(isTarget)
    .flatMap(({ readResult }) => readResult?.workflows ?? []);
  const others = documents.filter((each) => !isTarget(each));
  for (const workflow of workflows) {
    if (existingWorkflows.some((each) => clashes(each, workflow))) continue;
    const other = others.find((each) =>
      runnableIn(each.readResult).some(
        (one) =>
          clashes(one, workflow) && !(overrideEachOther(one, workflow) && library.outranks(tenant, each)),
      ),
    );
    if (other !== undefined) throw nameTaken(workflow.name, other);
  }
}

/** For workflows that override each other only the name counts. */
const clashes = (one: Workflow, other: Workflow): boolean =>
  isSameWorkflow(one, other) || (overrideEachOther(one, other) && one.name === other.name);

const overrideEachOther = (one: Workflow, other: Workflow): boolean =>
  one.overrides === true && other.overrides === true;

/** Workflows with errors do not reserve a name. */
const runnableIn = (readResult: ReadResult | null): readonly Workflow[] =>
  (readResult?.workflows ?? []).filter(({ program }) => program !== null);

function nameTaken(name: string, { path, writable }: LibraryDocument): OperationError {
  const where = writable ? path : `${path}, which is read-only`;
  return new OperationError({
    code: 'name_taken',
    message: `The workflow “${name}” already exists in ${where}. The document is not saved.`,
    suggestedAction: writable
      ? `Give yours another name; or, to change the existing one, save it with the path “${path}”.`
      : 'Give yours another name.',
    context: { workflow: name, path },
  });
}
