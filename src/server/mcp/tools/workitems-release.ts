import { defineItemAction } from './define-item-action.ts';

export const workitemsRelease = defineItemAction({
  name: 'workitems_release',
  title: 'Release a work item',
  description: `Releases a work item that you have checked out: others can take it at once, instead of when your lease ends. The run does not change.

Use it when you cannot finish what you checked out. Only its holder can; an item without a holder, or with another holder, is a conflict. To end it without an answer, use workitems_skip.
Next: workitems_list shows what is open.`,
  operation: 'items.release',
  aliases: ['workitems/release', 'workitems.release'],
  next: 'Others can take it now; workitems_list shows what is open.',
});
