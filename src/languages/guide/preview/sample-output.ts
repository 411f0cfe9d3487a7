/** Creates an output that meets the criteria of its step, if possible; otherwise a placeholder text. */
import type { Json } from '../../../expression/index.ts';
import { sampleOfPattern } from '../../sample-of-pattern.ts';
import type { Assessment, Criteria, Guide, PromptStep, Rule, ValidationRule } from '../model/schema.ts';
import { validExampleOfSchema } from '../validation/valid-example-of-schema.ts';

export function sampleOutput(step: PromptStep, guide: Guide): Json {
  const rules = rulesIn(step.criteria);
  const schema = rules.find((rule) => rule.type === 'schema')?.schema;
  const data = schema === undefined ? undefined : validExampleOfSchema(schema);
  if (data !== undefined) return data;
  const text = textFor(step, rules);
  const assessments = guide.assessments.filter(({ id }) => step.assessmentRefs.includes(id));
  if (step.contract === null && assessments.length === 0) return text;
  return {
    ...(step.contract === null ? {} : { decision: 'stop' }),
    ...(assessments.length === 0 ? {} : { assessments: ratings(assessments, step) }),
    notes: text,
  };
}

/** All requirements at once; the first of alternatives, and none of negated rules. */
function rulesIn(criteria: Criteria | null): readonly ValidationRule[] {
  if (criteria === null) return [];
  return isList(criteria) ? criteria.flatMap(leavesOf) : leavesOf(criteria);
}

const isList = (criteria: Criteria): criteria is readonly Rule[] => Array.isArray(criteria);

function leavesOf(rule: Rule): readonly ValidationRule[] {
  if ('type' in rule) return [rule];
  return [...(rule.and ?? []), ...(rule.or ?? []).slice(0, 1)].flatMap(leavesOf);
}

function textFor({ title }: PromptStep, rules: readonly ValidationRule[]): string {
  const words = rules.flatMap((rule) => {
    if (rule.type === 'contains') return [rule.value];
    if (rule.type !== 'regex') return [];
    return sampleOfPattern(rule.pattern, rule.flags ?? '') ?? [];
  });
  const [only] = words;
  // A pattern may apply to the whole text.
  const isWhole = only !== undefined && words.length === 1 && rules.some(({ type }) => type === 'regex');
  const text = isWhole ? only : [`Output of “${title}”`, ...words].join('\n');
  const minLength = Math.max(0, ...rules.map((rule) => (rule.type === 'length' ? (rule.min ?? 0) : 0)));
  return [...text].length < minLength ? text + '.'.repeat(minLength - [...text].length) : text;
}

/** The first level of every dimension that has no consequence. */
function ratings(assessments: readonly Assessment[], { consequences }: PromptStep): Json {
  return Object.fromEntries(
    assessments.map(({ id, dimensions }) => [
      id,
      Object.fromEntries(
        dimensions.map((dimension) => [dimension.id, levelOf(dimension.levels, id, consequences)]),
      ),
    ]),
  );
}

function levelOf(
  levels: readonly string[],
  assessment: string,
  consequences: PromptStep['consequences'],
): string {
  const triggersConsequence = (level: string) =>
    consequences.some(
      ({ anyEqualsLevel, forAssessment }) =>
        anyEqualsLevel === level && (forAssessment === null || forAssessment === assessment),
    );
  return levels.find((level) => !triggersConsequence(level)) ?? levels[0] ?? '';
}
