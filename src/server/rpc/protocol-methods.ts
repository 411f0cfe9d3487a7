/** Methods of MCP itself, for clients that send MCP messages by hand, line by line [W6.1]. */
import { ProtocolError, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import { checkInput, OperationError } from '../../operations/index.ts';
import type { ToolChoice } from '../mcp/contract/contents.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';
import { toolsetsOfLanguages } from '../mcp/contract/toolsets.ts';
import { instructionsFor } from '../mcp/instructions.ts';
import { pageOfTools } from '../mcp/registry/listed-tool.ts';
import type { RpcCaller, RpcDependencies } from './rpc-dependencies.ts';

/** Throws OperationError. */
export type ProtocolMethod = (
  dependencies: RpcDependencies,
  params: JsonObject,
  caller: RpcCaller,
) => Promise<Json>;

export const protocolMethods: ReadonlyMap<string, ProtocolMethod> = new Map<string, ProtocolMethod>([
  ['initialize', initialize],
  ['tools/list', listTools],
  ['tools/call', callTool],
  ['shutdown', shutDown],
]);

/** Clients send more fields than are read here, and more with each revision. */
const greeting = z.looseObject({ protocolVersion: z.string().max(100).optional() });
const listing = z.looseObject({ cursor: z.string().max(500).nullish() });
const calling = z.looseObject({
  name: z.string().min(1).max(200),
  arguments: z.record(z.string(), z.json()).nullish(),
});

async function initialize(
  { version }: RpcDependencies,
  params: JsonObject,
  { mcpCaller }: RpcCaller,
): Promise<Json> {
  const [latest = ''] = SUPPORTED_PROTOCOL_VERSIONS;
  const { protocolVersion = latest } = checkInput('initialize', greeting, params);
  if (!SUPPORTED_PROTOCOL_VERSIONS.includes(protocolVersion)) throw unknownVersion();
  return {
    protocolVersion,
    // No change notifications: this transport only answers requests.
    capabilities: { tools: { listChanged: false } },
    serverInfo: { name: 'signalbox', title: 'Signalbox', version },
    instructions: instructionsFor(mcpCaller.choice),
  };
}

/** Always lists the tools that a client of the design expects here [U7.1]. */
const withLanguages = (choice: ToolChoice = []): ToolChoice => [
  ...(choice.length === 0 ? ['default'] : choice),
  ...toolsetsOfLanguages,
];

async function listTools(
  { tools }: RpcDependencies,
  params: JsonObject,
  { mcpCaller }: RpcCaller,
): Promise<Json> {
  const { cursor } = checkInput('tools/list', listing, params);
  const listed = await tools.list(mcpCaller.principal, withLanguages(mcpCaller.choice));
  try {
    // The list is JSON, sent unchanged to clients of the protocol.
    return pageOfTools(listed, cursor ?? undefined) as unknown as Json;
  } catch (error) {
    throw error instanceof ProtocolError
      ? inputMismatch(error.message, 'Call “tools/list” without it.')
      : error;
  }
}

/** As in the protocol: an error of a tool is a result with `isError`; an unknown tool is an error. */
async function callTool(
  { mcpEndpoint }: RpcDependencies,
  params: JsonObject,
  caller: RpcCaller,
): Promise<Json> {
  const { name, arguments: input } = checkInput('tools/call', calling, params);
  const { signal, mcpCaller } = caller;
  const { status, body } = await mcpEndpoint.invoke({ tool: name, input: input ?? {}, signal }, mcpCaller);
  if (body['error_code'] === 'unknown_tool') {
    throw inputMismatch(String(body['message']), 'Call “tools/list” to see all tools.');
  }
  const content = [{ type: 'text', text: JSON.stringify(body) }];
  return { content, structuredContent: body, ...(status === 200 ? {} : { isError: true }) };
}

async function shutDown(_: RpcDependencies, __: JsonObject, { shutDown: end }: RpcCaller): Promise<Json> {
  await end?.();
  return null;
}

function unknownVersion(): OperationError {
  const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
  return inputMismatch('“protocolVersion” names an unknown revision.', `Send one of: ${known}.`);
}

function inputMismatch(message: string, suggestedAction: string): OperationError {
  return new OperationError({ code: 'invalid_input', message, suggestedAction });
}
