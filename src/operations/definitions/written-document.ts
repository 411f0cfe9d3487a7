/** What became of a change of a document; refusals as callers see them. */
import type { LibraryDocument, WriteResult } from '../../runtime/index.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { type DefinitionSummary, summaryOf } from './definition-summary.ts';
import { entriesOf } from './find-workflow.ts';
import { warnOfMissing } from './warn-of-missing.ts';

export interface WrittenDocument {
  readonly path: string;
  readonly revision: string;
  /** Its workflows as they are listed now, in the order of the document. */
  readonly definitions: readonly DefinitionSummary[];
  readonly warnings: LibraryDocument['warnings'];
}

export async function describeWritten(
  services: Services,
  principal: Principal,
  document: LibraryDocument,
): Promise<WrittenDocument> {
  const { path, revision, source: text } = document;
  const missing = await warnOfMissing(services, { path, text });
  const order = document.reading?.workflows.map(({ name }) => name) ?? [];
  const definitions = (await entriesOf(services, principal, document)).map((entry) =>
    summaryOf(services, entry),
  );
  definitions.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
  return { path, revision, definitions, warnings: [...document.warnings, ...missing] };
}

export type Refusal = Exclude<WriteResult, { readonly kind: 'written' }>;

export function refusalOf(refusal: Refusal, path: string): OperationError {
  switch (refusal.kind) {
    case 'changed-meanwhile':
      return refusal.revision === null ? documentNotFound(path) : revisionConflict(path, refusal.revision);
    case 'taken':
      return new OperationError({
        code: 'path_taken',
        category: 'conflict',
        message: `There is a document “${path}” already.`,
        suggestedAction: 'Choose another path, or delete that document first.',
        context: { path },
      });
    case 'read-only':
      return readOnly(path, refusal.message);
    case 'too-large':
      return new OperationError({
        code: 'definition_too_large',
        category: 'validation',
        message: refusal.message,
        suggestedAction: 'Spread its workflows over several documents.',
        context: { path },
      });
    case 'bad-path':
      return badPath(path, refusal.message);
  }
}

export function documentNotFound(path: string): OperationError {
  return new OperationError({
    code: 'definition_not_found',
    category: 'not_found',
    message: `There is no document “${path}”.`,
    suggestedAction: 'Look for its path with “definitions.list”.',
    context: { path },
  });
}

function readOnly(path: string, message: string): OperationError {
  return new OperationError({
    code: 'definition_read_only',
    category: 'permission',
    message,
    suggestedAction: 'Save a copy under a path of your own, with a name of its own.',
    context: { path },
  });
}

export function badPath(path: string, message: string): OperationError {
  return new OperationError({
    code: 'bad_path',
    category: 'validation',
    message,
    suggestedAction: 'Choose a path such as “trips/summer.yaml”.',
    context: { path },
  });
}

function revisionConflict(path: string, revision: string): OperationError {
  return new OperationError({
    code: 'revision_conflict',
    category: 'conflict',
    message: `“${path}” is not as you read it: its revision is ${revision} now.`,
    suggestedAction:
      'Read it again, apply your change to what is there now, and send that revision; or say “overwrite”.',
    context: { path, revision },
  });
}
