/** What a rule says of an output. */
export interface RuleResult {
  /** Null where that could not be found out: there is too much to look through. */
  readonly met: boolean | null;
  /** Both are short, for people. */
  readonly expected: string;
  readonly actual: string;
  /** What would turn it about: to do where it is not met, and otherwise to leave. Made when it is needed. */
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
