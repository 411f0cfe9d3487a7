/** Reads what a client supports: from the envelope of each request (2026), or from its initialization (2025). */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Client, tasksExtension } from '../contract/client.ts';

/**
 * The relevant facts of the connection: the 2025 revisions ask with a request to the client, which needs a back
 * channel.
 */
export interface Connected {
  readonly era: 'modern' | 'legacy';
  readonly hasBackChannel: boolean;
}

/** Declared at initialization (2025), or in the envelope of the request (2026). */
export function clientOf(
  server: Server,
  { era, hasBackChannel }: Connected,
  context?: ServerContext,
  wantsTask = false,
): Client {
  // Validated against its schema before any handler gets it.
  const envelope = (context?.mcpReq.envelope ?? {}) as {
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
    readonly [CLIENT_INFO_META_KEY]?: Implementation;
  };
  const isModern = era === 'modern';
  const capabilities = isModern ? envelope[CLIENT_CAPABILITIES_META_KEY] : server.getClientCapabilities();
  const info = isModern ? envelope[CLIENT_INFO_META_KEY] : server.getClientVersion();
  return {
    era,
    name: info === undefined ? '' : nameOf(info),
    canAsk: hasBackChannel && takesForms(capabilities),
    takesTasks: isModern && capabilities?.extensions?.[tasksExtension] !== undefined,
    wantsTask: era === 'legacy' && wantsTask,
    progressToken: context?.mcpReq._meta?.progressToken,
  };
}

/** For the audit log: the client chooses these texts. */
const nameOf = ({ name, version }: Implementation): string =>
  `${name.slice(0, 100)} ${version.slice(0, 50)}`.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�');

/** The first clients that could ask declared no mode: they meant forms. */
export function takesForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
}
