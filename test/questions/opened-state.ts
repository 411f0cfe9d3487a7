/** What is in the sealed state of a session: opened with the keys of the server. */
import { join } from 'node:path';
import type { Held } from '../../src/languages/questions/session/held.ts';
import type { Principal } from '../../src/operations/index.ts';
import { type KeyRing, openKeyRing } from '../../src/runtime/index.ts';
import type { Sealed } from './question-sessions.ts';

export type OpenState = (sealed: Sealed) => Held;

/** @param by who began the session */
export function createOpenState(
  keys: Pick<KeyRing, 'open'>,
  { tenant, subject }: Pick<Principal, 'tenant' | 'subject'>,
  now: () => number,
): OpenState {
  return ({ session_id, state_blob }) => {
    const bind = `${tenant} ${JSON.stringify([session_id, subject])}`;
    const opened = keys.open('question-session', state_blob, now(), bind);
    if (opened.kind === 'refused') throw new Error('The state cannot be opened.');
    // Only sessions seal for this purpose.
    return opened.data as unknown as Held;
  };
}

/** Of the sessions that the developer of a server has begun. */
export const openStateOf = async ({ data }: { readonly data: string }): Promise<OpenState> =>
  createOpenState(
    await openKeyRing({ variable: undefined, path: join(data, 'keys.json') }),
    { tenant: 'default', subject: 'ann' },
    Date.now,
  );
