import { defineCaseAction } from './define-case-action.ts';

export const casesResume = defineCaseAction({
  name: 'cases_resume',
  title: 'Resume a run',
  description: `Resumes a suspended run (a case) where it stopped.

Use it after cases_suspend, when the user wants the run to continue. A run that is not suspended is a conflict. A fork that waits for approvals continues after the last approval.
The answer shows the case after the call; with wait_ms, as soon as the run ends or needs an answer.`,
  operation: 'runs.resume',
  aliases: ['cases/resume', 'cases.resume', 'workflow.resume', 'workflow_resume'],
});
