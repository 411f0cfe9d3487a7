/** Finds a workflow to run: in the library, or in a document that is sent along. */
import type { z } from 'zod';
import { phrase, type Workflow } from '../../languages/index.ts';
import { type LibraryEntry, type Newest, type PinnedWorkflow, revisionOf } from '../../runtime/index.ts';
import { workflowField } from '../contract/input-fields.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { sourceField } from '../definitions/definition-fields.ts';
import { getWorkflow } from '../definitions/find-workflow.ts';
import { invalidDefinition } from '../definitions/invalid-definition.ts';
import { readSubmitted } from '../definitions/read-submitted.ts';
import { chooseNamed } from '../documents/choose-named.ts';

/** Names a workflow in an input. */
export const runnableFields = {
  workflow: workflowField
    .optional()
    .describe('Id of the workflow, as in the list of workflows; with “source”, its name in the document.'),
  source: sourceField
    .optional()
    .describe(
      'Text of a document with the workflow, YAML or JSON, in place of a saved one. If it contains several workflows, name one in “workflow”.',
    ),
};

/** For `refine`: one of the two is given. */
export const isNamed = ({ workflow, source }: AskedWorkflow): boolean =>
  workflow !== undefined || source !== undefined;

export const nameNeeded: z.core.$ZodCustomParams = {
  path: ['workflow'],
  params: {
    expected: phrase`the id of a ${{ noun: 'workflow' }}; or send a document as ${{ field: 'source' }}`,
  },
};

export interface AskedWorkflow {
  readonly workflow?: string | undefined;
  readonly source?: string | undefined;
}

export interface RunnableWorkflow {
  /** Its runs are listed under this id. */
  readonly id: string;
  /** Of its document. */
  readonly path: string;
  readonly workflow: Workflow;
  readonly pinned: PinnedWorkflow;
  /** The version that starts new runs in place of this one. */
  readonly supersededBy: Newest | null;
}

/** Throws if the workflow does not exist or has errors. */
export async function getRunnable(
  services: Services,
  principal: Principal,
  { workflow, source }: AskedWorkflow,
): Promise<RunnableWorkflow> {
  if (source !== undefined) return readRunnable(services, principal, source, workflow ?? null);
  const entry = await getWorkflow(services, principal, workflow ?? '');
  const { document } = entry;
  if (entry.workflow === null || entry.workflow.program === null) throw workflowInvalid(entry);
  const { supersededBy } = entry;
  return runnable(
    { id: entry.id, path: document.path, workflow: entry.workflow, supersededBy },
    {
      language: document.language ?? '',
      source: document.source,
      revision: document.revision,
      program: entry.workflow.program,
    },
  );
}

/** It is not in the library, so names of others do not matter. */
async function readRunnable(
  services: Services,
  principal: Principal,
  source: string,
  name: string | null,
): Promise<RunnableWorkflow> {
  const path = 'source';
  const file = { path, text: source };
  const { report, readResult } = await readSubmitted(services, principal, file, services.operations ?? null);
  const refused = {
    what: 'The document cannot be run',
    suggestedAction: phrase`Correct what is listed; ${{ operation: 'definitions.validate' }} also proposes edits. Then send it again.`,
  };
  if (!report.valid) throw invalidDefinition(report, refused);
  const choice = chooseNamed(readResult.workflows, name, 'workflow');
  if (choice.kind === 'refused') throw unnamed(choice.problems.join(' '));
  const { chosen } = choice;
  // Without errors there is a program.
  if (chosen.program === null) throw invalidDefinition(report, refused);
  return runnable(
    { id: chosen.name, path, workflow: chosen, supersededBy: null },
    {
      language: readResult.language,
      source,
      revision: revisionOf(source),
      program: chosen.program,
    },
  );
}

function runnable(
  found: Omit<RunnableWorkflow, 'pinned'>,
  pinned: Omit<PinnedWorkflow, 'name' | 'version'>,
): RunnableWorkflow {
  return { ...found, pinned: { ...pinned, name: found.id, version: found.workflow.version } };
}

function unnamed(message: string): OperationError {
  return new OperationError({
    code: 'invalid_input',
    message,
    suggestedAction: phrase`Name a ${{ noun: 'workflow' }} of the document in ${{ field: 'workflow' }}.`,
    violations: [
      {
        path: 'workflow',
        rule: 'which-workflow',
        message,
        expected: 'a workflow of the document',
        actual: 'none',
      },
    ],
  });
}

function workflowInvalid({ id, document }: LibraryEntry): OperationError {
  const [first] = document.violations;
  const where = first === undefined ? document.path : `${document.path}:${first.line}: ${first.message}`;
  return new OperationError({
    code: 'invalid_definition',
    message: phrase`The ${{ noun: 'workflow' }} “${id}” has errors and cannot run. ${where}`,
    suggestedAction: 'Correct what is listed, and save the definition again.',
    language: document.language,
    context: { workflow: id, path: document.path },
    violations: document.violations,
  });
}
