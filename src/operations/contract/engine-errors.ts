/** What the engine refuses, as callers see it: the one place where its answers become errors. */
import type { Rejection, RejectionCode } from '../../kernel/index.ts';
import type { BindingProblem, EngineAnswer } from '../../runtime/index.ts';
import { type ErrorCategory, OperationError, type OperationViolation } from './operation-error.ts';

export type Done = Extract<EngineAnswer, { kind: 'done' }>;

/** Ids that an error names. */
export interface Concerned {
  readonly run?: string;
  readonly item?: string;
}

/** Throws unless it was done. */
export function doneOf(answer: EngineAnswer, concerned: Concerned = {}): Done {
  if (answer.kind === 'done') return answer;
  throw errorOf(answer, concerned);
}

function errorOf(answer: Exclude<EngineAnswer, Done>, concerned: Concerned): OperationError {
  switch (answer.kind) {
    case 'key-conflict':
      return keyConflict();
    case 'id-taken':
      return new OperationError({
        code: 'id_taken',
        category: 'conflict',
        message: 'There is a run with that id already.',
        suggestedAction: 'Leave the id out: one is made.',
      });
    case 'not-found':
      return concerned.item === undefined ? runNotFound(concerned.run ?? '') : itemNotFound(concerned.item);
    case 'not-held':
      return notHeld(answer.item);
    case 'approvals-missing':
      return approvalsMissing(concerned, answer.missing);
    case 'rejected':
      return rejected(answer.rejection, concerned);
    case 'unbound':
      return unbound(answer.problems);
    case 'overloaded':
      return new OperationError({
        code: 'overloaded',
        category: 'unavailable',
        message: 'Too much is waiting to be done already. Nothing was changed.',
        retryable: true,
        suggestedAction: `Try again in ${Math.ceil(answer.retryAfter / 1000)} seconds.`,
        context: { retryAfterMs: answer.retryAfter },
      });
    case 'unavailable':
      return new OperationError({
        code: 'engine_unavailable',
        category: 'unavailable',
        message: answer.message,
        retryable: answer.retryable,
        suggestedAction: answer.retryable
          ? 'Try again in a moment.'
          : 'Run “signalbox doctor”: it says what to do.',
      });
  }
}

export function keyConflict(): OperationError {
  return new OperationError({
    code: 'idempotency_conflict',
    category: 'conflict',
    message: 'This idempotency key was used for another input already.',
    suggestedAction: 'Use a new key for a new request, or send exactly what was sent before.',
  });
}

export function runNotFound(run: string): OperationError {
  return new OperationError({
    code: 'run_not_found',
    category: 'not_found',
    message: `There is no run “${run}”.`,
    suggestedAction: 'Look for it with “runs.list”. Runs that ended long ago may have been purged.',
    context: { run },
  });
}

export function itemNotFound(item: string): OperationError {
  return new OperationError({
    code: 'work_item_not_found',
    category: 'not_found',
    message: `There is no work item “${item}”.`,
    suggestedAction: 'List the open ones with “items.list”.',
    context: { item },
  });
}

function notHeld({ id, state, holder }: Extract<EngineAnswer, { kind: 'not-held' }>['item']): OperationError {
  const held = state === 'held' && holder !== '';
  const open = state === 'offered';
  return new OperationError({
    code: held ? 'work_item_held' : open ? 'work_item_not_held' : 'work_item_ended',
    category: 'conflict',
    message: held
      ? `The work item “${id}” is held by “${holder}”.`
      : open
        ? `Nobody holds the work item “${id}”.`
        : `The work item “${id}” is over: it was ${state}${holder === '' ? '' : ` by “${holder}”`}.`,
    suggestedAction: held
      ? 'Wait until it is released, or ask its holder to delegate it.'
      : open
        ? 'Hold it first, with “items.hold”.'
        : 'List the open ones with “items.list”.',
    context: { item: id },
  });
}

function approvalsMissing(concerned: Concerned, missing: number): OperationError {
  const approvals = missing === 1 ? 'one approval' : `${missing} approvals`;
  return new OperationError({
    code: 'approvals_missing',
    category: 'conflict',
    message: `This run is a copy of another: ${approvals} must be given before it moves.`,
    suggestedAction: 'Complete its work items with the reason “approval”: with the last one it goes on.',
    context: { ...concerned, missing },
  });
}

function unbound(problems: readonly BindingProblem[]): OperationError {
  const violations = problems.map(violationOf);
  const silent = [...new Set(problems.flatMap((problem) => problem.silent))];
  if (silent.length > 0) return silentConnectors(silent, violations);
  return new OperationError({
    code: 'unknown_operation',
    category: 'validation',
    message: violations.map(({ message }) => message).join(' '),
    suggestedAction:
      'Correct the names in the workflow, write “connector.operation” where two offer it, or configure the connector.',
    violations,
  });
}

/** Whether they offer it is not known before they answer. */
function silentConnectors(
  silent: readonly string[],
  violations: readonly OperationViolation[],
): OperationError {
  const names = silent.map((name) => `“${name}”`).join(', ');
  return new OperationError({
    code: 'connector_unavailable',
    category: 'unavailable',
    message: `${violations.map(({ message }) => message).join(' ')} ${names} might, but does not answer now.`,
    retryable: true,
    suggestedAction: 'Try again in a moment; “signalbox doctor” says what is wrong with the connector.',
    violations,
  });
}

function violationOf({ operation, offeredBy, nearest }: BindingProblem): OperationViolation {
  const several = offeredBy.length > 1;
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  return {
    path: operation,
    rule: several ? 'ambiguous-operation' : 'unknown-operation',
    message: several
      ? `“${operation}” is offered by ${offeredBy.join(' and ')}: say which, as “${offeredBy[0]}.${operation}”.`
      : `No connector offers “${operation}”.${hint}`,
    expected: several ? `${offeredBy[0]}.${operation}` : (nearest ?? 'an operation of a connector'),
    actual: operation,
  };
}

function rejected({ code, message }: Rejection, concerned: Concerned): OperationError {
  const [name, category, suggestedAction] = rejections[code];
  return new OperationError({
    code: name,
    category,
    message,
    suggestedAction,
    retryable: category === 'unavailable',
    context: { ...concerned },
  });
}

const lookAgain = 'Look at the run as it is now: it has moved on.';
const correct = 'Correct what is said, and send it again.';

const rejections: Readonly<Record<RejectionCode, readonly [string, ErrorCategory, string]>> = {
  malformed: ['invalid_input', 'validation', correct],
  'not-started': ['run_not_started', 'conflict', lookAgain],
  'already-started': ['run_already_started', 'conflict', lookAgain],
  'run-ended': [
    'run_ended',
    'conflict',
    'Reopen it if it failed; start a new run, or fork this one from an event before its end.',
  ],
  'run-ending': ['run_ending', 'conflict', 'Wait until it has ended.'],
  'time-went-back': ['clock_went_back', 'unavailable', 'Set the clock of this machine right.'],
  'unknown-instance': ['work_item_ended', 'conflict', 'List the open ones with “items.list”.'],
  'unknown-frame': ['unknown_frame', 'validation', lookAgain],
  'unknown-name': ['unknown_variable', 'validation', 'Use the names that the workflow declares.'],
  'missing-parameter': ['missing_parameter', 'validation', 'Give every parameter that is required.'],
  'unbound-call': ['unknown_operation', 'validation', 'Configure the connector that performs it.'],
  'wrong-phase': ['wrong_state', 'conflict', lookAgain],
  'wrong-attempt': ['wrong_state', 'conflict', lookAgain],
  'held-by-other': ['work_item_held', 'conflict', 'Wait until it is released, or ask its holder.'],
  paused: ['work_item_paused', 'conflict', 'Wait until it is resumed.'],
  'too-early': ['too_early', 'conflict', lookAgain],
  expression: ['answer_refused', 'validation', correct],
  'payload-too-large': ['payload_too_large', 'validation', 'Send less, or a link to where it is kept.'],
  'not-dynamic': ['wrong_state', 'conflict', lookAgain],
  'no-sibling': ['wrong_state', 'conflict', lookAgain],
  'too-many-instances': ['too_many_instances', 'conflict', lookAgain],
  'too-many-signals': ['too_many_signals', 'conflict', 'Wait until the run has listened to those it has.'],
  'already-suspended': ['already_suspended', 'conflict', 'Resume it with “runs.resume” when it may go on.'],
  'not-suspended': ['not_suspended', 'conflict', lookAgain],
  'not-failed': ['not_failed', 'conflict', 'Only a failed run is reopened; any other is forked.'],
  'undo-begun': ['undo_begun', 'conflict', 'Fork the run from an event before its failure instead.'],
};
