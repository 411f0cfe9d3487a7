/** The body of a text drawing, and the information for the notes below it. */
export interface Picture {
  readonly lines: readonly string[];
  /** Labels that did not fit next to their line. */
  readonly notes: readonly string[];
  /** Whether failure paths are among the lines. */
  readonly dotted: boolean;
  /** Groups that the lines show. */
  readonly groups: ReadonlySet<string>;
}
