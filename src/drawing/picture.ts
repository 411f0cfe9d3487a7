/** The middle of a text drawing, and what has to be told below it. */
export interface Picture {
  readonly lines: readonly string[];
  /** Labels that did not fit beside their line. */
  readonly notes: readonly string[];
  /** Whether ways out of a failure are among the lines. */
  readonly dotted: boolean;
  /** Groups that the lines show. */
  readonly groups: ReadonlySet<string>;
}
