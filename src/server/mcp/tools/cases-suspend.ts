import { defineCaseAction } from './define-case-action.ts';

export const casesSuspend = defineCaseAction({
  name: 'cases_suspend',
  title: 'Suspend a run',
  description: `Lets nothing new begin in a run (a case) until it is resumed. What is under way may still be answered: its consequences follow when the run goes on. Timers go on.

Use it when the user wants a run to rest without ending it. To end it for good, use cases_cancel; to let only one question rest, workitems_suspend. A run that is suspended already, or has ended, is a conflict.
Next: cases_resume lets it go on.`,
  operation: 'runs.suspend',
  aliases: ['cases/suspend', 'cases.suspend', 'workflow.suspend', 'workflow_suspend'],
});
