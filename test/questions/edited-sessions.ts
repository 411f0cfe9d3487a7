/** Sessions of one flow, which is edited while they are open. */
import type { Handler } from '../../src/testing/index.ts';
import { ann } from '../operations/operations-harness.ts';
import type { FlowDocument } from './flow-document.ts';
import { openQuestionSessions, type QuestionSessions, textOf } from './question-sessions.ts';

/** Id of the flow. */
export const edited = 'edited';

export interface EditedSessions extends QuestionSessions {
  /** @returns the revision; null if the flow is not valid, so that nothing has changed */
  save(flow: FlowDocument): Promise<string | null>;
  /** @returns the revision. Throws if the flow is not valid */
  saveValid(flow: FlowDocument): Promise<string>;
}

export async function openEditedSessions(
  handlers: Readonly<Record<string, Handler>> = {},
): Promise<EditedSessions> {
  const sessions = await openQuestionSessions([], handlers);
  const save = async (flow: FlowDocument): Promise<string | null> => {
    const document = { path: `${edited}.json`, source: textOf(flow), overwrite: true };
    const saving = sessions.harness.call(ann, 'definitions.save', document);
    const [saved] = await Promise.allSettled([saving]);
    if (saved.status === 'fulfilled') return Object(saved.value).revision;
    const { code, message } = await sessions.refused(saving);
    if (code === 'WORKFLOW_DSL_ERROR') return null;
    throw new Error(message);
  };
  return {
    ...{ ...sessions, save },
    async saveValid(flow) {
      const revision = await save(flow);
      if (revision === null) throw new Error('The flow is not valid.');
      return revision;
    },
  };
}
