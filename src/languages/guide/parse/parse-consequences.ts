/** Parses the consequences of an assessment: if a dimension has a certain level, something else is done first. */
import type { Located } from '../../document/located.ts';
import { insertEntry } from '../../document/map-edits.ts';
import { type MapFields, readMap } from '../../document/read-map.ts';
import { readList, readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { Assessment, AssessmentConsequence } from '../schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readKnown } from './parse-assessments.ts';
import { readTextWithin, reportCount } from './parse-text.ts';

const maxConsequences = 10;

export function readConsequences(
  context: GuideParseContext,
  step: MapFields<'assessmentConsequences' | 'assessmentRefs'>,
  refs: readonly string[],
): readonly AssessmentConsequence[] {
  const { violations, assessments } = context;
  const located = step.value('assessmentConsequences');
  const list = readList(violations, located, 'The list “assessmentConsequences”');
  if (list === undefined) return [];
  if (list.items.length > maxConsequences) {
    reportCount(violations, list, 'The list “assessmentConsequences”', 0, maxConsequences);
  }
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

const followUp = 'Say what is to be done first.';

function readConsequence(
  reporter: Reporter,
  located: Located,
  judged: readonly Assessment[],
  refs: readonly string[],
): AssessmentConsequence | undefined {
  const needed = {
    when: { anyEqualsLevel: judged[0]?.dimensions[0]?.levels[0] ?? 'low' },
    effect: { kind: 'require_followup', guidance: followUp },
  };
  const fields = readMap(reporter, located, {
    what: 'A consequence of an assessment',
    keys: ['when', 'effect'],
    required: needed,
  });
  const whenPart = fields?.value('when');
  const effectPart = fields?.value('effect');
  if (whenPart === undefined || effectPart === undefined) return undefined;
  const guidance = readEffect(reporter, effectPart, needed.effect);
  const when = readMap(reporter, whenPart, {
    what: '“when” of a consequence',
    keys: ['anyEqualsLevel', 'forAssessment'],
    required: needed.when,
  });
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

function readEffect(
  reporter: Reporter,
  located: Located,
  required: { readonly kind: string; readonly guidance: string },
): string | undefined {
  const effect = readMap(reporter, located, {
    what: '“effect” of a consequence',
    keys: ['kind', 'guidance'],
    required,
  });
  readOneOf(reporter, effect?.value('kind'), ['require_followup'], 'The kind of an effect', undefined);
  const rules = { what: 'The guidance of an effect', instead: followUp };
  return readTextWithin(reporter, effect?.value('guidance'), rules);
}
