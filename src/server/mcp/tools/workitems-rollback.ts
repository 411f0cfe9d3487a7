import { defineItemAction } from './define-item-action.ts';

export const workitemsRollback = defineItemAction({
  name: 'workitems_rollback',
  title: 'Take the start of a work item back',
  description: `Takes back that you started a work item: what you did with it does not count, and it can be started again, by anybody whom it is for. In YAWL’s words it goes from Executing to Fired.

Use it when work on an item that you checked out should begin anew. Only its holder can; an item that nobody holds, or somebody else does, is a conflict.
Next: workitems_checkout starts it again.`,
  operation: 'items.rollback',
  aliases: ['workitems/rollback', 'workitems.rollback'],
  next: 'It can be started again, with workitems_checkout.',
});
