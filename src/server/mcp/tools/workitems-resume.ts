import { defineItemAction } from './define-item-action.ts';

export const workitemsResume = defineItemAction({
  name: 'workitems_resume',
  title: 'Resume a work item',
  description: `Lets a suspended work item go on as it was: on offer, or held by whoever has it.

Use it after workitems_suspend. An item that is not suspended is a conflict. To let a suspended case go on, use cases_resume.
Next: workitems_checkout or workitems_complete.`,
  operation: 'items.resume',
  aliases: ['workitems/resume', 'workitems.resume', 'workitems_unsuspend', 'workitems/unsuspend'],
  next: 'It goes on as it was: workitems_complete answers it.',
});
