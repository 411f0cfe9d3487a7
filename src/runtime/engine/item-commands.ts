/** Commands that change only the row of a work item. */
import type { WorkItem } from '../ports/work-item.ts';
import type { Command } from './command.ts';
import { commonFields, type Done, runOfItem } from './run-commands.ts';
import type { DeclineRequest, EngineAnswer, RenewRequest, RunRequest } from './run-requests.ts';

/** The kernel has no leases. */
export function renewCommand(request: RenewRequest, done: Done): Command {
  return itemCommand(request, done, (item, now) => {
    const isTheirs = item.holder === request.by && item.token === (request.token ?? '');
    if (item.state !== 'held' || !isTheirs) return { kind: 'not-held', item };
    return { ...item, lease: request.lease === null ? null : now + request.lease };
  });
}

/** The item stays open, for others. */
export function declineCommand(request: DeclineRequest, done: Done): Command {
  return itemCommand(request, done, (item) => ({
    ...item,
    declinedBy: [...new Set([...item.declinedBy, request.by])],
  }));
}

/** @param change returns the changed item, or the refusal */
function itemCommand(
  request: RunRequest & { readonly item: string },
  done: Done,
  change: (item: WorkItem, now: number) => WorkItem | EngineAnswer,
): Command {
  return {
    ...commonFields(request, runOfItem(request.item), done),
    outcome: () => request.item,
    async apply(draft, now) {
      const item = draft.findItem(request.item);
      if (item === undefined) return { kind: 'not-found' };
      const changed = change(item, now);
      if ('kind' in changed) return changed;
      draft.changeItem({ ...changed, updatedAt: now });
      return undefined;
    },
  };
}
