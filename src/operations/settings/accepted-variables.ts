/** Variables of the designs that mean nothing here: they do no harm, and whoever sets them is told why nothing follows. */
export interface AcceptedVariable {
  readonly name: string;
  /** Completes “… has no effect:”. */
  readonly reason: string;
}

const ownEngine = 'the engine is part of Signalbox, no other one is asked';
const ofClient = 'it is for the agent that calls, not for the server';

export const acceptedVariables: readonly AcceptedVariable[] = [
  { name: 'YAWL_ENGINE_URL', reason: ownEngine },
  { name: 'YAWL_USERNAME', reason: ownEngine },
  { name: 'YAWL_PASSWORD', reason: ownEngine },
  { name: 'YAWL_MCP_URL', reason: `${ofClient}; SIGNALBOX_PUBLIC_URL says where others reach the server` },
  { name: 'ZAI_AGENT_ID', reason: 'whoever calls is known by the subject of their token' },
  { name: 'ZAI_MCP_TOOL_TIMEOUT_MS', reason: ofClient },
  { name: 'ZAI_MCP_TOOL_RETRIES', reason: ofClient },
  { name: 'ZAI_MCP_TOOL_BACKOFF_MS', reason: ofClient },
  {
    name: 'WORKFLOW_GIT_AUTH_TOKEN',
    reason: 'a token is for one host, such as GIT_GIT_EXAMPLE_COM_TOKEN for git.example.com',
  },
  { name: 'SIGNALBOX_URL', reason: ofClient },
  { name: 'SIGNALBOX_KEY', reason: ofClient },
  { name: 'SIGNALBOX_TOKEN', reason: ofClient },
];
