/** Saves a document: new, or in place of the revision that was read. One with mistakes is refused. */
import { z } from 'zod';
import { revisionOf } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { type FileReport, readDefinition } from '../read-definition.ts';
import { pathField, revisionField, sourceField } from './definition-fields.ts';
import { findDocument } from './find-workflow.ts';
import { readFolderDocument } from './read-folder-document.ts';
import { badPath, describeWritten, refusalOf, type WrittenDocument } from './written-document.ts';

const input = z.strictObject({
  path: pathField,
  source: sourceField,
  revision: revisionField.nullable().describe('Revision that the document has now; null where it is new.'),
});

export const saveDefinition: Operation<z.infer<typeof input>, WrittenDocument> = {
  name: 'definitions.save',
  scope: 'workflows:author',
  writes: true,
  input,
  async perform(principal, { path, source, revision }, services) {
    const { report } = readDefinition({ path, text: source }, services.operations ?? null);
    if (!report.valid) throw invalid(report);
    if (readFolderDocument({ path, text: source }) === null) {
      throw badPath(path, `A file called “${path}” is never read as a definition.`);
    }
    const order = { kind: 'save', path, source, expected: revision, by: principal.subject } as const;
    const result = await services.library.write(principal.tenant, order);
    if (result.kind === 'written' && result.document !== null) {
      return describeWritten(services, principal, result.document);
    }
    const document = await findDocument(services, principal, path);
    // Somebody saved exactly this before, most likely the same request: it is as it was asked to be.
    if (document?.writable && document.revision === revisionOf(source)) {
      return describeWritten(services, principal, document);
    }
    throw result.kind === 'written'
      ? refusalOf({ kind: 'changed-meanwhile', revision: null }, path)
      : refusalOf(result, path);
  },
};

function invalid({ path, violations }: FileReport): OperationError {
  const [first] = violations;
  const others = violations.length - 1;
  const more =
    others > 0 ? ` There ${others === 1 ? 'is another mistake' : `are ${others} other mistakes`}.` : '';
  return new OperationError({
    code: 'invalid_definition',
    category: 'validation',
    message: `“${path}” is not saved: line ${first?.line}: ${first?.message}${more}`,
    suggestedAction: 'Correct what is listed; “definitions.validate” also proposes edits. Then save again.',
    context: { path, ...(first === undefined ? {} : { line: first.line, column: first.column }) },
    violations: violations.map(({ path: at, rule, message, expected, actual, line, column }) => ({
      path: at,
      rule,
      message,
      expected,
      actual,
      line,
      column,
    })),
  });
}
