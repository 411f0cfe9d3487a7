/** What came out of holding an output against what its step asks for. */

export type OutputVerdict =
  | {
      readonly kind: 'checked';
      readonly valid: boolean;
      /** Empty where it is valid. */
      readonly issues: readonly OutputIssue[];
      /** What to change, the most general first; empty where it is valid. */
      readonly suggestions: readonly string[];
    }
  /** Nothing can be held against these criteria: their author has to repair them. */
  | { readonly kind: 'malformed'; readonly what: 'criteria' | 'schema'; readonly message: string };

export interface OutputIssue {
  /** The message of the rule, as its author wrote it. */
  readonly message: string;
  /** Of the rule: `validationCriteria[1].and[0]`. */
  readonly path: string;
  readonly rule: 'contains' | 'regex' | 'length' | 'schema' | 'contract' | 'assessment' | 'empty';
  /** Both are short, for people. */
  readonly expected: string;
  readonly actual: string;
}

/** A thing that an output lacks, with what would mend it. */
export interface OutputFinding {
  readonly issue: OutputIssue;
  /** Made when they are needed: of many things only the first are told. */
  readonly suggest: () => readonly string[];
}
