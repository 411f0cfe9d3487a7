/**
 * Creates and reads session ids. An id contains the client's initialization, sealed, so that a session can be
 * restored after a restart or eviction, and cannot be forged or used by another principal [P1.3].
 */
import type { ClientCapabilities, InitializeRequest } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { Principal } from '../../../operations/index.ts';
import type { Keys } from '../runs/round-state.ts';

const purpose = 'mcp-session';
export const sessionLifetime = 30 * 86_400_000;
/** Limit for the description of a client: the id is a header of every request. */
const maxCharacters = 2_000;

export type Greeting = InitializeRequest['params'];

export function sealSession(keys: Keys, greeting: Greeting, principal: Principal): string {
  const data = shortenGreeting(greeting) as unknown as Json;
  return keys.seal(purpose, data, { bind: bindingOf(principal), expiresAt: Date.now() + sessionLifetime });
}

/** `undefined` if it is invalid, expired, or another principal's. */
export function openSession(keys: Keys, token: string, principal: Principal): Greeting | undefined {
  const opened = keys.open(purpose, token, Date.now(), bindingOf(principal));
  return opened.kind === 'opened' ? (opened.data as unknown as Greeting) : undefined;
}

/** Part of tokens that clients hold: its form never changes. */
const bindingOf = ({ tenant, subject }: Principal): string => JSON.stringify([tenant, subject]);

/** Only what is needed later and fits into a header. */
function shortenGreeting({ protocolVersion, capabilities, clientInfo }: Greeting): Greeting {
  const { elicitation, sampling, roots } = capabilities;
  const known: ClientCapabilities = {
    ...(elicitation === undefined ? {} : { elicitation }),
    ...(sampling === undefined ? {} : { sampling }),
    ...(roots === undefined ? {} : { roots }),
  };
  const kept = JSON.stringify(known).length <= maxCharacters ? known : {};
  const { name, version } = clientInfo;
  return {
    protocolVersion: protocolVersion.slice(0, 20),
    capabilities: kept,
    clientInfo: { name: name.slice(0, 100), version: version.slice(0, 50) },
  };
}
