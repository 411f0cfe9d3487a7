/** Parses the consequences of an assessment: if a dimension has a certain level, something else is done first. */
import type { Located } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import { type MapFields, readShape, type ShapeFields } from '../../document/read-shape.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { Assessment, AssessmentConsequence } from '../model/schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readKnown } from './parse-assessments.ts';
import { consequenceShape, effectShape, maxConsequences, whenShape } from './part-shapes.ts';
import type { promptStepShape } from './step-shapes.ts';

export function readConsequences(
  context: GuideParseContext,
  step: ShapeFields<typeof promptStepShape.keys>,
  refs: readonly string[],
): readonly AssessmentConsequence[] {
  const { violations, assessments } = context;
  const list = step.read('assessmentConsequences');
  if (list === undefined) return [];
  if (step.value('assessmentRefs') === undefined && list.items.length > 0) {
    reportNoRefs(context, step);
    return [];
  }
  const judged = assessments.filter(({ id }) => refs.includes(id));
  const written = refsAsWritten(step.value('assessmentRefs'));
  return list.items
    .slice(0, maxConsequences)
    .flatMap((item) => readConsequence(violations, item, judged, [...refs, ...written]) ?? []);
}

/** An unknown assessment is reported once, where it is first written. */
function refsAsWritten(located: Located | undefined): readonly string[] {
  if (located?.kind !== 'list') return [];
  return located.items.flatMap((item) => (item.kind === 'scalar' ? [String(item.value)] : []));
}

function reportNoRefs(
  { violations, assessments }: GuideParseContext,
  step: MapFields<'assessmentRefs'>,
): void {
  const [first] = assessments;
  report(violations, step.map, {
    rule: 'missing-key',
    message:
      'A step with “assessmentConsequences” needs “assessmentRefs”, the assessments that they refer to.',
    expected: 'assessmentRefs: …',
    actual: 'nothing',
    suggestion:
      first === undefined
        ? undefined
        : {
            text: `Add assessmentRefs: ["${first.id}"]`,
            edits: insertEntry(violations.source, step.map, 'assessmentRefs', [first.id]),
          },
  });
}

function readConsequence(
  reporter: Reporter,
  located: Located,
  judged: readonly Assessment[],
  refs: readonly string[],
): AssessmentConsequence | undefined {
  const needed = { anyEqualsLevel: judged[0]?.dimensions[0]?.levels[0] ?? 'low' };
  const fields = readShape(reporter, located, consequenceShape, { placeholders: { when: needed } });
  const whenPart = fields?.value('when');
  const effectPart = fields?.value('effect');
  if (whenPart === undefined || effectPart === undefined) return undefined;
  const effect = readShape(reporter, effectPart, effectShape);
  effect?.read('kind');
  const guidance = effect?.read('guidance');
  const when = readShape(reporter, whenPart, whenShape, { placeholders: needed });
  const about = when?.value('forAssessment');
  const forAssessment =
    about === undefined
      ? null
      : (readKnown(reporter, about, refs, 'assessment of the step', 'unknown-assessment') ?? null);
  const asked = forAssessment === null ? judged : judged.filter(({ id }) => id === forAssessment);
  const levels = asked.flatMap(({ dimensions }) => dimensions.flatMap((dimension) => dimension.levels));
  const level = when?.value('anyEqualsLevel');
  // If no assessment is known, any level may be valid.
  const anyEqualsLevel =
    level === undefined || levels.length === 0
      ? undefined
      : readKnown(reporter, level, [...new Set(levels)], 'level', 'unknown-level');
  if (anyEqualsLevel === undefined || guidance === undefined) return undefined;
  return { anyEqualsLevel, forAssessment, guidance };
}
