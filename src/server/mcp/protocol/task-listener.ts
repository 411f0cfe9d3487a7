/**
 * Tasks in `subscriptions/listen` [P5.3]. The SDK serves the request and does not know tasks: this adds the tasks to its
 * acknowledgement, and their notifications to its stream.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type JSONRPCNotification,
  ProtocolError,
  ProtocolErrorCode,
  SUBSCRIPTION_ID_META_KEY,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { fieldOf } from '../../message/field-of.ts';
import { tasksExtension } from '../contract/client.ts';
import type { Caller } from '../contract/mcp-endpoint.ts';
import { findTask } from '../runs/tasks.ts';
import type { ChangeFeed } from './change-feed.ts';
import { takesForms } from './client-of-request.ts';
import type { McpDependencies } from './mcp-dependencies.ts';
import { protocolErrors } from './protocol-errors.ts';
import { missingTasks } from './serve-tasks.ts';
import { maySubscribe } from './signalbox-server.ts';
import { watchTasks } from './watch-tasks.ts';

/** Tasks of one subscription: further ones are not acknowledged. */
const maxTasks = 100;

/** A request that asks for tasks. */
export interface TaskSubscription {
  readonly id: string | number;
  readonly taskIds: readonly string[];
  /** Whether the client can ask its user. */
  readonly canAsk: boolean;
}

/**
 * `undefined` if the message does not ask for tasks. Throws ProtocolError if the client may not, or if they are no list.
 * The SDK validates everything else.
 */
export function readTaskSubscription(message: unknown): TaskSubscription | undefined {
  const [id, params] = [fieldOf(message, 'id'), fieldOf(message, 'params')];
  if (fieldOf(message, 'method') !== 'subscriptions/listen') return undefined;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const asked = fieldOf(fieldOf(params, 'notifications'), 'taskIds');
  const declared = fieldOf(fieldOf(params, '_meta'), CLIENT_CAPABILITIES_META_KEY);
  if (asked === undefined || typeof declared !== 'object' || declared === null) return undefined;
  if (fieldOf(fieldOf(declared, 'extensions'), tasksExtension) === undefined) throw missingTasks();
  const taskIds = z.array(z.string()).safeParse(asked);
  if (taskIds.success) {
    return { id, taskIds: [...new Set(taskIds.data)], canAsk: takesForms(declared as ClientCapabilities) };
  }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'Invalid params for subscriptions/listen: “notifications.taskIds”: expected a list of task ids.',
  );
}

/** Serves the task subscriptions of one caller. */
export class TaskListener {
  readonly #dependencies: McpDependencies;
  readonly #feed: Pick<ChangeFeed, 'watchRuns'>;
  readonly #caller: Caller;

  constructor(dependencies: McpDependencies, feed: Pick<ChangeFeed, 'watchRuns'>, caller: Caller) {
    this.#dependencies = dependencies;
    this.#feed = feed;
    this.#caller = caller;
  }

  /** Only tasks that exist for the caller: unknown ones and those of others are left out alike [P5.2]. */
  async honour(asked: TaskSubscription): Promise<readonly string[]> {
    if (!maySubscribe(this.#caller)) return [];
    return protocolErrors(this.#dependencies.calls, this.#caller, async () => {
      const ids = asked.taskIds.slice(0, maxTasks);
      const found = await Promise.all(ids.map((id) => this.#find(asked, id)));
      return ids.filter((id, at) => found[at]?.taskId === id);
    });
  }

  /** @returns a function that ends it */
  watch(
    asked: TaskSubscription,
    ids: readonly string[],
    send: (notification: JSONRPCNotification) => void,
  ): () => void {
    const { report, closing } = this.#dependencies.calls;
    return watchTasks(this.#feed, {
      ids,
      read: (id) => this.#find(asked, id),
      send: (task) => send(notificationOf(asked, 'notifications/tasks', { ...task })),
      // A closing server cannot read them.
      report: (line, error) => (closing.aborted ? undefined : report(line, error)),
    });
  }

  #find({ canAsk }: TaskSubscription, id: string) {
    return findTask(this.#dependencies.tasks, this.#caller.principal, id, canAsk);
  }
}

/** A resource that does not exist: subscribing to it keeps a stream open on which the SDK has nothing to send. */
const placeholder = 'signalbox:tasks';

/** The request as the SDK gets it. */
export function withPlaceholder(message: unknown): object {
  const params = fieldOf(message, 'params');
  const filter = fieldOf(params, 'notifications');
  const uris = fieldOf(filter, 'resourceSubscriptions');
  const resourceSubscriptions =
    uris === undefined ? [placeholder] : Array.isArray(uris) ? [...uris, placeholder] : uris;
  const notifications = { ...(filter as object), resourceSubscriptions };
  return { ...(message as object), params: { ...(params as object), notifications } };
}

/** @param message the acknowledgement of the SDK */
export function acknowledge(
  asked: TaskSubscription,
  message: unknown,
  taskIds: readonly string[],
): JSONRPCNotification {
  const filter = fieldOf(fieldOf(message, 'params'), 'notifications') as {
    readonly resourceSubscriptions?: readonly string[];
  };
  const { resourceSubscriptions = [], ...others } = filter;
  const uris = resourceSubscriptions.filter((uri) => uri !== placeholder);
  return notificationOf(asked, acknowledgement, {
    notifications: {
      ...others,
      ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }),
      ...(taskIds.length === 0 ? {} : { taskIds }),
    },
  });
}

export const acknowledgement = 'notifications/subscriptions/acknowledged';

const notificationOf = (
  { id }: TaskSubscription,
  method: string,
  params: Readonly<Record<string, unknown>>,
): JSONRPCNotification => ({
  jsonrpc: '2.0',
  method,
  params: { ...params, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
});
