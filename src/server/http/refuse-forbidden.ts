/** Whoever lacks the scope of a tool is told by the status, too: a client can then ask for more rights [W1.5]. */
import { checkScope } from '../../operations/index.ts';
import type { ToolShelf } from '../mcp/contract/contents.ts';
import type { KnownVisit } from './visit.ts';

/** Throws OperationError. @param name as it was asked for */
export async function refuseForbidden(
  tools: ToolShelf,
  { principal, note }: Pick<KnownVisit, 'principal' | 'note'>,
  name: string,
): Promise<void> {
  const missing = await tools.missingScope?.(principal, name);
  if (missing === undefined) return;
  // Only what there is has a name that can be written down.
  note({ operation: name, code: 'missing_scope' });
  checkScope(name, missing, principal);
}
