import { defineItemAction } from './define-item-action.ts';

export const workitemsRelease = defineItemAction({
  name: 'workitems_release',
  title: 'Give a work item back',
  description: `Gives back a work item that you have checked out: others can take it at once, instead of when your lease ends. Nothing of the run changes.

Use it when you cannot finish what you checked out. Only its holder can; an item that nobody holds, or somebody else does, is a conflict. To end it without an answer, use workitems_skip.
Next: workitems_list shows what is open.`,
  operation: 'items.release',
  aliases: ['workitems/release', 'workitems.release'],
  next: 'Others can take it now; workitems_list shows what is open.',
});
