/** A mistake in a definition, as its author sees it. Returned, never thrown; all of them at once. */
export interface Violation {
  /** Where in the document: `workflows.book.graph.check.args.flight_id`. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** From 1, as editors count. */
  readonly line: number;
  readonly column: number;
  /** Where it ends; excluded. */
  readonly endLine: number;
  readonly endColumn: number;
  readonly suggestion: Suggestion | null;
}

/** What would put it right: in words, and as edits of the text that a program can apply. */
export interface Suggestion {
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Replaces what stands between two positions (the end excluded) by a text. */
export interface Edit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}
