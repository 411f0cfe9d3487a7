/** Keeps states in memory: for tests, and for sessions that end with their process. */
import { checkSessionId, decodeState, encodeState, type SessionStore } from './session-store.ts';

export function createMemorySessionStore(): SessionStore {
  /** As text: the caller may change an object that it has saved or loaded. */
  const texts = new Map<string, string>();
  return {
    async save(sessionId, state) {
      checkSessionId(sessionId);
      texts.set(sessionId, encodeState(sessionId, state));
    },
    async load(sessionId) {
      checkSessionId(sessionId);
      return decodeState(texts.get(sessionId) ?? '');
    },
    async delete(sessionId) {
      checkSessionId(sessionId);
      texts.delete(sessionId);
    },
    async list() {
      return [...texts.keys()].sort();
    },
  };
}
