/**
 * What happens to every call of an operation, in this order: the same for REST, JSON-RPC, MCP, streams, the command
 * line and the local socket [W12.1]. There are two lists because the process that was called need not be the one that
 * owns the data folder.
 */
import type { Json } from '../../kernel/index.ts';
import type { Principal, Registry, Services } from '../../operations/index.ts';
import { countCall, type FrontCall, type FrontStep, presentErrors, withDeadline } from './front-steps.ts';
import {
  audit,
  authorize,
  authorizeInput,
  confirm,
  deduplicate,
  type OwnerStep,
  parseInput,
  perform,
  reportFailure,
  wakeEngine,
} from './owner-steps.ts';
import { compose } from './step.ts';

/** In the process that was called. Then the call is dispatched to the owner. */
export const front: readonly FrontStep[] = [presentErrors, countCall, withDeadline];

/** In the process that owns the data folder. Then the operation is performed. */
export const owner: readonly OwnerStep[] = [
  reportFailure,
  wakeEngine,
  audit,
  authorize,
  parseInput,
  authorizeInput,
  deduplicate,
  confirm,
];

/** Rejects with OperationError. */
export const sendCall: (call: FrontCall) => Promise<Json> = compose(front, (call) => call.dispatch(call));

const performCall = compose(owner, perform);

/** Rejects with OperationError; with the internal error itself if the services report none. */
export async function callOperation(
  registry: Registry,
  services: Services,
  principal: Principal,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<Json> {
  const operation = registry.get(name);
  // Every operation returns plain JSON.
  return (await performCall({ operation, principal, input, services, signal })) as Json;
}
