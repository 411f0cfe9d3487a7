/** What must be known of a session beyond its id when it is made anew: whether it was ended, and what it watches [P1.3]. */
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
  // What the operation gives is what its own type says.
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
 * Writes what a session watches: one after the other, and what has changed meanwhile once, as it is then.
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

/** Everybody may have a session, whatever else they may. */
const withQueryScope = (principal: Principal): Principal => ({
  ...principal,
  scopes: new Set(['workflows:query']),
});

/** Whoever reads the store cannot take over a session. */
const digestOf = (id: string): string => createHash('sha256').update(id).digest('hex');
