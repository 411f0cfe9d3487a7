/** Assessments: what is judged, by which levels, and what follows from one. */
import { findNearest } from '../../expression/index.ts';
import { describe } from '../document/describe.ts';
import type { Located, LocatedScalar } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { type Fields, readMap } from '../document/read-map.ts';
import { readBoolean, readList, readOneOf } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { ParseScope } from './parse-scope.ts';
import { readSized, readTexts, reportCount, reportRepeated } from './parse-text.ts';
import type { Assessment, AssessmentConsequence, AssessmentDimension } from './schema.ts';

const mostConsequences = 10;

export function readAssessments(reporter: Reporter, located: Located | undefined): readonly Assessment[] {
  const list = readList(reporter, located, 'The list of assessments');
  if (list === undefined) return [];
  const seen = new Set<string>();
  return list.items.flatMap((item, at) => {
    const id = `assessment-${at + 1}`;
    const fields = readMap(reporter, item, {
      what: 'An assessment',
      keys: ['id', 'purpose', 'dimensions'],
      required: {
        id,
        purpose: 'Say what is judged.',
        dimensions: [{ id: 'quality', purpose: 'How good it is.', levels: ['low', 'high'] }],
      },
    });
    if (fields === undefined) return [];
    return {
      id: readUniqueId(reporter, fields.value('id'), 'an assessment', id, seen),
      purpose: readPurpose(reporter, fields),
      dimensions: readDimensions(reporter, fields.value('dimensions')),
      at: { path: item.path, span: (fields.value('id') ?? fields.map).span },
    };
  });
}

function readDimensions(reporter: Reporter, located: Located | undefined): readonly AssessmentDimension[] {
  const list = readList(reporter, located, 'The list of dimensions');
  if (list === undefined) return [];
  if (list.items.length === 0) {
    reportCount(reporter, list, 'The list of dimensions', 1, Number.POSITIVE_INFINITY);
  }
  const seen = new Set<string>();
  return list.items.flatMap((item, at) => {
    const id = `dimension-${at + 1}`;
    const fields = readMap(reporter, item, {
      what: 'A dimension of an assessment',
      keys: ['id', 'purpose', 'levels', 'required'],
      required: { id, purpose: 'Say what is judged.', levels: ['low', 'high'] },
    });
    if (fields === undefined) return [];
    return {
      id: readUniqueId(reporter, fields.value('id'), 'a dimension', id, seen),
      purpose: readPurpose(reporter, fields),
      levels: readTexts(reporter, fields.value('levels'), { what: 'The list “levels”', fewest: 2 }),
      required: readBoolean(reporter, fields.value('required'), '“required”') ?? true,
    };
  });
}

function readPurpose(reporter: Reporter, fields: Fields<'purpose'>): string {
  const rules = { what: 'The purpose', instead: 'Say what is judged.' };
  return readSized(reporter, fields.value('purpose'), rules) ?? '';
}

function readUniqueId(
  reporter: Reporter,
  located: Located | undefined,
  whose: string,
  fallback: string,
  seen: Set<string>,
): string {
  const id = readSized(reporter, located, { what: `The id of ${whose}`, instead: fallback }) ?? fallback;
  if (seen.has(id) && located?.kind === 'scalar') {
    let better = `${id}-2`;
    for (let count = 3; seen.has(better); count += 1) better = `${id}-${count}`;
    report(reporter, located, {
      rule: 'duplicate-id',
      message: `There is ${whose} “${id}” already.`,
      expected: 'an id of its own',
      actual: describe(located),
      suggestion: { text: `Call it ${better}.`, edits: replaceScalar(reporter.source, located, better) },
    });
    seen.add(better);
    return better;
  }
  seen.add(id);
  return id;
}

/** @returns the assessments that a step refers to, those that are there */
export function readAssessmentRefs(
  { violations, assessments }: ParseScope,
  located: Located | undefined,
): readonly string[] {
  const list = readList(violations, located, 'The list “assessmentRefs”');
  if (list === undefined) return [];
  reportRepeated(violations, list, 'The list “assessmentRefs”');
  const known = assessments.map(({ id }) => id);
  const refs = list.items.flatMap(
    (item) => readKnown(violations, item, known, 'assessment', 'unknown-assessment') ?? [],
  );
  return [...new Set(refs)];
}

/** One of some names, or the nearest of them. */
function readKnown(
  reporter: Reporter,
  located: Located,
  known: readonly string[],
  what: string,
  rule: string,
): string | undefined {
  const name = readSized(reporter, located, { what: `The name of the ${what}` });
  if (name === undefined || known.includes(name)) return name;
  const nearest = findNearest(name, known);
  report(reporter, located, {
    rule,
    message: `There is no ${what} “${name.slice(0, 100)}”.`,
    expected: known.length === 0 ? `no ${what}: there is none` : `one of ${known.slice(0, 20).join(', ')}`,
    actual: describe(located),
    suggestion:
      nearest === undefined || located.kind !== 'scalar'
        ? undefined
        : suggestName(reporter, located, nearest),
  });
  return nearest;
}

function suggestName(reporter: Reporter, located: LocatedScalar, name: string) {
  return { text: `Write ${name}.`, edits: replaceScalar(reporter.source, located, name) };
}

/** What follows where a dimension of one of the step's assessments has a certain level. */
export function readConsequences(
  scope: ParseScope,
  step: Fields<'assessmentConsequences' | 'assessmentRefs'>,
  refs: readonly string[],
): readonly AssessmentConsequence[] {
  const { violations, assessments } = scope;
  const located = step.value('assessmentConsequences');
  const list = readList(violations, located, 'The list “assessmentConsequences”');
  if (list === undefined) return [];
  if (list.items.length > mostConsequences) {
    reportCount(violations, list, 'The list “assessmentConsequences”', 0, mostConsequences);
  }
  if (step.value('assessmentRefs') === undefined && list.items.length > 0) {
    reportNoRefs(scope, step);
    return [];
  }
  const judged = assessments.filter(({ id }) => refs.includes(id));
  return list.items
    .slice(0, mostConsequences)
    .flatMap((item) => readConsequence(violations, item, judged) ?? []);
}

function reportNoRefs({ violations, assessments }: ParseScope, step: Fields<'assessmentRefs'>): void {
  const [only] = assessments;
  report(violations, step.map, {
    rule: 'missing-key',
    message: 'A step with “assessmentConsequences” needs “assessmentRefs”: what they follow from.',
    expected: 'assessmentRefs: …',
    actual: 'nothing',
    suggestion:
      only === undefined
        ? undefined
        : {
            text: `Add assessmentRefs: ["${only.id}"]`,
            edits: insertEntry(violations.source, step.map, 'assessmentRefs', [only.id]),
          },
  });
}

const followUp = 'Say what is to be done first.';

function readConsequence(
  reporter: Reporter,
  located: Located,
  judged: readonly Assessment[],
): AssessmentConsequence | undefined {
  const fields = readMap(reporter, located, {
    what: 'A consequence of an assessment',
    keys: ['when', 'effect'],
    required: {
      when: { anyEqualsLevel: judged[0]?.dimensions[0]?.levels[0] ?? 'low' },
      effect: { kind: 'require_followup', guidance: followUp },
    },
  });
  const whenPart = fields?.value('when');
  const effectPart = fields?.value('effect');
  if (whenPart === undefined || effectPart === undefined) return undefined;
  const when = readMap(reporter, whenPart, {
    what: '“when” of a consequence',
    keys: ['anyEqualsLevel', 'forAssessment'],
    required: { anyEqualsLevel: judged[0]?.dimensions[0]?.levels[0] ?? 'low' },
  });
  const effect = readMap(reporter, effectPart, {
    what: '“effect” of a consequence',
    keys: ['kind', 'guidance'],
    required: { kind: 'require_followup', guidance: followUp },
  });
  readOneOf(reporter, effect?.value('kind'), ['require_followup'], 'The kind of an effect', undefined);
  const guidance = readSized(reporter, effect?.value('guidance'), {
    what: 'The guidance of an effect',
    instead: followUp,
  });
  const about = when?.value('forAssessment');
  const ids = judged.map(({ id }) => id);
  const forAssessment =
    about === undefined
      ? undefined
      : readKnown(reporter, about, ids, 'assessment of the step', 'unknown-assessment');
  const level = when?.value('anyEqualsLevel');
  const asked = forAssessment === undefined ? judged : judged.filter(({ id }) => id === forAssessment);
  const levels = asked.flatMap(({ dimensions }) => dimensions.flatMap((dimension) => dimension.levels));
  const anyEqualsLevel =
    level === undefined || levels.length === 0
      ? undefined
      : readKnown(reporter, level, [...new Set(levels)], 'level', 'unknown-level');
  if (anyEqualsLevel === undefined || guidance === undefined) return undefined;
  return { anyEqualsLevel, forAssessment: forAssessment ?? null, guidance };
}
