import { defineItemAction } from './define-item-action.ts';

export const workitemsSuspend = defineItemAction({
  name: 'workitems_suspend',
  title: 'Suspend a work item',
  description: `Suspends a work item until it is resumed: it cannot be checked out, answered, skipped or delegated. Its holder keeps it; its timers continue.

Use it when work on one item has to pause, and the user or your task says so. An item that another person holds can be suspended only by them or an administrator; some workflows restrict who may. To pause a whole case, use cases_suspend.
Next: workitems_resume resumes it.`,
  operation: 'items.suspend',
  aliases: ['workitems/suspend', 'workitems.suspend'],
  next: 'The item is suspended until workitems_resume.',
});
