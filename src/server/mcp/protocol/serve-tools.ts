/** `tools/list` and `tools/call`. */
import { isInputRequiredResult, type Result, type Server } from '@modelcontextprotocol/server';
import { callTool } from '../call/call-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { pageOfTools } from '../registry/listed-tool.ts';
import { describeProgress } from '../runs/describe-progress.ts';
import { createdTask, legacyTask } from '../runs/task-wire.ts';
import { clientOf } from './client-of-request.ts';
import { type ConnectionInfo, callerOf, type McpDependencies } from './mcp-dependencies.ts';
import { protocolErrors } from './protocol-errors.ts';

/**
 * Carries the result of a call past the SDK, which does not know tasks here and would validate every result against
 * its schema again. It is thrown, but is not an error.
 */
export class RawResult {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}

export function serveTools(server: Server, dependencies: McpDependencies, connection: ConnectionInfo): void {
  server.setRequestHandler('tools/list', ({ params }, context) =>
    protocolErrors(dependencies.calls, callerOf(connection, context), async () => {
      const { principal, choice } = callerOf(connection, context);
      return { ...pageOfTools(await dependencies.contents.tools.list(principal, choice), params?.cursor) };
    }),
  );
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const wantsTask = 'task' in params && params.task !== undefined;
    const client = clientOf(server, connection, context, wantsTask);
    if (connection.era === 'modern') dependencies.knownClients.note(context.mcpReq.envelope, client);
    const called = await callTool(dependencies.calls, {
      name: params.name,
      // The value came as JSON.
      input: (params.arguments ?? {}) as JsonObject,
      caller: callerOf(connection, context),
      client,
      signal: context.mcpReq.signal,
      request: context,
    });
    const { retention } = dependencies.tasks;
    if (called.kind === 'task') {
      throw new RawResult(
        connection.era === 'modern'
          ? { ...createdTask(called.run, retention) }
          : { task: legacyTask(called.run, retention, describeProgress(called.run), false) },
      );
    }
    // The SDK sends questions to the client.
    if (isInputRequiredResult(called.result)) return called.result;
    throw new RawResult(called.result);
  });
}
