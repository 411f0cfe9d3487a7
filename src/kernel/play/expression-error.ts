/** Thrown where an expression has no value [K2.3]; caught by whoever knows what that means for the event. */
export class ExpressionError extends Error {}
