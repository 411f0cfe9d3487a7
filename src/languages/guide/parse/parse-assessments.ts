/** Parses assessments: what is judged, and by which levels. */
import { findNearest } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import type { Located, LocatedList, LocatedScalar } from '../../document/located.ts';
import { readShape } from '../../document/read-shape.ts';
import { report } from '../../document/report.ts';
import type { Reporter } from '../../document/reporter.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { Assessment, AssessmentDimension } from '../model/schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readUniqueId } from './parse-id.ts';
import { readTextWithin } from './parse-text.ts';
import { assessmentShape, dimensionShape } from './part-shapes.ts';

export function readAssessments(reporter: Reporter, list: LocatedList | undefined): readonly Assessment[] {
  if (list === undefined) return [];
  const seen = new Set<string>();
  return list.items.flatMap((item, at) => {
    const id = `assessment-${at + 1}`;
    const fields = readShape(reporter, item, assessmentShape, { placeholders: { id } });
    if (fields === undefined) return [];
    return {
      id: readUniqueId(reporter, fields.value('id'), 'an assessment', id, seen),
      purpose: fields.read('purpose') ?? '',
      dimensions: readDimensions(reporter, fields.read('dimensions')),
      at: { path: item.path, span: (fields.value('id') ?? fields.map).span },
    };
  });
}

function readDimensions(reporter: Reporter, list: LocatedList | undefined): readonly AssessmentDimension[] {
  if (list === undefined) return [];
  const seen = new Set<string>();
  return list.items.flatMap((item, at) => {
    const id = `dimension-${at + 1}`;
    const fields = readShape(reporter, item, dimensionShape, { placeholders: { id } });
    if (fields === undefined) return [];
    return {
      id: readUniqueId(reporter, fields.value('id'), 'a dimension', id, seen),
      purpose: fields.read('purpose') ?? '',
      levels: fields.read('levels') ?? [],
      required: fields.read('required'),
    };
  });
}

/** @returns the assessments that a step references and that exist */
export function readAssessmentRefs(
  { violations, assessments }: GuideParseContext,
  list: LocatedList | undefined,
): readonly string[] {
  if (list === undefined) return [];
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
