/** Serves the methods of tasks for each era. */
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type Client, tasksExtension } from '../contract/client.ts';
import {
  awaitLegacyResult,
  cancelLegacyTask,
  cancelTask,
  getLegacyTask,
  getTask,
  listLegacyTasks,
  updateTask,
} from '../runs/tasks.ts';
import { clientOf } from './client-of-request.ts';
import { type ConnectionInfo, callerOf, type McpDependencies } from './mcp-dependencies.ts';
import { protocolErrors } from './protocol-errors.ts';

const taskId = z.string().min(1).max(500);
const named = z.object({ taskId });
const paged = z.object({ cursor: z.string().optional() });

/** For a client that did not declare tasks. */
export const missingTasks = (): MissingRequiredClientCapabilityError =>
  new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { extensions: { [tasksExtension]: {} } } },
    `Tasks require the client extension ${tasksExtension}.`,
  );

export function serveModernTasks(
  server: Server,
  { tasks, calls }: McpDependencies,
  connection: ConnectionInfo,
): void {
  const principalOf = (context: ServerContext) => callerOf(connection, context).principal;
  const asClient = (context: ServerContext): Client => {
    const client = clientOf(server, connection, context);
    if (client.takesTasks) return client;
    throw missingTasks();
  };
  server.setRequestHandler('tasks/get', { params: named }, (params, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => {
      const { canAsk } = asClient(context);
      return { ...(await getTask(tasks, principalOf(context), params.taskId, canAsk)) };
    }),
  );
  server.setRequestHandler('tasks/update', { params: named }, (params, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => {
      const client = asClient(context);
      if (!client.canAsk) {
        throw new MissingRequiredClientCapabilityError(
          { requiredCapabilities: { elicitation: { form: {} } } },
          'Only clients that can ask a human can send answers. Call workitems_complete instead.',
        );
      }
      // The SDK has extracted the answers from the parameters.
      const { inputResponses } = context.mcpReq;
      if (inputResponses === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, '“inputResponses” is missing.');
      }
      await updateTask(tasks, principalOf(context), client, params.taskId, inputResponses);
      return {};
    }),
  );
  server.setRequestHandler('tasks/cancel', { params: named }, (params, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => {
      asClient(context);
      await cancelTask(tasks, principalOf(context), params.taskId);
      return {};
    }),
  );
}

export function serveLegacyTasks(
  server: Server,
  { tasks, calls }: McpDependencies,
  connection: ConnectionInfo,
): void {
  const principalOf = (context: ServerContext) => callerOf(connection, context).principal;
  const asClient = (context: ServerContext): Client => clientOf(server, connection, context);
  server.setRequestHandler('tasks/get', { params: named }, (params, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => ({
      ...(await getLegacyTask(tasks, principalOf(context), params.taskId, asClient(context).canAsk)),
    })),
  );
  server.setRequestHandler('tasks/result', { params: named }, (params, context) => {
    const caller = callerOf(connection, context);
    return protocolErrors(calls, caller, async () => {
      caller.closeWhenRightsEnd?.();
      return {
        ...(await awaitLegacyResult(tasks, caller.principal, params.taskId, context, asClient(context))),
      };
    });
  });
  server.setRequestHandler('tasks/cancel', { params: named }, (params, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => ({
      ...(await cancelLegacyTask(tasks, principalOf(context), params.taskId)),
    })),
  );
  server.setRequestHandler('tasks/list', { params: paged }, (params, context) =>
    protocolErrors(calls, callerOf(connection, context), async () => ({
      ...(await listLegacyTasks(tasks, principalOf(context), params.cursor)),
    })),
  );
}
