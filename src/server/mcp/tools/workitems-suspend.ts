import { defineItemAction } from './define-item-action.ts';

export const workitemsSuspend = defineItemAction({
  name: 'workitems_suspend',
  title: 'Suspend a work item',
  description: `Lets nothing happen to a work item until it is resumed: it is not checked out, answered, skipped or handed on meanwhile. Whoever has it keeps it; its timers go on.

Use it when work on one item has to rest, and the user or your task says so. What somebody else holds is theirs to suspend, unless you administer; some workflows say who may at all. To let a whole case rest, use cases_suspend.
Next: workitems_resume lets it go on as it was.`,
  operation: 'items.suspend',
  aliases: ['workitems/suspend', 'workitems.suspend'],
  next: 'It takes nothing until workitems_resume.',
});
