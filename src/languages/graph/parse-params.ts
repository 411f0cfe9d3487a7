/** Parses parameters of a workflow and expected answers: names with types, in the short and in the long form. */

import { describeType, findNearest, type Json, type Type } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import { type Located, type LocatedEntry, type LocatedMap, toJson } from '../document/located.ts';
import { removeEntry, renameKey } from '../document/map-edits.ts';
import { isName, readName } from '../document/read-name.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { convertToType, isOfType } from '../document/value-of-type.ts';
import { dateFormats, findType, typeNames } from '../param-type.ts';
import { paramShape, reservedParams } from './part-shapes.ts';
import { renameReferences } from './rename-everywhere.ts';
import type { GraphParam } from './schema.ts';

/** Options of the workflow's tool. */
const reserved = {
  names: reservedParams,
  reason: 'it is reserved for the options of a run',
};

/**
 * @param kind “parameter” or “answer”; an answer is required by default
 * @param workflowMap the workflow, whose references use the names
 */
export function readParams(
  reporter: Reporter,
  located: Located | undefined,
  kind: 'parameter' | 'answer',
  workflowMap: LocatedMap | null = null,
): readonly GraphParam[] {
  if (located === undefined || (located.kind === 'scalar' && located.value === null)) return [];
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'Names with types must be a map.',
      expected: 'a map like { origin: str }',
      actual: describeLocated(located),
    });
    return [];
  }
  return located.entries.map((entry) => readParam(reporter, located, entry, kind, workflowMap));
}

function readParam(
  reporter: Reporter,
  map: LocatedMap,
  entry: LocatedEntry,
  kind: 'parameter' | 'answer',
  workflowMap: LocatedMap | null,
): GraphParam {
  const at = { span: entry.keySpan, path: entry.value.path };
  const { source } = reporter;
  const rewrite = (better: string) => [
    ...renameKey(source, map, entry, better),
    ...(workflowMap === null || !isName(entry.key)
      ? []
      : renameReferences(source, workflowMap, entry.key, better)),
  ];
  const what = kind === 'parameter' ? 'A parameter' : 'An answer';
  const name = readName(reporter, entry.key, at, what, rewrite, kind === 'parameter' ? reserved : undefined);
  const plain = {
    name,
    written: entry.key,
    at,
    required: kind === 'answer',
    default: undefined,
    example: undefined,
    description: '',
  };
  if (entry.value.kind === 'scalar') return { ...plain, required: true, ...readType(reporter, entry.value) };
  const fields = readShape(reporter, entry.value, paramShape, { what: `The ${kind} “${name}”` });
  if (fields === undefined) return { ...plain, ...readType(reporter, undefined) };
  const { type: written, typeName } = readType(reporter, fields.value('type'));
  const chosen = fields.value('format') === undefined ? undefined : fields.read('format', 'date');
  const isDay = chosen !== undefined && dateFormats.includes(chosen) && written.kind === 'string';
  const type: Type = isDay ? { kind: 'date' } : written;
  const required = fields.read('required');
  return {
    ...plain,
    type,
    typeName: isDay ? (chosen ?? typeName) : typeName,
    required: required ?? kind === 'answer',
    default: readFitting(reporter, fields.map, fields.entry('default'), type),
    example: readFitting(reporter, fields.map, fields.entry('example'), type),
    description: fields.read('description') ?? '',
  };
}

function readType(reporter: Reporter, located: Located | undefined): { type: Type; typeName: string } {
  const unknown = { type: { kind: 'any' }, typeName: 'any' } as const;
  if (located === undefined) return unknown;
  const text = located.kind === 'scalar' ? String(located.value) : '';
  const known = findType(text);
  if (known !== undefined) return { type: known, typeName: text };
  const nearest = findNearest(text, typeNames) ?? 'str';
  report(reporter, located, {
    rule: 'bad-value',
    message: `Unknown type “${text}”.`,
    expected: typeNames.join(', '),
    actual: describeLocated(located),
    suggestion:
      located.kind === 'scalar'
        ? { text: `Write ${nearest}`, edits: replaceScalar(reporter.source, located, nearest) }
        : undefined,
  });
  return { type: findType(nearest) ?? unknown.type, typeName: nearest };
}

/** A default or an example must have the declared type. */
function readFitting(
  reporter: Reporter,
  map: LocatedMap,
  entry: LocatedEntry | undefined,
  type: Type,
): Json | undefined {
  if (entry === undefined) return undefined;
  const { value: located } = entry;
  const value = toJson(located);
  if (isOfType(value, type)) return value;
  const meant = convertToType(value, type);
  const isPlain =
    meant !== undefined && (meant === null || typeof meant !== 'object') && located.kind === 'scalar';
  report(reporter, located, {
    rule: 'wrong-type',
    message: `The ${entry.key} must be ${describeType(type)}.`,
    expected: describeType(type),
    actual: describeLocated(located),
    suggestion: isPlain
      ? { text: `Write ${JSON.stringify(meant)}`, edits: replaceScalar(reporter.source, located, meant) }
      : { text: `Remove the ${entry.key}.`, edits: removeEntry(reporter.source, map, entry) },
  });
  return meant;
}
