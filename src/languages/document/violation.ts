/** An error in a definition, for its author. Returned, never thrown; all errors at once. */
export interface Violation {
  /** Path in the document: `workflows.book.graph.check.args.flight_id`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Counts from 1, as editors do. */
  readonly line: number;
  readonly column: number;
  /** The end of the range, excluded. */
  readonly endLine: number;
  readonly endColumn: number;
  readonly suggestion: Suggestion | null;
}

/** The proposed correction: as text, and as edits that a program can apply. */
export interface Suggestion {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Replaces the text between two positions, the end excluded. */
export interface Edit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}
