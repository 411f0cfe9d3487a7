/** Errors of requests that conflict with the current state. */
import { phrase } from '../../languages/index.ts';
import type { ErrorEntries } from './error-entry.ts';

const readAgainAction = phrase`Read the current state of the ${{ noun: 'run' }} with ${{ operation: 'runs.get' }}: it has changed.`;

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
    action: phrase`Start it again with ${{ operation: 'runs.start' }} under a new key, or continue from an event before its end with ${{ operation: 'runs.fork' }}. If it failed, it can be reopened with ${{ operation: 'runs.reopen' }}.`,
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
    action: phrase`Correct the data that the task counts; skip the task with ${{ operation: 'items.skip' }}, or cancel the ${{ noun: 'run' }}.`,
  },
  too_many_instances: {
    meaning: 'The task would have more instances than its maximum, so no instance is added.',
    action: phrase`Correct the data that the task counts, or its maximum in the ${{ noun: 'workflow' }}; or process the rest in another ${{ noun: 'run' }}.`,
  },
  too_many_signals: {
    meaning: 'The run already stores the maximum number of unconsumed signals.',
    action: phrase`Wait until the ${{ noun: 'run' }} has consumed some of them.`,
  },
  already_suspended: {
    meaning: 'The run is already suspended.',
    action: phrase`Resume it with ${{ operation: 'runs.resume' }} to let it continue.`,
  },
  not_suspended: {
    meaning: 'The run is not suspended, so it cannot be resumed.',
    action: readAgainAction,
  },
  not_failed: {
    meaning: 'Only a failed run can be reopened, and this run has not failed.',
    action: phrase`Fork it with ${{ operation: 'runs.fork' }} instead.`,
  },
  undo_begun: {
    meaning:
      'Work of the run has been undone, or its undo has begun: neither the run nor a fork can continue from it.',
    action: phrase`Fork the ${{ noun: 'run' }} from an event before that work.`,
  },
  fork_after_end: {
    meaning: 'A run cannot be forked from an event after its end.',
    action: phrase`Fork it from an earlier event; ${{ operation: 'runs.history' }} shows the events.`,
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
    action: phrase`Hold it first with ${{ operation: 'items.hold' }}.`,
  },
  work_item_ended: {
    meaning: 'The work item is closed: it was answered, failed or withdrawn.',
    action: phrase`List the open ones with ${{ operation: 'items.list' }}.`,
  },
  work_item_divided: {
    meaning: 'The work item was taken and now represents several instances: answer each instance separately.',
    action: 'Take one of the instances that “offered” in “context” names.',
  },
  work_item_undivided: {
    meaning: 'The work item has several instances, and they do not exist until a participant takes it.',
    action: phrase`Take it with ${{ operation: 'items.hold' }}, then answer each instance; or skip the whole task with ${{ operation: 'items.skip' }}.`,
  },
  work_item_paused: {
    meaning: 'The work item or its run is suspended, so this is not possible now.',
    action: phrase`Wait until it is resumed, or resume it with ${{ operation: 'items.resume' }} or ${{ operation: 'runs.resume' }}.`,
  },
  approval_only: {
    meaning: 'The work item asks for an approval, which cannot be declined: give it, or cancel the run.',
    action: phrase`Approve it with ${{ operation: 'items.complete' }}, or cancel the ${{ noun: 'run' }}.`,
  },
  verdict_required: {
    meaning:
      'The work item asks for the result of a call whose outcome is unknown: only a verdict closes it.',
    action: phrase`Answer it with ${{ operation: 'items.complete' }} and a verdict: succeeded, failed or retry.`,
  },
  catalog_exists: {
    meaning: 'A catalog with this title already exists.',
    action: 'Send “overwrite” to replace it, or choose another title.',
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
  confirmation_required: {
    meaning: 'The operation destroys something or acts outside, and the caller has not confirmed it yet.',
    action: phrase`Show the message to the user. After a yes, send the same call again, with “confirm_token” of “context” as ${{ field: 'confirmToken' }}.`,
    status: 428,
  },
  confirmation_declined: {
    meaning: 'The user was asked to confirm the call, and declined. Nothing was done.',
    action: 'Repeat the call only if the user asks for it.',
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
  secret_read_only: {
    meaning: 'The value of the secret comes from the environment, a file or a command of the server.',
    action: 'Change it there; or ask the operator to remove that source, and save it again.',
  },
  delivery_under_way: {
    meaning: 'The delivery was not given up: it is retried automatically.',
    action: phrase`Wait: ${{ operation: 'deliveries.list' }} shows the time of the next attempt.`,
  },
  version_mismatch: {
    meaning: 'Another version of Signalbox owns the data folder, and the two versions are not compatible.',
    action: 'Use the same version, or end that process first.',
  },
} as const satisfies ErrorEntries;
