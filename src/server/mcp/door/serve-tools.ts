/** `tools/list` and `tools/call`. */
import type { Result, Server } from '@modelcontextprotocol/server';
import { callTool } from '../call/call-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { createdTask, legacyTask } from '../runs/task-wire.ts';
import { pageOfTools } from './listed-tool.ts';
import { protocolErrors } from './protocol-errors.ts';
import { clientOf, type ServerDesk, type ServerPlace } from './server-desk.ts';

/** Carries a task past the SDK, which knows only results of tools at this place. */
export class HandedOver extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('The call goes on as a task.');
    this.result = result;
  }
}

export function serveTools(server: Server, desk: ServerDesk, place: ServerPlace): void {
  const { principal, choice } = place.visitor;
  server.setRequestHandler('tools/list', ({ params }) =>
    protocolErrors(async () => ({
      ...pageOfTools(await desk.contents.tools.list(principal, choice), params?.cursor),
    })),
  );
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const wantsTask = 'task' in params && params.task !== undefined;
    const client = clientOf(server, place, context, wantsTask);
    const called = await callTool(desk.calls, {
      name: params.name,
      // It came as JSON.
      input: (params.arguments ?? {}) as JsonObject,
      visitor: place.visitor,
      client,
      signal: context.mcpReq.signal,
      request: context,
    });
    if (called.kind === 'result') return called.result;
    const { retention } = desk.tasks;
    throw new HandedOver(
      place.era === 'modern'
        ? { ...createdTask(called.run, retention) }
        : { task: legacyTask(called.run, retention, false) },
    );
  });
}
