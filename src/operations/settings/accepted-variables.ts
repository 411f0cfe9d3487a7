/**
 * Environment variables of earlier designs that Signalbox ignores. Each one that is set is reported with the reason.
 */
export interface AcceptedVariable {
  readonly name: string;
  /** Completes “… has no effect:”. */
  readonly reason: string;
}

const ownEngine = 'Signalbox has its own engine and calls no other';
const ofClient = 'the calling agent uses it, not the server';

export const acceptedVariables: readonly AcceptedVariable[] = [
  { name: 'YAWL_ENGINE_URL', reason: ownEngine },
  { name: 'YAWL_USERNAME', reason: ownEngine },
  { name: 'YAWL_PASSWORD', reason: ownEngine },
  { name: 'YAWL_MCP_URL', reason: `${ofClient}; SIGNALBOX_PUBLIC_URL is the public address of the server` },
  { name: 'ZAI_AGENT_ID', reason: 'the subject of the token identifies the caller' },
  { name: 'ZAI_MCP_TOOL_TIMEOUT_MS', reason: ofClient },
  { name: 'ZAI_MCP_TOOL_RETRIES', reason: ofClient },
  { name: 'ZAI_MCP_TOOL_BACKOFF_MS', reason: ofClient },
  {
    name: 'WORKFLOW_GIT_AUTH_TOKEN',
    reason: 'use one token per host, such as GIT_GIT_EXAMPLE_COM_TOKEN for git.example.com',
  },
  { name: 'SIGNALBOX_URL', reason: ofClient },
  { name: 'SIGNALBOX_KEY', reason: ofClient },
  { name: 'SIGNALBOX_TOKEN', reason: ofClient },
];
