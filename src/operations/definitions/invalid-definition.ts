/** The error for an invalid document, with all violations. */
import { type RefusedDocument, refuseDocument } from '../../languages/index.ts';
import { type OperationError, refusedByLanguage } from '../contract/operation-error.ts';
import type { FileReport } from '../documents/read-definition.ts';

export const invalidDefinition = (
  document: Pick<FileReport, 'violations' | 'language'>,
  about: RefusedDocument,
): OperationError => refusedByLanguage(refuseDocument(document, about));
