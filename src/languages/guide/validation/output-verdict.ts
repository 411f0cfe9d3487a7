/** The result of validating an output against its step. */

export type OutputVerdict =
  | {
      readonly kind: 'checked';
      readonly valid: boolean;
      /** Empty if the output is valid. */
      readonly issues: readonly OutputIssue[];
      /** What to change, the most general first; empty if the output is valid. */
      readonly suggestions: readonly string[];
    }
  /** The criteria are invalid: their author must correct them. */
  | { readonly kind: 'malformed'; readonly what: 'criteria' | 'schema'; readonly message: string };

export interface OutputIssue {
  /** The message of the rule, as its author wrote it. */
  readonly message: string;
  /** Path of the rule: `validationCriteria[1].and[0]`. */
  readonly path: string;
  readonly rule: 'contains' | 'regex' | 'length' | 'schema' | 'contract' | 'assessment' | 'empty';
  /** Both are short texts for people. */
  readonly expected: string;
  readonly actual: string;
}

/** An issue of an output, with a suggestion. */
export interface OutputFinding {
  readonly issue: OutputIssue;
  /** Computed on demand: only the first issues are reported. */
  readonly suggest: () => readonly string[];
}
