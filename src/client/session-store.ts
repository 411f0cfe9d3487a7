/** Where a client keeps the states of its sessions: the server of a question flow keeps none [Q8.1]. */
import { isJsonObject, type JsonObject } from './json.ts';

export interface SessionStore {
  /** Replaces the state of the session. The next load returns this state or a later one, also after a crash. */
  save(sessionId: string, state: JsonObject): Promise<void>;
  /** `undefined` if the session has no state. */
  load(sessionId: string): Promise<JsonObject | undefined>;
  /** Also succeeds if the session has no state. */
  delete(sessionId: string): Promise<void>;
  /** The ids of all sessions that have a state, sorted. */
  list(): Promise<readonly string[]>;
}

/** A state cannot be stored or read. */
export class SessionStoreError extends Error {
  override readonly name = 'SessionStoreError';
  /** The file; empty if it is not about a file. */
  readonly file: string;

  constructor(message: string, file = '', options?: ErrorOptions) {
    super(message, options);
    this.file = file;
  }
}

/** An id becomes a file name, so it must not lead to another folder. */
const validId = /^[\w-]{1,128}$/;

export const isSessionId = (text: string): boolean => validId.test(text);

export function checkSessionId(sessionId: string): void {
  if (typeof sessionId === 'string' && isSessionId(sessionId)) return;
  const shown = JSON.stringify(String(sessionId).slice(0, 140));
  throw new SessionStoreError(
    `The session id ${shown} is invalid. Use 1 to 128 letters, digits, “-” and “_”; pass the session_id that the server returned.`,
  );
}

export function encodeState(sessionId: string, state: JsonObject): string {
  if (isJsonObject(state)) return `${JSON.stringify(state, null, 2)}\n`;
  throw new SessionStoreError(`The state of session ${sessionId} must be an object of JSON values.`);
}

/** `undefined` if the text is not a complete state: no part of an object is an object. */
export function decodeState(text: string): JsonObject | undefined {
  try {
    const state: unknown = JSON.parse(text);
    return isJsonObject(state) ? state : undefined;
  } catch {
    return undefined;
  }
}
