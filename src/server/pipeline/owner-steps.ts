/** The steps of a call in the process that owns the data. Each is one rule; `pipeline.ts` has their order. */
import {
  type AnyOperation,
  auditDone,
  auditRefused,
  checkConfirmed,
  checkInput,
  checkScope,
  hashOfInput,
  idempotencyKeyIn,
  inputMismatch,
  OperationError,
  type Principal,
  phrase,
  type Services,
  toCallerError,
} from '../../operations/index.ts';
import type { Step } from './step.ts';

export interface OwnedCall {
  readonly operation: AnyOperation;
  readonly principal: Principal;
  readonly input: unknown;
  readonly services: Services;
  /** Aborted when the caller no longer waits. */
  readonly signal: AbortSignal | undefined;
}

export type OwnerStep = Step<OwnedCall, unknown>;

/** Internal errors and paths are for the operator, not for the caller. */
export const reportFailure: OwnerStep = async (call, next) => {
  const { report } = call.services;
  if (report === undefined) return next(call);
  const { name } = call.operation;
  try {
    return await next(call);
  } catch (error) {
    if (error instanceof OperationError) {
      const { cause, details } = error;
      if (details.code === 'store_unavailable' && cause instanceof Error) report(cause.message, undefined);
      throw error;
    }
    report(`“${name}” failed with an internal error.`, error);
    throw internalError(name, error);
  }
};

/** A change also wakes the engine, so that runs continue. */
export const wakeEngine: OwnerStep = (call, next) => {
  if (call.operation.writes) call.services.wake?.();
  return next(call);
};

/** Records what was done and what was refused in the audit log [W2.4]. */
export const audit: OwnerStep = async (call, next) => {
  try {
    return await next(call);
  } catch (error) {
    const refusal = toCallerError(error, call.principal, call.services);
    auditRefused(call.services, call.principal, call.operation, call.input, refusal);
    if (refusal instanceof OperationError) refusal.isAudited = true;
    throw refusal;
  }
};

/** The scope of the operation, before the input is read. */
export const authorize: OwnerStep = (call, next) => {
  const { operation, principal } = call;
  checkScope(operation.name, operation.scope, principal);
  return next(call);
};

/** Rejects with all violations at once. */
export const parseInput: OwnerStep = (call, next) => next({ ...call, input: validInput(call) });

/** The scopes that parts of the input require. */
export const authorizeInput: OwnerStep = (call, next) => {
  const { operation, input, principal } = call;
  for (const { scope, when } of operation.additionalScopes ?? []) {
    if (when === undefined) checkScope(operation.name, scope, principal);
    else if (when.applies(input)) checkScope(operation.name, scope, principal, phrase` ${when.description}`);
  }
  return next(call);
};

/** A change with an idempotency key is performed once. */
export const deduplicate: OwnerStep = (call, next) => {
  const { operation, principal, input, services, signal } = call;
  const { name, writes, answersFromReceipt = false } = operation;
  const key = writes ? idempotencyKeyIn(input) : undefined;
  if (key === undefined || services.idempotency === undefined) return next(call);
  const { tenant, subject } = principal;
  return services.idempotency.perform({
    key: { tenant, subject, operation: name, key },
    answersFromReceipt,
    signal,
    // An input with a key is an object.
    hash: () => hashOfInput(input as object),
    perform: (extras) => next({ ...call, services: { ...services, ...extras } }),
  });
};

/** What destroys something or acts outside is performed once its caller has confirmed it. */
export const confirm: OwnerStep = async (call, next) => {
  const { operation, principal, input, services } = call;
  if (operation.confirmation === undefined) return next(call);
  // Its schema has the field.
  const { confirmToken: token, ...asked } = input as { readonly confirmToken?: string };
  const unconfirmed = { ...call, input: asked };
  if (!(await isRepeated(unconfirmed))) {
    const confirmation = await operation.confirmation(principal, asked, services);
    if (confirmation !== null)
      checkConfirmed(confirmation, { operation: operation.name, principal, input: asked, token }, services);
  }
  return next(unconfirmed);
};

/** It was performed before under the same key: the operation answers from the receipt. */
async function isRepeated({ operation, principal, input, services }: OwnedCall): Promise<boolean> {
  const key = operation.writes ? idempotencyKeyIn(input) : undefined;
  if (key === undefined) return false;
  if (services.elsewhere !== undefined) return true;
  const { tenant, subject } = principal;
  const { store, clock } = services;
  return (
    (await store.receipts.find({ tenant, subject, operation: operation.name, key }, clock.now())) !==
    undefined
  );
}

export const perform = async ({
  operation,
  principal,
  input,
  services,
  signal,
}: OwnedCall): Promise<unknown> => {
  const output = await operation.perform(principal, input, services, signal);
  await auditDone(services, principal, operation, input, output);
  return output;
};

function validInput({ operation, input, services }: OwnedCall): unknown {
  const { name, inputViolations } = operation;
  try {
    return checkInput(name, operation.input, input);
  } catch (error) {
    const found = error instanceof OperationError ? (error.details.violations ?? []) : [];
    const more = found.length === 0 ? [] : (inputViolations?.(input, services) ?? []);
    throw more.length === 0 ? error : inputMismatch(name, [...found, ...more]);
  }
}

function internalError(operation: string, cause: unknown): OperationError {
  const error = new OperationError(
    {
      code: 'internal_error',
      message: phrase`${{ operation }} failed with an internal error.`,
      suggestedAction: 'Report it, with the output on standard error.',
      context: { operation },
    },
    { cause },
  );
  error.isAudited = true;
  return error;
}
