import { defineCaseAction } from './define-case-action.ts';

export const casesResume = defineCaseAction({
  name: 'cases_resume',
  title: 'Resume a run',
  description: `Lets a suspended run (a case) go on where it stood.

Use it after cases_suspend, when the user wants the run to go on. A run that is not suspended is a conflict; a fork that waits for approvals goes on when the last one is given.
The answer shows the case as it stands then; with wait_ms as soon as it has ended or somebody has to answer.`,
  operation: 'runs.resume',
  aliases: ['cases/resume', 'cases.resume', 'workflow.resume', 'workflow_resume'],
});
