/** The result of a rule for an output. */
export interface RuleResult {
  /** Null if unknown: the output is too long to check. */
  readonly met: boolean | null;
  /** Both are short texts for people. */
  readonly expected: string;
  readonly actual: string;
  /** How to change the result: what to do if the rule is not met, and what to remove otherwise. Computed on demand. */
  readonly suggest: () => readonly string[];
}

type Suggestions = RuleResult['suggest'];

export const met = (expected: string, actual: string, suggestion: string): RuleResult => ({
  met: true,
  expected,
  actual,
  suggest: () => [suggestion],
});

export const unmet = (expected: string, actual: string, suggest: Suggestions = () => []): RuleResult => ({
  met: false,
  expected,
  actual,
  suggest,
});

export const undecided = (expected: string, actual: string, suggestion: string): RuleResult => ({
  met: null,
  expected,
  actual,
  suggest: () => [suggestion],
});
