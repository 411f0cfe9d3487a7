/** Converts refusals of the engine to errors for callers. */

import type { Rejection, RejectionCode } from '../../kernel/index.ts';
import { joinPhrases, phrase } from '../../languages/index.ts';
import type { BindingProblem, EngineAnswer } from '../../runtime/index.ts';
import { describeAmbiguous } from '../documents/known-operations.ts';
import type { ErrorCode } from '../errors/error-table.ts';
import { OperationError, type OperationViolation } from './operation-error.ts';

export type Done = Extract<EngineAnswer, { kind: 'done' }>;

/** Ids that the error names. */
export interface ErrorSubject {
  readonly run?: string;
  readonly item?: string;
  /** Subject of the caller. */
  readonly by?: string;
  /** Whether the request has an idempotency key. */
  readonly isKeyed?: boolean;
}

/** Throws OperationError or StoreError unless the request was performed. */
export function requireDone(answer: EngineAnswer, errorSubject: ErrorSubject = {}): Done {
  if (answer.kind === 'done') return answer;
  throw errorOf(answer, errorSubject);
}

function errorOf(answer: Exclude<EngineAnswer, Done>, errorSubject: ErrorSubject): Error {
  switch (answer.kind) {
    case 'store-unavailable':
      return answer.error;
    case 'key-conflict':
      return keyConflict();
    case 'id-taken':
      return new OperationError({
        code: 'id_taken',
        message: phrase`A ${{ noun: 'run' }} with this id already exists.`,
        suggestedAction: 'Omit the id: Signalbox generates one.',
      });
    case 'not-found':
      return errorSubject.item === undefined
        ? runNotFound(errorSubject.run ?? '')
        : itemNotFound(errorSubject.item);
    case 'moved-on':
      return new OperationError({
        code: 'engine_unavailable',
        message: phrase`Other processes are changing this ${{ noun: 'run' }} at the same time. Nothing was done.`,
        retryable: true,
        suggestedAction: 'Try again shortly.',
      });
    case 'not-held':
      return notHeld(answer.item, errorSubject);
    case 'approvals-missing':
      return approvalsMissing(errorSubject, answer.missing);
    case 'rejected':
      return rejected(answer.rejection, errorSubject);
    case 'unbound':
      return unbound(answer.problems);
    case 'overloaded':
      return new OperationError({
        code: 'overloaded',
        message: 'Too many requests are queued. Nothing was changed.',
        retryable: true,
        suggestedAction: `Try again in ${Math.ceil(answer.retryAfter / 1000)} seconds.`,
        context: { retryAfterMs: answer.retryAfter },
      });
    case 'unavailable':
      return new OperationError({
        code: 'engine_unavailable',
        message: answer.message,
        retryable: answer.retryable,
        suggestedAction: answer.retryable
          ? 'Try again shortly.'
          : 'Run “signalbox doctor”: it says what to do.',
      });
  }
}

export function keyConflict(): OperationError {
  return new OperationError({
    code: 'idempotency_conflict',
    message: 'This idempotency key was already used for another input.',
    suggestedAction: 'Use a new key for a new request, or send exactly the previous input again.',
  });
}

export function runNotFound(run: string): OperationError {
  return new OperationError({
    code: 'run_not_found',
    message: phrase`The ${{ noun: 'run' }} “${run}” does not exist.`,
    context: { run },
  });
}

export function itemNotFound(item: string): OperationError {
  return new OperationError({
    code: 'work_item_not_found',
    message: `The work item “${item}” does not exist.`,
    context: { item },
  });
}

export function notHeld(item: HeldItem, { by, isKeyed = false }: ErrorSubject): OperationError {
  const { id, state, holder } = item;
  if (state === 'held' && holder !== '') return alreadyHeld(item, holder === by);
  const isOpen = state === 'offered';
  return new OperationError({
    code: isOpen ? 'work_item_not_held' : 'work_item_ended',
    message: isOpen
      ? `The work item “${id}” is not held.`
      : `The work item “${id}” is closed: it was ${endOf(item)}.`,
    suggestedAction: isOpen
      ? phrase`Hold it first with ${{ operation: 'items.hold' }}${isKeyed ? ', under a new key' : ''}.`
      : phrase`List the open ones with ${{ operation: 'items.list' }}.`,
    context: { item: id },
  });
}

/** Only the holder can complete or fail an item. Every other end comes from outside. */
function endOf({ state, ending, holder }: HeldItem): string {
  if (ending === 'forced') return 'force-completed, or completed by its timeout';
  const isByHolder = holder !== '' && (state === 'completed' || state === 'failed');
  return isByHolder ? `${state} by “${holder}”` : state;
}

type HeldItem = Extract<EngineAnswer, { kind: 'not-held' }>['item'];

function alreadyHeld({ id: item, holder, lease, token }: HeldItem, isByCaller: boolean): OperationError {
  const until = lease === null ? undefined : new Date(lease).toISOString();
  const when = until === undefined ? '' : ` until ${until}`;
  const self = token === '' ? 'by yourself' : 'by yourself, with a checkout token,';
  const whom = isByCaller ? self : `by “${holder}”`;
  return new OperationError({
    code: 'work_item_held',
    message: `The work item “${item}” is held ${whom}${when}.`,
    suggestedAction: isByCaller
      ? 'Extend the hold with “renew”, and with its checkout token if it has one. If only the response was lost, send the same request again under its key. If another worker of your account holds it, take another one.'
      : 'Take another one, or try again when it is free; its holder can release or delegate it earlier.',
    context: { item, ...(until === undefined ? {} : { leaseUntil: until }) },
  });
}

function approvalsMissing({ by: _, isKeyed: __, ...context }: ErrorSubject, missing: number): OperationError {
  const approvals = missing === 1 ? 'one approval' : `${missing} approvals`;
  return new OperationError({
    code: 'approvals_missing',
    message: phrase`This ${{ noun: 'run' }} is a copy of another: ${approvals} must be given before it continues.`,
    suggestedAction: 'Complete its work items with the reason “approval”. It continues after the last one.',
    context: { ...context, missing },
  });
}

export function unbound(problems: readonly BindingProblem[]): OperationError {
  const violations = problems.map(violationOf);
  const off = problems.find((problem) => problem.off !== undefined);
  if (off !== undefined) return turnedOff(off.operation, off.off ?? '');
  const silent = [...new Set(problems.flatMap((problem) => problem.silent))];
  if (silent.length > 0) return silentConnectors(silent, violations);
  return new OperationError({
    code: 'unknown_operation',
    message: joinPhrases(violations.map(({ message }) => message)),
    suggestedAction: phrase`Correct the names in the ${{ noun: 'workflow' }}, or in services.yaml for the services of a specification. Write “connector.operation” if two connectors offer it, or configure the connector.`,
    violations,
  });
}

function turnedOff(operation: string, connector: string): OperationError {
  return new OperationError({
    code: 'connector_unavailable',
    message: `“${operation}” cannot be called: the catalog of “${connector}” is disabled.`,
    retryable: false,
    suggestedAction: phrase`Enable it with ${{ operation: 'catalogs.setEnabled' }}.`,
    context: { catalog: connector },
  });
}

/** It is unknown whether these connectors offer the operation until they answer. */
function silentConnectors(
  silent: readonly string[],
  violations: readonly OperationViolation[],
): OperationError {
  const names = silent.map((name) => `“${name}”`).join(', ');
  return new OperationError({
    code: 'connector_unavailable',
    message: phrase`${joinPhrases(violations.map(({ message }) => message))} ${names} might, but does not answer.`,
    retryable: true,
    suggestedAction: 'Try again shortly; “signalbox doctor” shows what is wrong with the connector.',
    violations,
  });
}

function violationOf({ operation, offeredBy, nearest }: BindingProblem): OperationViolation {
  const several = offeredBy.length > 1;
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  return {
    path: operation,
    rule: several ? 'ambiguous-operation' : 'unknown-operation',
    message: several ? describeAmbiguous(operation, offeredBy) : `No connector offers “${operation}”.${hint}`,
    expected: several ? `${offeredBy[0]}.${operation}` : (nearest ?? 'an operation of a connector'),
    actual: operation,
  };
}

function rejected(
  { code, message }: Rejection,
  { by: _, isKeyed: __, ...context }: ErrorSubject,
): OperationError {
  return new OperationError({ code: rejections[code], message, context });
}

const rejections: Readonly<Record<RejectionCode, ErrorCode>> = {
  malformed: 'invalid_input',
  'not-started': 'run_not_started',
  'already-started': 'run_already_started',
  'run-ended': 'run_ended',
  'run-ending': 'run_ending',
  'time-went-back': 'clock_went_back',
  'unknown-instance': 'work_item_ended',
  'unknown-frame': 'unknown_frame',
  'unknown-name': 'unknown_variable',
  'missing-parameter': 'missing_parameter',
  'unbound-call': 'unknown_operation',
  'wrong-phase': 'wrong_state',
  'wrong-attempt': 'wrong_state',
  'held-by-other': 'work_item_held',
  paused: 'work_item_paused',
  'too-early': 'too_early',
  expression: 'answer_refused',
  'payload-too-large': 'payload_too_large',
  'not-dynamic': 'wrong_state',
  'no-sibling': 'wrong_state',
  'too-few-instances': 'too_few_instances',
  'too-many-instances': 'too_many_instances',
  'too-many-signals': 'too_many_signals',
  'already-suspended': 'already_suspended',
  'not-suspended': 'not_suspended',
  'not-failed': 'not_failed',
  'undo-begun': 'undo_begun',
};
