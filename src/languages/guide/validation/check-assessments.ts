/**
 * Checks the assessments in an output against those that its step requires, and applies the consequences of their
 * levels.
 */
import type { Json } from '../../../expression/index.ts';
import { shorten } from '../conditions/shorten.ts';
import type { Assessment, AssessmentConsequence, AssessmentDimension } from '../model/schema.ts';
import { isJsonObject, type JsonObject, ownField } from './json-object.ts';
import type { OutputFinding, OutputIssue } from './output-verdict.ts';
import type { Output } from './read-output.ts';

export function checkAssessments(
  assessments: readonly Assessment[],
  consequences: readonly AssessmentConsequence[],
  output: Output,
): readonly OutputFinding[] {
  if (assessments.length === 0) return [];
  const read = output.data();
  const given = fieldsOf(read.kind === 'data' ? fieldsOf(read.data)['assessments'] : undefined);
  const wrong = assessments.flatMap((each) => checkAssessment(each, fieldsOf(ownField(given, each.id))));
  const levels = assessments.flatMap((each) => levelsIn(each, fieldsOf(ownField(given, each.id))));
  return [...wrong, ...consequences.flatMap((each) => followFrom(each, levels))];
}

interface Level {
  readonly assessment: string;
  readonly dimension: string;
  readonly level: string;
}

function checkAssessment(assessment: Assessment, given: JsonObject): readonly OutputFinding[] {
  return assessment.dimensions.flatMap((dimension) => {
    const level = ownField(given, dimension.id);
    if (level === undefined) return dimension.required ? [finding(assessment, dimension, undefined)] : [];
    return typeof level === 'string' && dimension.levels.includes(level)
      ? []
      : [finding(assessment, dimension, level)];
  });
}

function finding({ id }: Assessment, dimension: AssessmentDimension, found: Json | undefined): OutputFinding {
  const levels = dimension.levels.map((each) => `“${each}”`).join(', ');
  const name = `“${dimension.id}” of the assessment “${id}”`;
  const issue: OutputIssue = {
    message:
      found === undefined
        ? `The output has no level for ${name}. Use one of ${levels}.`
        : `${shown(found)} is not a level of ${name}. Use one of ${levels}.`,
    path: `assessments.${id}.${dimension.id}`,
    rule: 'assessment',
    expected: `one of ${levels}`,
    actual: found === undefined ? 'nothing' : shown(found),
  };
  const example = JSON.stringify({ assessments: { [id]: { [dimension.id]: dimension.levels[0] ?? '' } } });
  const purpose = dimension.purpose === '' ? '' : ` (${dimension.purpose})`;
  return { issue, suggest: () => [`Add the level of ${name}${purpose}, for example ${example}.`] };
}

function levelsIn(assessment: Assessment, given: JsonObject): readonly Level[] {
  return assessment.dimensions.flatMap((dimension) => {
    const level = ownField(given, dimension.id);
    return typeof level === 'string' ? [{ assessment: assessment.id, dimension: dimension.id, level }] : [];
  });
}

function followFrom(consequence: AssessmentConsequence, levels: readonly Level[]): readonly OutputFinding[] {
  const { anyEqualsLevel, forAssessment, guidance } = consequence;
  return levels
    .filter(({ level }) => level === anyEqualsLevel)
    .filter(({ assessment }) => forAssessment === null || assessment === forAssessment)
    .slice(0, 1)
    .map(({ assessment, dimension, level }) => ({
      issue: {
        message: guidance,
        path: `assessments.${assessment}.${dimension}`,
        rule: 'assessment',
        expected: `a level other than “${level}”`,
        actual: `“${level}”`,
      },
      suggest: () => [`“${dimension}” of the assessment “${assessment}” is “${level}”: ${guidance}`],
    }));
}

const fieldsOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

const shown = (value: Json): string =>
  typeof value === 'string' ? `“${shorten(value)}”` : shorten(JSON.stringify(value));
