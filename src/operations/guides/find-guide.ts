/** Finds a guide of the library. */
import { findNearest } from '../../expression/index.ts';
import type { Guide, GuideStep, Workflow } from '../../languages/index.ts';
import type { LibraryEntry } from '../../runtime/index.ts';
import { inputMismatch } from '../contract/check-input.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { invalidDefinition } from '../definitions/invalid-definition.ts';
import { stepsOfGuide } from './steps-of-guide.ts';

export interface FoundGuide {
  readonly entry: LibraryEntry;
  readonly workflow: Workflow;
  readonly guide: Guide;
}

/**
 * Throws if the workflow does not exist, is not a guide, or could not be read at all.
 * @param operation that needs the guide
 */
export async function getGuide(
  operation: string,
  services: Pick<Services, 'library'>,
  principal: Principal,
  id: string,
): Promise<FoundGuide> {
  const entry = await getWorkflow(services, principal, id);
  const { workflow, document } = entry;
  if (workflow?.guide !== undefined) return { entry, workflow, guide: workflow.guide };
  // A file that no language recognizes counts as a broken guide.
  if (document.language === 'guide' || document.language === null) throw invalidGuide(entry);
  throw notAGuide(operation, entry);
}

/** With all errors of its document. */
export function invalidGuide({ id, document }: LibraryEntry): OperationError {
  return invalidDefinition(document, {
    what: `“${id}” has errors`,
    suggestedAction: 'Correct the listed errors in its document, and call again.',
    context: { workflow: id, path: document.path },
  });
}

/** Throws if the guide has no such step, and suggests the most similar one. */
export function getStep({ entry, guide }: FoundGuide, id: string): GuideStep {
  const steps = stepsOfGuide(guide);
  const found = steps.find((step) => step.id === id);
  if (found !== undefined) return found;
  const nearest = findNearest(
    id,
    steps.map((step) => step.id),
  );
  throw new OperationError({
    code: 'step_not_found',
    message: `The guide “${entry.id}” has no step “${id}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    ...(nearest === undefined
      ? {}
      : { suggestedAction: `Use “${nearest}”, or the id that “guides.next” returned.` }),
    context: { step: id, workflow: entry.id },
  });
}

function notAGuide(operation: string, { id, document }: LibraryEntry): OperationError {
  const error = inputMismatch(operation, [
    {
      path: 'workflow',
      rule: 'not-a-guide',
      message: `“${id}” is not a guide. It runs as a whole.`,
      expected: 'the id of a guide',
      actual: `a workflow of the language “${document.language ?? ''}”`,
    },
  ]);
  return new OperationError({
    ...error.details,
    suggestedAction: 'Run it with “runs.start”. “definitions.list” shows guides with the language “guide”.',
    context: { operation, workflow: id },
  });
}
