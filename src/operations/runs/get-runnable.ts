/** A workflow of the library that can be run. */
import type { Workflow } from '../../languages/index.ts';
import type { LibraryEntry, PinnedWorkflow } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';

export interface RunnableWorkflow {
  readonly entry: LibraryEntry;
  readonly workflow: Workflow;
  readonly pinned: PinnedWorkflow;
}

/** Throws where there is none, or it has mistakes. */
export async function getRunnable(
  services: Services,
  principal: Principal,
  id: string,
): Promise<RunnableWorkflow> {
  const entry = await getWorkflow(services, principal, id);
  const { document, workflow } = entry;
  if (workflow === null || workflow.program === null) throw workflowInvalid(entry);
  const { language, source, revision } = document;
  const pinned = {
    language: language ?? '',
    name: entry.id,
    version: workflow.version,
    source,
    revision,
    program: workflow.program,
  };
  return { entry, workflow, pinned };
}

function workflowInvalid({ id, document }: LibraryEntry): OperationError {
  const [first] = document.violations;
  const where = first === undefined ? document.path : `${document.path}:${first.line}: ${first.message}`;
  return new OperationError({
    code: 'invalid_definition',
    category: 'validation',
    message: `The workflow “${id}” has mistakes, so it cannot run. ${where}`,
    suggestedAction: 'Correct what is listed, and save the definition again.',
    context: { workflow: id, path: document.path },
    violations: document.violations,
  });
}
