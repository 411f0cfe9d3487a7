/** What cannot be done as things are now. */
import type { ErrorEntries } from './error-entry.ts';

const readAgainAction = 'Look at the run as it is now, with “runs.get”: it has moved on.';

export const conflictErrors = {
  idempotency_conflict: {
    meaning: 'The idempotency key was used for another input already.',
    action: 'Use a new key for a new request, or send exactly what was sent before.',
  },
  id_taken: {
    meaning: 'There is a run with the id that was chosen for a new one.',
    action: 'Leave the id out: one is made.',
  },
  run_not_started: {
    meaning: 'The run has not begun yet.',
    action: readAgainAction,
  },
  run_already_started: {
    meaning: 'The run has begun already.',
    action: readAgainAction,
  },
  run_ended: {
    meaning: 'The run has ended, and what was asked for is only done to one that goes on.',
    action: 'Reopen it if it failed; start a new run, or fork this one from an event before its end.',
    toolAction: 'Start it anew with “workflow_run”, or go on from an event before its end with “run_fork”.',
    caseAction:
      'Submit it anew with “cases_submit” under a new key, start it with “workflow_run”, or go on from an event before its end with “run_fork”.',
  },
  run_ending: {
    meaning: 'The run is about to end: it is being cancelled, or undoes what it did.',
    action: 'Wait until it has ended.',
  },
  wrong_state: {
    meaning: 'A part of the run is not in the state that this needs, because it has moved on meanwhile.',
    action: readAgainAction,
  },
  too_early: {
    meaning: 'Something was told to the run before its time had come.',
    action: readAgainAction,
  },
  too_few_instances: {
    meaning: 'A task of the run would have fewer instances than it must have, so it is not started.',
    action:
      'Correct what the task counts, as its workflow says it; skip the task with “items.skip”, or cancel the run.',
  },
  too_many_instances: {
    meaning: 'A task of the run would have more instances than it may have, so it gets none of them.',
    action:
      'Correct what the task counts, or its maximum, as its workflow says it; or let another run do the rest.',
  },
  too_many_signals: {
    meaning: 'More signals wait for the run than it keeps.',
    action: 'Wait until the run has listened to those it has.',
  },
  already_suspended: {
    meaning: 'The run is suspended already.',
    action: 'Resume it with “runs.resume” when it may go on.',
  },
  not_suspended: {
    meaning: 'The run is not suspended, so there is nothing to resume.',
    action: readAgainAction,
  },
  not_failed: {
    meaning: 'Only a failed run is reopened, and this one has not failed.',
    action: 'Fork it with “runs.fork” instead.',
  },
  undo_begun: {
    meaning: 'The run has begun to undo what it did, so it cannot be reopened.',
    action: 'Fork the run from an event before its failure instead.',
  },
  fork_after_end: {
    meaning: 'A run cannot be forked from an event after which it had ended.',
    action: 'Fork it from an earlier event; “runs.history” shows what they are.',
  },
  approvals_missing: {
    meaning: 'The run is a copy of another one, and waits for approvals before it moves.',
    action: 'Complete its work items with the reason “approval”: with the last one it goes on.',
  },
  work_item_held: {
    meaning: 'Somebody else holds the work item.',
    action: 'Take another one, or try again when it is free; its holder can release or delegate it before.',
  },
  work_item_not_held: {
    meaning: 'Nobody holds the work item, and what was asked for is only done by its holder.',
    action: 'Hold it first, with “items.hold”.',
  },
  work_item_ended: {
    meaning: 'The work item is over: it was answered, failed or taken back.',
    action: 'List the open ones with “items.list”.',
  },
  work_item_divided: {
    meaning: 'The work item was taken and stands for several instances now: those are answered, one by one.',
    action: 'Take one of the instances that “offered” in “context” names.',
  },
  work_item_undivided: {
    meaning: 'The work item is of several instances, and there are none before somebody has taken it.',
    action: 'Take it with “items.hold”, then answer each instance; or skip the whole task with “items.skip”.',
  },
  work_item_paused: {
    meaning: 'The work item is suspended, or its run is, so this cannot be done to it now.',
    action: 'Wait until it is resumed, or resume it with “items.resume” or “runs.resume”.',
  },
  approval_only: {
    meaning:
      'The work item asks for an approval: that is given, or the run is cancelled. It is not declined.',
    action: 'Give it with “items.complete”, or cancel the run.',
  },
  verdict_required: {
    meaning: 'The work item asks what became of a call whose outcome nobody knows: only a verdict ends it.',
    action: 'Answer it with “items.complete” and a verdict: succeeded, failed or retry.',
  },
  guide_blocked: {
    meaning:
      'A guide has come to a loop whose list or number is not in the context, so nobody knows what is next.',
    action: 'Send what “violations” lists as part of “context”.',
  },
  token_outdated: {
    meaning: 'The token tells a place in a guide that was changed since then.',
    action: 'Send “completedSteps” instead: the ids of the steps that were done.',
  },
  revision_conflict: {
    meaning: 'The document was changed by somebody since it was read.',
    action:
      'Read it again, apply your change to what is there now, and send that revision; or say “overwrite”.',
    number: -32_006,
  },
  precondition_failed: {
    meaning: 'What the header If-Match expects is not what is there now.',
    action: 'Read it again, decide again, and send the ETag of what you read.',
    status: 412,
  },
  path_taken: {
    meaning: 'There is another document under this path.',
    action: 'Choose another path, or delete that document first.',
    number: -32_006,
  },
  path_needed: {
    meaning: 'Several documents hold workflows of these names, and it was not said which one is meant.',
    action: 'Say in “path” which one is meant.',
  },
  name_taken: {
    meaning: 'Another document has a workflow of this name.',
    action: 'Give yours another name; or, to change the one that is there, save it under its path.',
  },
  specification_superseded: {
    meaning: 'A newer version of the specification is there: only that one starts new cases.',
    action: 'Start the newest version: name the specification without a version.',
  },
  specification_exists: {
    meaning: 'The same version of the specification is there already, with another content.',
    action: 'Give what you changed a new version, and upload it again.',
  },
  key_name_taken: {
    meaning: 'There is an API key of this name already.',
    action: 'Choose another name, or revoke that key first.',
  },
  delivery_under_way: {
    meaning: 'The delivery was not given up: it is tried again by itself.',
    action: 'Wait: “deliveries.list” tells when it is tried next.',
  },
  version_mismatch: {
    meaning: 'Another version of Signalbox owns the data folder, and the two do not understand each other.',
    action: 'Use the same version, or end that process first.',
  },
} as const satisfies ErrorEntries;
