/** Finds a guide of the caller. */

import { findNearest } from '../../../../expression/index.ts';
import type { FoundWorkflow, OperationHost } from '../../../language-api.ts';
import { phrase } from '../../../phrase.ts';
import { Refusal, refuseDocument, refuseInput } from '../../../refusal.ts';
import type { Workflow } from '../../../workflow.ts';
import { guideOf } from '../../follow/guide-texts.ts';
import type { Guide, GuideStep } from '../../model/schema.ts';
import { stepsOfGuide } from '../../model/steps-of-guide.ts';
import { languageId } from '../../read-guide.ts';

export interface FoundGuide {
  readonly found: FoundWorkflow;
  readonly workflow: Workflow;
  readonly guide: Guide;
}

/**
 * Throws if the workflow does not exist, is not a guide, or could not be read at all.
 * @param operation that needs the guide
 */
export async function getGuide(operation: string, host: OperationHost, id: string): Promise<FoundGuide> {
  const found = await host.workflow(id);
  const { workflow, language } = found;
  // A file that no language recognizes counts as a broken guide.
  if (language !== null && language !== languageId) throw notAGuide(operation, found);
  const guide = workflow === null ? null : guideOf(workflow);
  if (workflow === null || guide === null) throw invalidGuide(found);
  return { found, workflow, guide };
}

/** With all errors of its document. */
export function invalidGuide({ id, path, language, violations }: FoundWorkflow): Refusal {
  return new Refusal(
    refuseDocument(
      { violations, language },
      {
        what: `“${id}” has errors`,
        suggestedAction: 'Correct the listed errors in its document, and call again.',
        context: { workflow: id, path },
      },
    ),
  );
}

/** Throws if the guide has no such step, and suggests the most similar one. */
export function getStep({ found: { id: workflow }, guide }: FoundGuide, id: string): GuideStep {
  const steps = stepsOfGuide(guide);
  const found = steps.find((step) => step.id === id);
  if (found !== undefined) return found;
  const nearest = findNearest(
    id,
    steps.map((step) => step.id),
  );
  throw new Refusal({
    code: 'step_not_found',
    message: `The guide “${workflow}” has no step “${id}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    ...(nearest === undefined
      ? {}
      : {
          suggestedAction: phrase`Use “${nearest}”, or the id that ${{ operation: 'guides.next' }} returned.`,
        }),
    context: { step: id, workflow },
  });
}

function notAGuide(operation: string, { id, language }: FoundWorkflow): Refusal {
  const report = refuseInput(operation, [
    {
      path: 'workflow',
      rule: 'not-a-guide',
      message: `“${id}” is not a guide. It runs as a whole.`,
      expected: 'the id of a guide',
      actual: `a workflow of the language “${language ?? ''}”`,
    },
  ]);
  return new Refusal({
    ...report,
    suggestedAction: phrase`Run it with ${{ operation: 'runs.start' }}. ${{ operation: 'definitions.list' }} shows guides with the language “guide”.`,
    context: { operation, workflow: id },
  });
}
