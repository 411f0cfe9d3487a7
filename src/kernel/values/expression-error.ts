/** Thrown if an expression has no value [K2.3]; the caller decides what that means for the event. */
export class ExpressionError extends Error {}

/** A referenced value is not found: no error of the workflow, so never caught here. */
export class UnresolvedError extends Error {}

/** An evaluator reached its time or size limit, which depends on the machine: no result, so never caught here. */
export class HaltedError extends Error {}
