/** Of a workflow or a run that is led through by other means. */
import { cleanText } from '../../drawing/index.ts';
import { OperationError } from '../../operations/offline.ts';

/** @param instead verb and arguments */
export function noGuide(name: string, instead: string): OperationError {
  return new OperationError({
    code: 'invalid_input',
    message: `“${cleanText(name)}” is no guide.`,
    suggestedAction: `Use “signalbox ${instead}”.`,
  });
}
