import { defineCaseAction } from './define-case-action.ts';

export const casesSuspend = defineCaseAction({
  name: 'cases_suspend',
  title: 'Suspend a run',
  description: `Suspends a run (a case): no new steps begin until it is resumed. Active steps can still be answered; their results take effect when the run is resumed. Timers continue.

Use it when the user wants to pause a run without ending it. To end it, use cases_cancel; to pause only one question, use workitems_suspend. A run that is already suspended, or has ended, is a conflict.
Next: cases_resume continues it.`,
  operation: 'runs.suspend',
  aliases: ['cases/suspend', 'cases.suspend', 'workflow.suspend', 'workflow_suspend'],
});
