/** Stores what is needed to restore a session besides its id: whether it was ended, and what it watches [P1.3]. */
import { createHash } from 'node:crypto';
import type { FoundSession, Principal } from '../../../operations/index.ts';
import type { PerformAs } from '../runs/call-context.ts';
import { sessionLifetime } from './session-token.ts';

export interface SessionMemory {
  readonly watched: readonly string[];
  readonly ended: boolean;
}

export async function loadSession(
  performAs: PerformAs,
  principal: Principal,
  id: string,
): Promise<SessionMemory> {
  const found = await performAs(withQueryScope(principal), 'sessions.find', { session: digestOf(id) });
  // The operation's own type guarantees the shape.
  return (found as unknown as FoundSession).note ?? { watched: [], ended: false };
}

export async function saveSession(
  performAs: PerformAs,
  principal: Principal,
  id: string,
  { watched, ended }: SessionMemory,
): Promise<void> {
  const expiresAt = new Date(Date.now() + sessionLifetime).toISOString();
  await performAs(withQueryScope(principal), 'sessions.note', {
    session: digestOf(id),
    watched: [...watched],
    ended,
    expiresAt,
  });
}

/**
 * Writes what a session watches, one write at a time. Changes during a write are written once, in their latest state.
 * @param write one list as a whole
 */
export function coalesceWrites(
  write: (watched: readonly string[]) => Promise<void>,
  failed: (error: unknown) => void,
): (watched: readonly string[]) => void {
  let next: readonly string[] | undefined;
  let isWriting = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (next !== undefined) {
      const now = next;
      next = undefined;
      await write(now).catch(failed);
    }
    isWriting = false;
  };
  return (watched) => {
    next = watched;
    if (!isWriting) void writeAll();
  };
}

/** Every principal may have a session. */
const withQueryScope = (principal: Principal): Principal => ({
  ...principal,
  scopes: new Set(['workflows:query']),
});

/** A hash, so that reading the store does not allow taking over a session. */
const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex');
