/** Reads what a client supports: from the envelope of each request (2026), or from its initialization (2025). */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
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
}

export function clientOfRequest({ mcpReq }: ServerContext, connected: Connected, wantsTask: boolean): Client {
  const { era, hasBackChannel } = connected;
  // Validated against its schema before any handler gets it.
  const envelope = (mcpReq.envelope ?? {}) as {
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  const capabilities = era === 'modern' ? envelope[CLIENT_CAPABILITIES_META_KEY] : connected.capabilities;
  return {
    era,
    canAsk: hasBackChannel && takesForms(capabilities),
    takesTasks: era === 'modern' && capabilities?.extensions?.[tasksExtension] !== undefined,
    wantsTask: era === 'legacy' && wantsTask,
    progressToken: mcpReq._meta?.progressToken,
  };
}

/** The first clients that could ask declared no mode: they meant forms. */
function takesForms(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
}
