/** Parses assessments: what is judged, and by which levels. */
import { findNearest } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import type { Located, LocatedScalar } from '../../document/located.ts';
import { type MapFields, readMap } from '../../document/read-map.ts';
import { readBoolean, readList } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { Assessment, AssessmentDimension } from '../schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readUniqueId } from './parse-id.ts';
import { readTexts, readTextWithin, reportCount, reportRepeated } from './parse-text.ts';

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
      levels: readTexts(reporter, fields.value('levels'), { what: 'The list “levels”', minCount: 2 }),
      required: readBoolean(reporter, fields.value('required'), '“required”') ?? true,
    };
  });
}

function readPurpose(reporter: Reporter, fields: MapFields<'purpose'>): string {
  const rules = { what: 'The purpose', instead: 'Say what is judged.' };
  return readTextWithin(reporter, fields.value('purpose'), rules) ?? '';
}

/** @returns the assessments that a step references and that exist */
export function readAssessmentRefs(
  { violations, assessments }: GuideParseContext,
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

/** One of the known names, or the nearest of them. */
export function readKnown(
  reporter: Reporter,
  located: Located,
  known: readonly string[],
  what: string,
  rule: string,
): string | undefined {
  const name = readTextWithin(reporter, located, { what: `The name of the ${what}` });
  if (name === undefined || known.includes(name)) return name;
  const nearest = findNearest(name, known);
  report(reporter, located, {
    rule,
    message: `Unknown ${what} “${name.slice(0, 100)}”.`,
    expected: known.length === 0 ? `no ${what}: none is defined` : `one of ${known.slice(0, 20).join(', ')}`,
    actual: describeLocated(located),
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
