/**
 * The state of a session as its client keeps it: sealed, and bound to the session, its caller and tenant [Q4.1]. It is
 * valid for 30 days; each answer has a new one, until 90 days after the session began.
 */
import type { OpenedSeal, OperationHost, Seals } from '../../language-api.ts';
import { Refusal } from '../../refusal.ts';
import { type SessionReason, sessionRefused } from '../refusals.ts';
import type { Held } from './held.ts';

const purpose = 'question-session';
const day = 24 * 60 * 60 * 1_000;
const lifetime = 30 * day;
const sessionLifetime = 90 * day;
/** In characters: hundreds of answers. It fits into an answer for a conversation, of which parts would be left out. */
const maxLength = 40_000;

/** Before it is compressed: each request reads all of it, and plays every step. In characters. */
const maxContent = 1_000_000;
export const maxSteps = 1_000;

export interface SealedSession {
  readonly blob: string;
  readonly expiresAt: number;
}

export function sealsOf({ seals }: OperationHost, session: string): Seals {
  if (seals !== null) return seals;
  throw new Refusal(sessionRefused(session, 'unavailable', 'This server has no key to seal sessions with.'));
}

/** As JSON: both are texts of callers, and could contain any separator. */
const bindOf = ({ caller }: OperationHost, session: string): string =>
  JSON.stringify([session, caller.subject]);

/** Throws if the state is too large. @param held as it was opened or begun, with what was done to it */
export function sealSession(host: OperationHost, session: string, held: Held): SealedSession {
  const next = { ...held, sequence: held.sequence + 1 };
  if (next.steps.length > maxSteps) throw tooManySteps(session);
  if (JSON.stringify(next).length > maxContent) throw tooLarge(session);
  const expiresAt = Math.min(host.now() + lifetime, lastExpiryOf(held));
  const options = { bind: bindOf(host, session), expiresAt, compress: true };
  const blob = sealsOf(host, session).seal(purpose, next as never, options);
  if (blob.length > maxLength) throw tooLarge(session);
  return { blob, expiresAt };
}

/** When the last of all states of a session expires. */
export const lastExpiryOf = ({ begun }: Pick<Held, 'begun'>): number => begun + sessionLifetime;

/** Throws if it is not the unchanged, valid state of this session. */
export function unsealSession(host: OperationHost, session: string, blob: string): Held {
  if (blob.length > maxLength) throw tooLarge(session);
  const opened = sealsOf(host, session).open(purpose, blob, bindOf(host, session));
  if (opened.kind === 'refused') {
    const [reason, message] = refusals[opened.reason];
    throw new Refusal(sessionRefused(session, reason, message));
  }
  // Only this module seals for the purpose.
  return opened.data as unknown as Held;
}

const refusals: Readonly<
  Record<Extract<OpenedSeal, { kind: 'refused' }>['reason'], readonly [SessionReason, string]>
> = {
  malformed: ['malformed', 'The state is not one of a session: it is incomplete, or not a state at all.'],
  'unknown-key': ['unknown_key', 'The state was sealed with a key that this server does not have.'],
  tampered: ['tampered', 'The state was changed after it was sealed.'],
  foreign: ['foreign', 'The state belongs to another session, or to another caller.'],
  expired: ['expired', 'The state has expired.'],
};

const tooLarge = (session: string): Refusal =>
  new Refusal(sessionRefused(session, 'too_large', 'The state of the session is too large.'));

export const tooManySteps = (session: string): Refusal =>
  new Refusal(
    sessionRefused(
      session,
      'limit',
      `A session has at most ${maxSteps} answers and fetched lists of choices.`,
    ),
  );
