/** Reads the workflows that the page lists. */
import type { DefinitionList, DefinitionSummary, Principal } from '../../../operations/index.ts';
import type { Signalbox } from '../../local/signalbox.ts';

/** On the page; `workflow_list` finds the others. */
const maxListed = 50;

export interface WorkflowListing {
  readonly workflows: readonly Pick<DefinitionSummary, 'id' | 'description' | 'valid'>[];
  readonly total: number;
}

/** Null if they cannot be read, or may not: the page works without them. */
export async function listWorkflows(
  { call }: Pick<Signalbox, 'call'>,
  principal: Principal,
): Promise<WorkflowListing | null> {
  try {
    // The operation's own type guarantees the shape.
    const found = (await call(principal, 'definitions.list', {
      limit: maxListed,
    })) as unknown as DefinitionList;
    return { workflows: found.definitions, total: found.total };
  } catch {
    return null;
  }
}
