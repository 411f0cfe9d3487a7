/**
 * Exports what needs no open app: operations on texts, settings, and messages of refusals. Nothing here loads a store,
 * a connector or a schema, so commands that only check or draw a file start fast. Types are in `index.ts`.
 */
export { codeFrame, countViolations, isUnlistedEntry } from '../languages/index.ts';
export { partOf } from '../languages/part-of.ts';
export { checkVisible, decodeText, isDataFolder, isDocumentName, isSkippedName } from '../runtime/index.ts';
export { isLoopback } from './access/is-loopback.ts';
export { createRedaction } from './app/create-redaction.ts';
export { OperationError } from './contract/operation-error.ts';
export { isUsualScope, scopes } from './contract/principal.ts';
export { convertWorkflow } from './convert-workflow.ts';
export { firstProblem } from './definitions/first-problem.ts';
export { isSomethingElse } from './definitions/read-folder-document.ts';
export { drawWorkflow } from './draw-workflow.ts';
export { eventKindsOfLog } from './events/event-kinds.ts';
export { findInFile, isNewer, type WorkflowInFile } from './find-in-file.ts';
export { describeWho } from './items/describe-who.ts';
export { takesNothing } from './items/takes-nothing.ts';
export { describeAmbiguous } from './jobs/known-operations.ts';
export { referenceOf } from './languages/describe-language.ts';
export { getLanguage, listLanguages } from './languages/get-language.ts';
export { getSchema } from './languages/get-schema.ts';
export { languages, presentItem } from './languages.ts';
export { repair } from './repair.ts';
export { referencedFiles, runTests } from './run-tests.ts';
export { describeSettings } from './settings/describe-settings.ts';
export { resolveSettings } from './settings/resolve-settings.ts';
export { simulateWorkflow } from './simulate-workflow.ts';
export { stateAfter } from './states-of-run.ts';
export { validate } from './validate.ts';
