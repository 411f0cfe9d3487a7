/** Thrown where an expression has no value [K2.3]; caught by whoever knows what that means for the event. */
export class ExpressionError extends Error {}

/** A value that was given by reference cannot be found: nobody's mistake in the workflow, so never caught here. */
export class UnresolvedError extends Error {}

/** An evaluator was ended at its limits of time or size, which depend on the machine: no result, so never caught here. */
export class HaltedError extends Error {}
