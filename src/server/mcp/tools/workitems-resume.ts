import { defineItemAction } from './define-item-action.ts';

export const workitemsResume = defineItemAction({
  name: 'workitems_resume',
  title: 'Resume a work item',
  description: `Resumes a suspended work item in its previous state: offered, or checked out by its holder.

Use it after workitems_suspend. An item that is not suspended is a conflict. To resume a case, use cases_resume.
Next: workitems_checkout or workitems_complete.`,
  operation: 'items.resume',
  aliases: ['workitems/resume', 'workitems.resume', 'workitems_unsuspend', 'workitems/unsuspend'],
  next: 'The item is resumed: workitems_complete answers it.',
});
