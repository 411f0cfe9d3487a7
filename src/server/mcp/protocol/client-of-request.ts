/** Reads what a client supports: from the envelope of each request (2026), or from its initialization (2025). */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
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
  /** As declared at initialization; `undefined` without one. */
  readonly capabilities: ClientCapabilities | undefined;
  readonly info: Implementation | undefined;
}

export function clientOfRequest({ mcpReq }: ServerContext, connected: Connected, wantsTask: boolean): Client {
  const { era, hasBackChannel } = connected;
  // Validated against its schema before any handler gets it.
  const envelope = (mcpReq.envelope ?? {}) as {
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
    readonly [CLIENT_INFO_META_KEY]?: Implementation;
  };
  const capabilities = era === 'modern' ? envelope[CLIENT_CAPABILITIES_META_KEY] : connected.capabilities;
  const info = era === 'modern' ? envelope[CLIENT_INFO_META_KEY] : connected.info;
  return {
    era,
    name: info === undefined ? '' : nameOf(info),
    canAsk: hasBackChannel && takesForms(capabilities),
    takesTasks: era === 'modern' && capabilities?.extensions?.[tasksExtension] !== undefined,
    wantsTask: era === 'legacy' && wantsTask,
    progressToken: mcpReq._meta?.progressToken,
  };
}

/** For the audit log: the client chooses these texts. */
const nameOf = ({ name, version }: Implementation): string =>
  `${name.slice(0, 100)} ${version.slice(0, 50)}`.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '�');

/** The first clients that could ask declared no mode: they meant forms. */
function takesForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
}
