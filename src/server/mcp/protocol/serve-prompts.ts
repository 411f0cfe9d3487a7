/** Serves prompts. */
import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import type { OfferedPrompt } from '../contract/contents.ts';
import { type ConnectionInfo, callerOf, type McpDependencies } from './mcp-dependencies.ts';
import { protocolErrors } from './protocol-errors.ts';

export function servePrompts(
  server: Server,
  { contents, calls }: McpDependencies,
  connection: ConnectionInfo,
): void {
  const { prompts } = contents;
  if (prompts.length === 0) return;
  server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.map(({ prompt }) => prompt) }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    protocolErrors(calls, callerOf(connection, context), () =>
      getPrompt(prompts, params.name).get(
        callerOf(connection, context).principal,
        params.arguments ?? {},
        context,
      ),
    ),
  );
}

export function getPrompt(prompts: readonly OfferedPrompt[], name: string): OfferedPrompt {
  const found = prompts.find(({ prompt }) => prompt.name === name);
  if (found !== undefined) return found;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 100)}.`);
}
