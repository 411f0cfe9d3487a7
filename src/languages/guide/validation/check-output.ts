/**
 * Whether an output is what its step asks for, with all that it lacks at once, and what would mend it. Pure; whatever
 * comes in, this never throws, and what it takes is linear in the output.
 */
import type { Json } from '../../../expression/index.ts';
import type { Assessment, AssessmentConsequence, Criteria, OutputContract } from '../schema.ts';
import type { LookUp } from '../values.ts';
import { checkAssessments } from './check-assessments.ts';
import { checkContract } from './check-contract.ts';
import { checkRule } from './check-rule.ts';
import { type Judged, judgeRules } from './judge-rules.ts';
import { negate } from './negate.ts';
import type { Finding, OutputIssue, OutputVerdict } from './output-verdict.ts';
import { readCriteria } from './read-criteria.ts';
import { isBlank, isWithin, readOutput } from './read-output.ts';
import type { RuleResult } from './rule-result.ts';
import { cut } from './shorten.ts';

/** What a step asks of its output. */
export interface Asked {
  readonly criteria: Criteria | null;
  readonly contract: OutputContract | null;
  readonly assessments: readonly Assessment[];
  readonly consequences: readonly AssessmentConsequence[];
}

const general = 'Review validation criteria and adjust output accordingly.';
const mostSuggestions = 20;
const longestSuggestion = 500;
/** Data that is deeper could not even be written as text. */
const deepest = 200;

/** @param output undefined where there is none; blank is an issue where nothing else is asked */
export function checkOutput(asked: Asked, output: Json | undefined, lookUp: LookUp): OutputVerdict {
  const read = readCriteria(asked.criteria ?? []);
  if (read.kind === 'malformed') return read;
  if (!isWithin(output ?? null, deepest)) return tooDeep;
  const seen = readOutput(output);
  const judged = judgeRules(read.tree, lookUp, (rule) => checkRule(rule, seen));
  const findings = [
    ...(judged.kind === 'unmet' ? judged.because.map(findingOf) : []),
    ...checkContract(asked.contract, seen),
    ...checkAssessments(asked.assessments, asked.consequences, seen),
  ];
  if (findings.length > 0) return failed(findings);
  if (judged.kind === 'open' && isBlank(output)) return nothing;
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
  `data of at most ${deepest} levels`,
  'more levels',
  `Give data that is nested less deep: it has more than ${deepest} levels.`,
);

function failed(findings: readonly Finding[]): OutputVerdict {
  const suggestions = new Set([general]);
  for (const { suggest } of findings.slice(0, mostSuggestions)) {
    for (const each of suggest()) suggestions.add(cut(each, longestSuggestion));
  }
  return {
    kind: 'checked',
    valid: false,
    issues: findings.map((each) => each.issue),
    suggestions: [...suggestions].slice(0, mostSuggestions),
  };
}

function findingOf({ rule, path, negated, result }: Judged<RuleResult>): Finding {
  const issue: OutputIssue = {
    message: negated ? negate(rule.message) : rule.message,
    path,
    rule: rule.type,
    expected: negated ? `not ${result.expected}` : result.expected,
    actual: result.actual,
  };
  return { issue, suggest: result.suggest };
}
