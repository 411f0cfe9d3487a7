/** The error for a workflow or a run that is not a guide. */
import { cleanText } from '../../../drawing/index.ts';
import { OperationError } from '../../../operations/offline.ts';

/** @param instead verb and arguments */
export function noGuide(name: string, instead: string): OperationError {
  return new OperationError({
    code: 'invalid_input',
    message: `“${cleanText(name)}” is not a guide.`,
    suggestedAction: `Use “signalbox ${instead}”.`,
  });
}
