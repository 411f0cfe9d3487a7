/** Reports a missing scope of a tool also by the HTTP status, so that a client can request more rights [W1.5]. */
import { checkScope } from '../../operations/index.ts';
import type { ToolRegistry } from '../mcp/contract/contents.ts';
import type { AuthenticatedContext } from './contract/request-context.ts';

/** Throws OperationError. @param name as requested */
export async function refuseForbidden(
  tools: ToolRegistry,
  context: Pick<AuthenticatedContext, 'principal' | 'note'>,
  name: string,
): Promise<void> {
  const missing = await tools.missingScope?.(context.principal, name);
  if (missing === undefined) return;
  // Only existing tools have a name that is safe to log.
  context.note({ operation: name, code: 'missing_scope' });
  checkScope(name, missing, context.principal);
}
