/** Whoever lacks the scope of a tool is told by the status, too: a client can then ask for more rights [W1.5]. */
import { checkScope } from '../../operations/index.ts';
import type { ToolRegistry } from '../mcp/contract/contents.ts';
import type { AuthenticatedContext } from './request-context.ts';

/** Throws OperationError. @param name as it was asked for */
export async function refuseForbidden(
  tools: ToolRegistry,
  { principal, note }: Pick<AuthenticatedContext, 'principal' | 'note'>,
  name: string,
): Promise<void> {
  const missing = await tools.missingScope?.(principal, name);
  if (missing === undefined) return;
  // Only what there is has a name that can be written down.
  note({ operation: name, code: 'missing_scope' });
  checkScope(name, missing, principal);
}
