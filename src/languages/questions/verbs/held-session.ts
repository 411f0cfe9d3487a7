/** A question session of this program: after each answer its state is stored before anything else is sent. */
import type { Json } from '../../../client/index.ts';
import type { SessionAnswer } from '../session/session-fields.ts';
import { type AskContext, type AskedFlow, callQuestions, callWithProgress } from './ask-context.ts';

export interface HeldSession {
  readonly flow: AskedFlow;
  /** The last answer of the server. */
  readonly shown: () => SessionAnswer;
  readonly isStored: () => boolean;
  /** Each throws OperationError; then the session is as it was. */
  readonly submit: (value: Json) => Promise<void>;
  /** @param question default: the one before */
  readonly back: (question?: string) => Promise<void>;
  readonly complete: () => Promise<void>;
  /** The state as the server reads it now, such as in a changed flow. */
  readonly restore: () => Promise<void>;
  readonly cancel: () => Promise<void>;
  /** Removes what is stored. */
  readonly forget: () => Promise<void>;
}

/** @param isStored whether the store has a state of the session */
export function holdSession(
  context: AskContext,
  flow: AskedFlow,
  begun: SessionAnswer,
  isStored: boolean,
): HeldSession {
  const { session, store } = context;
  let shown = begun;
  let stored = isStored;
  const state = () => ({ session_id: shown.session_id, state_blob: shown.state_blob });
  const call = (
    operation: 'submit' | 'back' | 'restore' | 'cancel',
    more: { readonly [name: string]: Json } = {},
  ) => callWithProgress(context, operation, { ...state(), ...more });
  const keep = async (answer: SessionAnswer): Promise<void> => {
    const { session_id, workflow_id, state_blob, expires_at } = answer;
    const adapters = 'adapters' in flow ? { adapters: flow.adapters } : {};
    const saved_at = new Date().toISOString();
    await store.save(session_id, { workflow_id, session_id, state_blob, saved_at, expires_at, ...adapters });
    stored = true;
    shown = answer;
  };
  const forget = async (): Promise<void> => {
    await store.delete(shown.session_id);
    stored = false;
  };
  return {
    flow,
    shown: () => shown,
    isStored: () => stored,
    // The operations wait for the review.
    submit: async (value) =>
      keep(await call('submit', { answer_value: value, timestamp: Date.now(), complete: false })),
    back: async (question) =>
      keep(await call('back', question === undefined ? {} : { question_id: question })),
    complete: async () => {
      shown = await callQuestions(session, 'complete', state());
    },
    restore: async () => {
      const restored = await call('restore');
      // What has no answers is not stored.
      if (stored) await keep(restored);
      else shown = restored;
    },
    cancel: async () => {
      shown = await call('cancel');
      await forget();
    },
    forget,
  };
}
