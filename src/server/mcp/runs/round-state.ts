/** The state that a client holds between two rounds of one call: which run it refers to, sealed and bound [P4.2]. */
import { createHash } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { canonicalJson, type Principal } from '../../../operations/index.ts';
import type { OpenKeyRing } from '../../../runtime/index.ts';
import type { JsonObject } from '../contract/tool.ts';

export type Keys = Pick<OpenKeyRing, 'seal' | 'open'>;

export interface RoundState {
  readonly run: string;
  readonly waitMs: number;
  /** How often the call has asked, this time included. */
  readonly round: number;
  /** Work items that were asked: this round can answer no others. */
  readonly asked: readonly string[];
  /** What the call had done when it asked. */
  readonly told?: JsonObject;
}

/** What the state is bound to. */
export interface RoundBinding {
  readonly principal: Principal;
  readonly tool: string;
  readonly input: JsonObject;
}

const purpose = 'mcp-round';
/** Users take their time; the work item itself stays open indefinitely. */
const lifetime = 24 * 3_600_000;

export function sealRound(keys: Keys, round: RoundState, binding: RoundBinding): string {
  const { asked, told, ...rest } = round;
  const expiresAt = Date.now() + lifetime;
  const data = { ...rest, asked: [...asked], ...(told === undefined ? {} : { told }) };
  return keys.seal(purpose, data, { bind: textOf(binding), expiresAt });
}

/** Throws ProtocolError, without details about what is invalid. */
export function openRound(keys: Keys, token: unknown, binding: RoundBinding): RoundState {
  const opened =
    typeof token === 'string' ? keys.open(purpose, token, Date.now(), textOf(binding)) : undefined;
  if (opened?.kind !== 'opened') {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid or expired requestState', {
      reason: 'invalid_request_state',
    });
  }
  // Sealed by `sealRound`.
  return opened.data as unknown as RoundState;
}

function textOf({ principal, tool, input }: RoundBinding): string {
  const hash = createHash('sha256').update(canonicalJson(input)).digest('base64url');
  return JSON.stringify([principal.tenant, principal.subject, tool, hash]);
}
