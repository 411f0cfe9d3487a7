/** What question flows add to the interfaces. */
import type { LanguageApi } from '../../language-api.ts';
import { languageId } from '../question-item.ts';
import { describeAdapter, generateWorkflow, listAdapters } from './adapter-operations.ts';
import {
  cancelSession,
  completeSession,
  goBack,
  restartSession,
  restoreSession,
  startSession,
  submitAnswer,
} from './session-operations.ts';

export const questionsApi: LanguageApi = {
  id: languageId,
  operations: [
    startSession,
    submitAnswer,
    restoreSession,
    restartSession,
    goBack,
    completeSession,
    cancelSession,
    generateWorkflow,
    listAdapters,
    describeAdapter,
  ],
};
