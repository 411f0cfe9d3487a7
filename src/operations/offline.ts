/**
 * Exports what needs no open app: operations on texts, settings, and messages of refusals. Nothing here loads a store,
 * a connector or a schema, so commands that only check or draw a file start fast. Types are in `index.ts`.
 */
export { codeFrame, countViolations, isUnlistedEntry } from '../languages/index.ts';
export { partOf } from '../languages/part-of.ts';
export {
  checkVisible,
  decodeText,
  isDataFolder,
  isDocumentName,
  isSkippedName,
  parseUrl,
} from '../runtime/index.ts';
export { isLoopback } from './access/is-loopback.ts';
export { confirmTokenOf } from './contract/confirm-token.ts';
export { OperationError } from './contract/operation-error.ts';
export { isUsualScope, scopes } from './contract/principal.ts';
export { firstProblem } from './definitions/first-problem.ts';
export { isSomethingElse } from './definitions/read-folder-document.ts';
export { convertWorkflow } from './documents/convert-workflow.ts';
export { drawWorkflow } from './documents/draw-workflow.ts';
export { findInFile, isNewer, type WorkflowInFile } from './documents/find-in-file.ts';
export { describeAmbiguous } from './documents/known-operations.ts';
export { repair } from './documents/repair.ts';
export { stateAfter } from './documents/states-of-run.ts';
export { validate } from './documents/validate.ts';
export { eventKindsOfLog } from './events/event-kinds.ts';
export { describeWho } from './items/read-model/describe-who.ts';
export { takesNothing } from './items/read-model/takes-nothing.ts';
export { languages, presentItem } from './language-lists/languages.ts';
export { referenceOf } from './languages/describe-language.ts';
export { getLanguage, listLanguages } from './languages/get-language.ts';
export { getSchema } from './languages/get-schema.ts';
export { createRedaction } from './settings/create-redaction.ts';
export { describeSettings } from './settings/describe-settings.ts';
export { resolveSettings } from './settings/resolve-settings.ts';
export { referencedFiles, runTests } from './simulation/run-tests.ts';
export { simulateWorkflow } from './simulation/simulate-workflow.ts';
