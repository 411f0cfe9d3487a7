/**
 * Whether an output is what its step asks for, with all that it lacks at once, and what would mend it. Pure; whatever
 * comes in, this never throws, and what it takes is linear in the output.
 */
import type { Json } from '../../../expression/index.ts';
import type { Assessment, AssessmentConsequence, Criteria, OutputContract } from '../schema.ts';
import type { LookUp } from '../values.ts';
import { checkAssessments } from './check-assessments.ts';
import { checkContract } from './check-contract.ts';
import { checkRule, type RuleResult } from './check-rule.ts';
import { type Judged, judgeRules } from './judge-rules.ts';
import type { Finding, OutputIssue, OutputVerdict } from './output-verdict.ts';
import { readCriteria } from './read-criteria.ts';
import { isBlank, readOutput } from './read-output.ts';
import { shorten } from './shorten.ts';

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

/** @param output undefined where there is none; blank is an issue where nothing else is asked */
export function checkOutput(asked: Asked, output: Json | undefined, lookUp: LookUp): OutputVerdict {
  const read = readCriteria(asked.criteria ?? []);
  if (read.kind === 'malformed') return read;
  const seen = readOutput(output);
  const judged = judgeRules(read.tree, lookUp, (rule) => checkRule(rule, seen));
  const findings = [
    ...(judged.kind === 'unmet' ? judged.because.map(findingOf) : []),
    ...checkContract(asked.contract, seen),
    ...checkAssessments(asked.assessments, asked.consequences, seen),
  ];
  if (findings.length > 0) return failed(findings);
  if (judged.kind === 'open' && isBlank(output)) return empty;
  return { kind: 'checked', valid: true, issues: [], suggestions: [] };
}

const empty: OutputVerdict = {
  kind: 'checked',
  valid: false,
  issues: [
    {
      message: 'Output is empty or invalid.',
      path: '',
      rule: 'empty',
      expected: 'an output',
      actual: 'nothing',
    },
  ],
  suggestions: ['Provide valid output content.'],
};

function failed(findings: readonly Finding[]): OutputVerdict {
  const own = findings.flatMap((each) => each.suggestions).map((each) => shorten(each, longestSuggestion));
  return {
    kind: 'checked',
    valid: false,
    issues: findings.map((each) => each.issue),
    suggestions: [general, ...new Set(own)].slice(0, mostSuggestions),
  };
}

function findingOf({ rule, path, negated, result }: Judged<RuleResult>): Finding {
  const issue: OutputIssue = {
    message: rule.message,
    path,
    rule: rule.type,
    expected: negated ? `not: ${result.expected}` : result.expected,
    actual: result.actual,
  };
  return { issue, suggestions: result.suggestions };
}
