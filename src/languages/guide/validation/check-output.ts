/**
 * Validates an output against its step, and reports all issues at once, with suggestions. Pure; never throws, and runs
 * in time linear in the output.
 */
import type { Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import { truncate } from '../conditions/shorten.ts';
import type { LookUp } from '../model/guide-context.ts';
import type { Assessment, AssessmentConsequence, Criteria, OutputContract } from '../model/schema.ts';
import { checkAssessments } from './check-assessments.ts';
import { checkOutputContract } from './check-output-contract.ts';
import { checkRule } from './check-rule.ts';
import { type Judged, judgeRules } from './judge-rules.ts';
import { negate } from './negate.ts';
import type { OutputFinding, OutputIssue, OutputVerdict } from './output-verdict.ts';
import { readCriteria } from './read-criteria.ts';
import { isBlankOutput, isWithinDepth, readOutput } from './read-output.ts';
import type { RuleResult } from './rule-result.ts';

/** What a step requires of its output. */
export interface OutputRequirements {
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessments: readonly Assessment[];
  readonly consequences: readonly AssessmentConsequence[];
}

const general = 'Review validation criteria and adjust output accordingly.';
const maxSuggestions = 20;
const maxSuggestionLength = 500;
/** Deeper data could not be serialized. */
const maxDepth = 200;

/**
 * @param output `undefined` if there is none; a blank output is an issue if the step has no other requirements
 * @param effort of the rules; by default that of one output
 */
export function checkOutput(
  requirements: OutputRequirements,
  output: Json | undefined,
  lookUp: LookUp,
  effort?: Effort,
): OutputVerdict {
  const read = readCriteria(requirements.criteria ?? []);
  if (read.kind === 'malformed') return read;
  if (!isWithinDepth(output ?? null, maxDepth)) return tooDeep;
  const seen = readOutput(output, effort);
  const judged = judgeRules(read.tree, lookUp, (rule) => checkRule(rule, seen));
  const findings = [
    ...(judged.kind === 'unmet' ? judged.because.map(findingOf) : []),
    ...checkOutputContract(requirements.contract, seen),
    ...checkAssessments(requirements.assessments, requirements.consequences, seen),
  ];
  if (findings.length > 0) return failed(findings);
  if (judged.kind === 'open' && isBlankOutput(output)) return nothing;
  return { kind: 'checked', valid: true, issues: [], suggestions: [] };
}

const refused = (expected: string, actual: string, suggestion: string): OutputVerdict => {
  const issue = {
    message: 'Output is empty or invalid.',
    path: '',
    rule: 'empty',
    expected,
    actual,
  } as const;
  return { kind: 'checked', valid: false, issues: [issue], suggestions: [suggestion] };
};

const nothing = refused('an output', 'nothing', 'Provide valid output content.');

const tooDeep = refused(
  `data of at most ${maxDepth} levels`,
  'more levels',
  `Provide data with less nesting: it has more than ${maxDepth} levels.`,
);

function failed(findings: readonly OutputFinding[]): OutputVerdict {
  const suggestions = new Set([general]);
  for (const { suggest } of findings.slice(0, maxSuggestions)) {
    for (const each of suggest()) suggestions.add(truncate(each, maxSuggestionLength));
  }
  return {
    kind: 'checked',
    valid: false,
    issues: findings.map((each) => each.issue),
    suggestions: [...suggestions].slice(0, maxSuggestions),
  };
}

function findingOf({ rule, path, negated, result }: Judged<RuleResult>): OutputFinding {
  const issue: OutputIssue = {
    message: negated ? negate(rule.message) : rule.message,
    path,
    rule: rule.type,
    expected: negated ? `not ${result.expected}` : result.expected,
    actual: result.actual,
  };
  return { issue, suggest: result.suggest };
}
