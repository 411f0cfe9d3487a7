/**
 * What an operation asks its caller to confirm before it destroys something or acts outside. The refusal of a call
 * without a confirmation contains a token: the same call with the token is performed. The token is good for one
 * principal, one input, one state and a short time, so it needs no store.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { type Phrase, phrase, plainText } from '../../languages/index.ts';
import { createKeyRing, createSealingKey, type KeyRing } from '../../runtime/index.ts';
import { canonicalJson } from './canonical-json.ts';
import { confirmTokenName } from './confirm-token.ts';
import { isoTime } from './iso-time.ts';
import { OperationError } from './operation-error.ts';
import type { Principal } from './principal.ts';
import { hashOfInput } from './repeatable.ts';

export interface Confirmation {
  /** What will happen, and what will be lost: one sentence or a few. */
  readonly message: Phrase;
  /** The state that it describes, such as the current revision: a confirmation of another state is void. Default: the message. */
  readonly bound?: Json;
  /** What it does changes no state here: a confirmation is good for one call. */
  readonly once?: true;
}

const confirmTokenField = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .describe(
    'Confirms the call: the `confirm_token` of its refusal. Send it only after the user has agreed to what that refusal says.',
  );

/** The input with the field for the token. */
export function withConfirmToken(input: z.ZodType): z.ZodType {
  if (!(input instanceof z.ZodObject)) throw new TypeError('An input with a confirmation must be an object.');
  return confirmTokenName in input.shape
    ? input
    : input.safeExtend({ [confirmTokenName]: confirmTokenField });
}

export interface ConfirmableCall {
  readonly operation: string;
  readonly principal: Principal;
  /** Without the token. */
  readonly input: object;
  readonly token: string | undefined;
}

interface Sealing {
  /** Default: a key of this process. */
  readonly keys?: KeyRing;
  readonly clock: { now(): number };
}

const purpose = 'confirmation';
const lifetime = 10 * 60_000;
const keyOfProcess = createSealingKey();
const ringOfProcess = createKeyRing(() => [keyOfProcess]);

/** When those that were used in this process expire. */
const used = new Map<string, number>();

/** Whether it was not used before. */
function useOnce(token: string, now: number): boolean {
  // They expire in the order in which they were used, or nearly so.
  for (const [other, until] of used) {
    if (until > now) break;
    used.delete(other);
  }
  if (used.has(token)) return false;
  used.set(token, now + lifetime);
  return true;
}

/** Throws OperationError, with a new token, unless the token confirms this call in this state. */
export function checkConfirmed(
  { message, bound = plainText(message), once }: Confirmation,
  { operation, principal, input, token }: ConfirmableCall,
  { keys = ringOfProcess, clock }: Sealing,
): void {
  const { tenant, subject } = principal;
  const bind = digest([tenant, subject, operation, hashOfInput(input)]);
  const state = digest(bound);
  const now = clock.now();
  const opened = token === undefined ? undefined : keys.open(purpose, token, now, bind);
  const isOfState = opened?.kind === 'opened' && opened.data === state;
  if (isOfState && (once !== true || useOnce(token ?? '', now))) return;
  const wrong = opened === undefined ? '' : problemOf(opened);
  const problem = isOfState ? 'The confirmation was used before. ' : wrong;
  const expiresAt = now + lifetime;
  throw new OperationError({
    code: 'confirmation_required',
    message: phrase`${problem}${message}`,
    context: {
      [confirmTokenName]: keys.seal(purpose, state, { bind, expiresAt }),
      expiresAt: isoTime(expiresAt),
    },
  });
}

function problemOf(opened: ReturnType<KeyRing['open']>): string {
  if (opened.kind === 'opened') return 'What was confirmed has changed since. ';
  if (opened.reason === 'expired') return 'The confirmation has expired. ';
  return 'The confirmation does not belong to this call. ';
}

/** One character per byte, and short: agents copy the token letter by letter. */
const digest = (value: Json): string =>
  createHash('sha256').update(canonicalJson(value)).digest().subarray(0, 16).toString('latin1');
