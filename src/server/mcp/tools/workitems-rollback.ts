import { defineItemAction } from './define-item-action.ts';

export const workitemsRollback = defineItemAction({
  name: 'workitems_rollback',
  title: 'Roll back a work item',
  description: `Rolls back the start of a work item: your work on it is discarded, and anyone it is for can start it again. In terms of engines for workflow nets it changes from Executing to Fired.

Use it when work on an item that you checked out should start over. Only its holder can; an item without a holder, or with another holder, is a conflict.
Next: workitems_checkout starts it again.`,
  operation: 'items.rollback',
  aliases: ['workitems/rollback', 'workitems.rollback'],
  next: 'It can be started again, with workitems_checkout.',
});
