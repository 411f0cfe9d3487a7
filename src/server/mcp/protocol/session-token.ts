/**
 * The id of a session holds what the client said at its beginning, sealed: so a session can be made anew after a
 * restart, or when it was put aside, and nobody can make one up or use another's [P1.3].
 */
import type { ClientCapabilities, InitializeRequest } from '@modelcontextprotocol/server';
import type { Json } from '../../../kernel/index.ts';
import type { Principal } from '../../../operations/index.ts';
import type { Keys } from '../runs/round-state.ts';

const purpose = 'mcp-session';
export const sessionLifetime = 30 * 86_400_000;
/** Of the description of a client: an id travels in a header of every request. */
const maxCharacters = 2_000;

export type Greeting = InitializeRequest['params'];

export function sealSession(keys: Keys, greeting: Greeting, principal: Principal): string {
  const data = shortenGreeting(greeting) as unknown as Json;
  return keys.seal(purpose, data, { bind: principalKey(principal), expiresAt: Date.now() + sessionLifetime });
}

/** Undefined where it is none of ours, another's, or over. */
export function openSession(keys: Keys, token: string, principal: Principal): Greeting | undefined {
  const opened = keys.open(purpose, token, Date.now(), principalKey(principal));
  return opened.kind === 'opened' ? (opened.data as unknown as Greeting) : undefined;
}

export const principalKey = ({ tenant, subject }: Principal): string => JSON.stringify([tenant, subject]);

/** What matters later, and no more of it than fits into a header. */
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
