/** Describes a saved document, and converts refusals to errors for callers. */
import type { z } from 'zod';
import { listViolations } from '../../languages/index.ts';
import { hash, listOf, objectOf, text } from '../../languages/output-fields.ts';
import { violationSchema } from '../../languages/violation-schema.ts';
import type { LibraryDocument, WriteResult } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { definitionSummary, summaryOf } from './definition-summary.ts';
import { entriesOfDocument } from './find-workflow.ts';
import { warnOfCalls } from './warn-of-calls.ts';

export const writtenFields = {
  path: text('Path of the document.'),
  revision: hash('SHA-256 of its text.'),
  definitions: listOf(definitionSummary, 'Its workflows as currently listed, in the order of the document.'),
  warnings: listOf(violationSchema),
};

export const writtenDocument = objectOf(writtenFields);

export type WrittenDocument = z.infer<typeof writtenDocument>;

export async function describeWritten(
  services: Services,
  principal: Principal,
  document: LibraryDocument,
): Promise<WrittenDocument> {
  const { path, revision, source: text, readResult } = document;
  // The document is written: this read must not be refused.
  const missing = await warnOfCalls(services, principal, { path, text }, readResult, {
    always: true,
  });
  const documentOrder = readResult?.workflows.map(({ name }) => name) ?? [];
  const definitions = (await entriesOfDocument(services, principal, document)).map((entry) =>
    summaryOf(services, principal.tenant, entry),
  );
  definitions.sort((a, b) => documentOrder.indexOf(a.name) - documentOrder.indexOf(b.name));
  return { path, revision, definitions, warnings: listViolations([...document.warnings, ...missing]) };
}

export type Refusal = Exclude<WriteResult, { readonly kind: 'written' }>;

export function refusalOf(refusal: Refusal, path: string): OperationError {
  switch (refusal.kind) {
    case 'changed-meanwhile':
      return refusal.revision === null ? documentNotFound(path) : revisionConflict(path, refusal.revision);
    case 'taken':
      return new OperationError({
        code: 'path_taken',
        message: `The document “${path}” already exists.`,
        suggestedAction: 'Choose another path, or delete that document first.',
        context: { path },
      });
    case 'read-only':
      return readOnly(path, refusal.message);
    case 'too-large':
      return new OperationError({
        code: 'definition_too_large',
        message: refusal.message,
        suggestedAction: 'Split its workflows into several documents.',
        context: { path },
      });
    case 'bad-path':
      return badPath(path, refusal.message);
  }
}

export function documentNotFound(path: string): OperationError {
  return new OperationError({
    code: 'definition_not_found',
    message: `The document “${path}” does not exist.`,
    context: { path },
  });
}

function readOnly(path: string, message: string): OperationError {
  return new OperationError({
    code: 'definition_read_only',
    message,
    suggestedAction: 'Save a copy under your own path, with a new name.',
    context: { path },
  });
}

export function badPath(path: string, message: string): OperationError {
  return new OperationError({
    code: 'bad_path',
    message,
    suggestedAction: 'Choose a path such as “trips/summer.yaml”.',
    context: { path },
  });
}

function revisionConflict(path: string, revision: string): OperationError {
  return new OperationError({
    code: 'revision_conflict',
    message: `“${path}” was changed since you read it: its revision is now ${revision}.`,
    suggestedAction:
      'Read it again, apply your change to the current version, and send its revision; or send “overwrite”.',
    context: { path, revision },
  });
}
