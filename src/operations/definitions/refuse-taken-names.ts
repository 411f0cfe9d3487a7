/**
 * A document must not share the name of a workflow with another one: both would be called otherwise from then on, and
 * whoever uses the other one would no longer find it. One that is meant to override what other sources have may.
 */
import type { ReadResult, Workflow } from '../../languages/index.ts';
import type { LibraryDocument } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { isSameWorkflow } from './choose-path.ts';

/** @param path where the document is saved; undefined where that is a new one, wherever. Throws OperationError. */
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
  // What it shares already, somebody has put there by hand: it can be edited as it is.
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

/** Of those that override each other the name alone counts. */
const clashes = (one: Workflow, other: Workflow): boolean =>
  isSameWorkflow(one, other) || (overrideEachOther(one, other) && one.name === other.name);

const overrideEachOther = (one: Workflow, other: Workflow): boolean =>
  one.overrides === true && other.overrides === true;

/** What has mistakes gives way to what has none, and keeps nobody from a name. */
const runnableIn = (readResult: ReadResult | null): readonly Workflow[] =>
  (readResult?.workflows ?? []).filter(({ program }) => program !== null);

function nameTaken(name: string, { path, writable }: LibraryDocument): OperationError {
  const where = writable ? path : `${path}, which can only be read`;
  return new OperationError({
    code: 'name_taken',
    message: `There is a workflow “${name}” in ${where}. The document is not saved.`,
    suggestedAction: writable
      ? `Give yours another name; or, to change the one that is there, save it with the path “${path}”.`
      : 'Give yours another name.',
    context: { workflow: name, path },
  });
}
