/** Errors of requests that conflict with the current state. */
import type { ErrorEntries } from './error-entry.ts';

const readAgainAction = 'Read the current state of the run with “runs.get”: it has changed.';

export const conflictErrors = {
  idempotency_conflict: {
    meaning: 'The idempotency key was already used for another input.',
    action: 'Use a new key for a new request, or send exactly the previous input again.',
  },
  id_taken: {
    meaning: 'A run with the chosen id already exists.',
    action: 'Omit the id: Signalbox generates one.',
  },
  run_not_started: {
    meaning: 'The run has not started yet.',
    action: readAgainAction,
  },
  run_already_started: {
    meaning: 'The run has already started.',
    action: readAgainAction,
  },
  run_ended: {
    meaning: 'The run has ended, and this request needs a run that is still active.',
    action:
      'Reopen it if it failed; otherwise start a new run, or fork this one from an event before its end.',
    toolAction:
      'Start it again with “workflow_run”, or continue from an event before its end with “run_fork”.',
    caseAction:
      'Submit it again with “cases_submit” under a new key, start it with “workflow_run”, or continue from an event before its end with “run_fork”.',
  },
  run_ending: {
    meaning: 'The run is about to end: it is being cancelled, or is compensating its completed work.',
    action: 'Wait until it has ended.',
  },
  wrong_state: {
    meaning: 'A part of the run is not in the required state, because it has changed in the meantime.',
    action: readAgainAction,
  },
  too_early: {
    meaning: 'A timer of the run fired before it was due.',
    action: readAgainAction,
  },
  too_few_instances: {
    meaning: 'The task would have fewer instances than its minimum, so it is not started.',
    action: 'Correct the data that the task counts; skip the task with “items.skip”, or cancel the run.',
  },
  too_many_instances: {
    meaning: 'The task would have more instances than its maximum, so no instance is added.',
    action:
      'Correct the data that the task counts, or its maximum in the workflow; or process the rest in another run.',
  },
  too_many_signals: {
    meaning: 'The run already stores the maximum number of unconsumed signals.',
    action: 'Wait until the run has consumed some of them.',
  },
  already_suspended: {
    meaning: 'The run is already suspended.',
    action: 'Resume it with “runs.resume” to let it continue.',
  },
  not_suspended: {
    meaning: 'The run is not suspended, so it cannot be resumed.',
    action: readAgainAction,
  },
  not_failed: {
    meaning: 'Only a failed run can be reopened, and this run has not failed.',
    action: 'Fork it with “runs.fork” instead.',
  },
  undo_begun: {
    meaning:
      'Work of the run has been undone, or its undo has begun: neither the run nor a fork can continue from it.',
    action: 'Fork the run from an event before that work.',
  },
  fork_after_end: {
    meaning: 'A run cannot be forked from an event after its end.',
    action: 'Fork it from an earlier event; “runs.history” shows the events.',
  },
  approvals_missing: {
    meaning: 'The run is a copy of another run, and waits for approvals before it continues.',
    action: 'Complete its work items with the reason “approval”. It continues after the last one.',
  },
  work_item_held: {
    meaning: 'Another principal holds the work item.',
    action: 'Take another one, or try again when it is free; its holder can release or delegate it earlier.',
  },
  work_item_not_held: {
    meaning: 'The work item is not held, and only its holder can do this.',
    action: 'Hold it first with “items.hold”.',
  },
  work_item_ended: {
    meaning: 'The work item is closed: it was answered, failed or withdrawn.',
    action: 'List the open ones with “items.list”.',
  },
  work_item_divided: {
    meaning: 'The work item was taken and now represents several instances: answer each instance separately.',
    action: 'Take one of the instances that “offered” in “context” names.',
  },
  work_item_undivided: {
    meaning: 'The work item has several instances, and they do not exist until a participant takes it.',
    action: 'Take it with “items.hold”, then answer each instance; or skip the whole task with “items.skip”.',
  },
  work_item_paused: {
    meaning: 'The work item or its run is suspended, so this is not possible now.',
    action: 'Wait until it is resumed, or resume it with “items.resume” or “runs.resume”.',
  },
  approval_only: {
    meaning: 'The work item asks for an approval, which cannot be declined: give it, or cancel the run.',
    action: 'Approve it with “items.complete”, or cancel the run.',
  },
  verdict_required: {
    meaning:
      'The work item asks for the result of a call whose outcome is unknown: only a verdict closes it.',
    action: 'Answer it with “items.complete” and a verdict: succeeded, failed or retry.',
  },
  revision_conflict: {
    meaning: 'The document was changed since it was read.',
    action:
      'Read it again, apply your change to the current version, and send its revision; or send “overwrite”.',
    number: -32_006,
  },
  precondition_failed: {
    meaning: 'The precondition of the request (If-Match or If-None-Match) does not hold.',
    action: 'Read it again, decide again, and send the ETag of what you read.',
    status: 412,
  },
  path_taken: {
    meaning: 'Another document exists under this path.',
    action: 'Choose another path, or delete that document first.',
    number: -32_006,
  },
  path_needed: {
    meaning:
      'Several documents contain workflows with these names, and the request does not say which one to replace.',
    action: 'Name the document in “path”.',
  },
  name_taken: {
    meaning: 'Another document has a workflow with this name.',
    action: 'Give yours another name; or, to change the existing one, save it under its path.',
  },
  specification_superseded: {
    meaning: 'A newer version of the specification exists: only the newest version starts new cases.',
    action: 'Start the newest version: name the specification without a version.',
  },
  specification_exists: {
    meaning: 'This version of the specification already exists with a different content.',
    action: 'Set a new version in your document, and upload it again.',
  },
  key_name_taken: {
    meaning: 'An active API key already has this name.',
    action: 'Choose another name, or revoke that key first.',
  },
  delivery_under_way: {
    meaning: 'The delivery was not given up: it is retried automatically.',
    action: 'Wait: “deliveries.list” shows the time of the next attempt.',
  },
  version_mismatch: {
    meaning: 'Another version of Signalbox owns the data folder, and the two versions are not compatible.',
    action: 'Use the same version, or end that process first.',
  },
} as const satisfies ErrorEntries;
