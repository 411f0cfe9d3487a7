/** Whoever lacks the scope of a tool is told by the status, too: a client can then ask for more rights [W1.5]. */
import { checkScope, type Principal } from '../../operations/index.ts';
import type { ToolShelf } from '../mcp/contract/contents.ts';

/** Throws OperationError. */
export async function refuseForbidden(tools: ToolShelf, principal: Principal, name: string): Promise<void> {
  const missing = await tools.missingScope?.(principal, name);
  if (missing !== undefined) checkScope(name, missing, principal);
}
