/** Parses the parameters of a scripted run and validates them against those of its workflow. */
import type { Json } from '../../expression/index.ts';
import {
  convertToType,
  describeLocated,
  findEntry,
  fitValue,
  insertEntries,
  isOfType,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  type Parameter,
  type Proposal,
  type Reporter,
  replaceScalar,
  report,
  toJson,
} from '../../languages/index.ts';
import { describeParameter, exampleOf, missingParameters } from '../data/fit-parameters.ts';
import { reportKey } from './report-name.ts';
import { reportShape } from './report-shape.ts';

export interface ParamsPlace {
  /** The case or script that contains the parameters. */
  readonly around: Located;
  readonly params: Located | undefined;
}

/** @param complete whether missing parameters are an error */
export function parseParams(
  reporter: Reporter,
  place: ParamsPlace,
  map: LocatedMap | undefined,
  parameters: readonly Parameter[],
  complete: boolean,
): { readonly [name: string]: Json } {
  const params = new Map<string, Json>();
  for (const entry of map?.entries ?? []) {
    const parameter =
      parameters.find(({ name }) => name === entry.key) ?? findMeant(reporter, map, entry, parameters);
    if (parameter === undefined) continue;
    const value = toJson(entry.value);
    params.set(parameter.name, value);
    const { name, shape, type } = parameter;
    if (shape !== undefined) reportShape(reporter, entry.value, fitValue(value, shape, name));
    else if (!isOfType(value, type)) reportType(reporter, entry.value, parameter);
  }
  if (complete) {
    reportMissing(reporter, place, map, missingParameters(parameters, new Set(params.keys())));
  }
  return Object.fromEntries(params);
}

/** The parameter that a misspelt name most likely means; not one that is also given. */
function findMeant(
  reporter: Reporter,
  map: LocatedMap | undefined,
  entry: LocatedEntry,
  parameters: readonly Parameter[],
): Parameter | undefined {
  if (map === undefined) return undefined;
  const free = parameters.filter(({ name }) => findEntry(map, name) === undefined);
  const meant = reportKey(reporter, map, entry, {
    rule: 'unknown-parameter',
    message: `The workflow has no parameter “${entry.key}”.`,
    known: free.map(({ name }) => name),
  });
  return free.find(({ name }) => name === meant);
}

function reportType(reporter: Reporter, located: Located, parameter: Parameter): void {
  const isTyped = located.kind === 'scalar' && parameter.shape === undefined;
  const meant = isTyped ? convertToType(located.value, parameter.type) : undefined;
  const isScalar = meant === null || typeof meant !== 'object';
  report(reporter, located, {
    rule: 'wrong-type',
    message: `“${parameter.name}” must be ${describeParameter(parameter)}.`,
    expected: parameter.typeName,
    actual: describeLocated(located),
    suggestion:
      meant === undefined || !isScalar || located.kind !== 'scalar'
        ? undefined
        : { text: `Write ${JSON.stringify(meant)}.`, edits: replaceScalar(reporter.source, located, meant) },
  });
}

function reportMissing(
  reporter: Reporter,
  place: ParamsPlace,
  map: LocatedMap | undefined,
  missing: readonly Parameter[],
): void {
  const at = map ?? place.params ?? place.around;
  const { start } = at.span;
  const firstKey = at.kind === 'map' ? at.entries[0]?.keySpan : undefined;
  for (const parameter of missing) {
    const { name } = parameter;
    const edits = additionOf(reporter, place, map, missing, parameter);
    reporter.report({
      at: firstKey ?? { start, end: start },
      path: at.path,
      rule: 'missing-parameter',
      message: `The parameter “${name}” is missing: ${describeParameter(parameter)}.`,
      expected: name,
      actual: 'nothing',
      suggestion:
        edits === undefined
          ? undefined
          : { text: `Add ${name}: ${JSON.stringify(exampleOf(parameter))}.`, edits },
    });
  }
}

/** If no parameter is given, one edit adds all missing ones. */
function additionOf(
  { source }: Reporter,
  { around, params }: ParamsPlace,
  map: LocatedMap | undefined,
  missing: readonly Parameter[],
  parameter: Parameter,
): Proposal['edits'] | undefined {
  const entryOf = (each: Parameter): readonly [string, Json] => [each.name, exampleOf(each)];
  if (map !== undefined) return insertEntries(source, map, [entryOf(parameter)]);
  const all = missing.map(entryOf);
  if (params?.kind === 'scalar' && params.value === null) return insertEntries(source, params, all);
  if (params !== undefined || around.kind !== 'map') return undefined;
  return insertEntries(source, around, [['params', Object.fromEntries(all)]]);
}
