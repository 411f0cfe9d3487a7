/** `tools/list` and `tools/call`. */
import { isInputRequiredResult, type Result, type Server } from '@modelcontextprotocol/server';
import { callTool } from '../call/call-tool.ts';
import type { JsonObject } from '../contract/tool.ts';
import { stepsOf } from '../runs/steps-of.ts';
import { createdTask, legacyTask } from '../runs/task-wire.ts';
import { pageOfTools } from './listed-tool.ts';
import { protocolErrors } from './protocol-errors.ts';
import { clientOf, type ServerDesk, type ServerPlace, visitorOf } from './server-desk.ts';

/**
 * Carries what a call gives past the SDK: it knows no tasks at this place, and would hold every result against its
 * schema once more. Thrown, and no error: nothing went wrong.
 */
export class HandedOver {
  readonly result: Result;

  constructor(result: Result) {
    this.result = result;
  }
}

export function serveTools(server: Server, desk: ServerDesk, place: ServerPlace): void {
  server.setRequestHandler('tools/list', ({ params }, context) =>
    protocolErrors(desk.calls, visitorOf(place, context), async () => {
      const { principal, choice } = visitorOf(place, context);
      return { ...pageOfTools(await desk.contents.tools.list(principal, choice), params?.cursor) };
    }),
  );
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const wantsTask = 'task' in params && params.task !== undefined;
    const client = clientOf(server, place, context, wantsTask);
    const called = await callTool(desk.calls, {
      name: params.name,
      // It came as JSON.
      input: (params.arguments ?? {}) as JsonObject,
      visitor: visitorOf(place, context),
      client,
      signal: context.mcpReq.signal,
      request: context,
    });
    const { retention } = desk.tasks;
    if (called.kind === 'task') {
      throw new HandedOver(
        place.era === 'modern'
          ? { ...createdTask(called.run, retention) }
          : { task: legacyTask(called.run, retention, stepsOf(called.run), false) },
      );
    }
    // Questions are the SDK's to bring to the client.
    if (isInputRequiredResult(called.result)) return called.result;
    throw new HandedOver(called.result);
  });
}
