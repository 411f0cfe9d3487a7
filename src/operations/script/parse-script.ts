/** The part of a case, or of a script file, that says what a run meets: parameters, calls, answers, start and seed. */
import { type Json, parseDate } from '../../expression/index.ts';
import {
  convert,
  describe,
  type Fields,
  insertEntry,
  isOfType,
  type Located,
  type LocatedEntry,
  type LocatedMap,
  type Parameter,
  type Reporter,
  readInteger,
  replaceScalar,
  toJson,
} from '../../languages/index.ts';
import type { Script } from '../../runtime/index.ts';
import { describeParameter, exampleOf, missingParameters } from '../fit-parameters.ts';
import { parseAnswers, parseOutcomes } from './parse-outcomes.ts';
import { reportKey } from './report-name.ts';
import type { ScriptNames } from './script-names.ts';

export const scriptKeys = { params: {}, calls: {}, answers: {}, start: {}, seed: {} };
/** The map may have other keys besides. */
export type ScriptFields = Pick<Fields<keyof typeof scriptKeys>, 'get'>;

export interface ParsedScript {
  readonly params: { readonly [name: string]: Json };
  readonly script: Script;
}

/** What a script is for; names are checked only where the workflow has no mistakes. */
export interface ScriptTarget {
  readonly parameters: readonly Parameter[];
  readonly names: ScriptNames | null;
}

/** @param complete whether parameters that are missing here are missing altogether */
export function parseScript(
  reporter: Reporter,
  place: Located,
  fields: ScriptFields,
  target: ScriptTarget,
  complete: boolean,
): ParsedScript {
  const calls = parseCalls(reporter, fields.get('calls')?.value, target.names);
  const start = parseStart(reporter, fields.get('start')?.value);
  const seedAt = fields.get('seed')?.value;
  const seed = seedAt === undefined ? undefined : readInteger(reporter, seedAt, 'seed', { least: 0 });
  return {
    params: parseParams(reporter, place, fields, target, complete),
    script: {
      calls,
      answers: parseAnswersByNode(reporter, fields.get('answers')?.value, askedNodes(target.names, calls)),
      ...(start === undefined ? {} : { start }),
      ...(seed === undefined ? {} : { seed }),
    },
  };
}

function parseParams(
  reporter: Reporter,
  place: Located,
  fields: ScriptFields,
  { parameters }: ScriptTarget,
  complete: boolean,
): { readonly [name: string]: Json } {
  const entry = fields.get('params');
  const map = mapOf(reporter, entry?.value, 'params');
  const written = new Set(map?.entries.map(({ key }) => key));
  const params = new Map<string, Json>();
  for (const each of map?.entries ?? []) {
    const known = parameters.filter(({ name }) => name === each.key || !written.has(name));
    const parameter =
      known.find(({ name }) => name === each.key) ?? reportUnknown(reporter, map, each, known);
    if (parameter === undefined) continue;
    const value = toJson(each.value);
    params.set(parameter.name, value);
    if (!isOfType(value, parameter.type)) reportType(reporter, each.value, parameter);
  }
  if (complete) {
    for (const parameter of missingParameters(parameters, new Set(params.keys()))) {
      reportMissing(reporter, map ?? entry?.value ?? place, parameter, map !== undefined);
    }
  }
  return Object.fromEntries(params);
}

/** @returns the parameter that was meant, where that can be told */
function reportUnknown(
  reporter: Reporter,
  map: LocatedMap | undefined,
  entry: LocatedEntry,
  known: readonly Parameter[],
): Parameter | undefined {
  if (map === undefined) return undefined;
  const meant = reportKey(reporter, map, entry, {
    rule: 'unknown-parameter',
    message: `The workflow has no parameter “${entry.key}”.`,
    known: known.map(({ name }) => name),
  });
  return known.find(({ name }) => name === meant);
}

function reportType(reporter: Reporter, located: Located, parameter: Parameter): void {
  const meant = located.kind === 'scalar' ? convert(located.value, parameter.type) : undefined;
  const isScalar = meant === null || typeof meant !== 'object';
  reporter.report({
    at: located.span,
    path: located.path,
    rule: 'wrong-type',
    message: `“${parameter.name}” is ${describeParameter(parameter)}.`,
    expected: parameter.typeName,
    actual: describe(located),
    suggestion:
      meant === undefined || !isScalar || located.kind !== 'scalar'
        ? undefined
        : { text: `Write ${JSON.stringify(meant)}.`, edits: replaceScalar(reporter.source, located, meant) },
  });
}

function reportMissing(reporter: Reporter, place: Located, parameter: Parameter, inMap: boolean): void {
  const example = exampleOf(parameter);
  const start = place.span.start;
  const firstKey = place.kind === 'map' ? place.entries[0]?.keySpan : undefined;
  reporter.report({
    at: firstKey ?? { start, end: start },
    path: place.path,
    rule: 'missing-parameter',
    message: `The parameter “${parameter.name}” is missing: ${describeParameter(parameter)}.`,
    expected: parameter.name,
    actual: 'nothing',
    suggestion:
      inMap && place.kind === 'map'
        ? {
            text: `Add ${parameter.name}: ${JSON.stringify(example)}.`,
            edits: insertEntry(reporter.source, place, parameter.name, example),
          }
        : undefined,
  });
}

function parseCalls(
  reporter: Reporter,
  located: Located | undefined,
  names: ScriptNames | null,
): Script['calls'] {
  const map = mapOf(reporter, located, 'calls');
  if (map === undefined) return {};
  for (const entry of map.entries) {
    if (names === null || names.callers.includes(entry.key) || names.operations.includes(entry.key)) continue;
    const message = names.nodes.includes(entry.key)
      ? `“${entry.key}” calls nothing, so nothing can be said about its calls.`
      : `“${entry.key}” is neither an operation that the workflow calls nor one of its nodes.`;
    reportKey(reporter, map, entry, {
      rule: 'unknown-call',
      message,
      known: [...names.operations, ...names.callers],
    });
  }
  return Object.fromEntries(map.entries.map(({ key, value }) => [key, parseOutcomes(reporter, value)]));
}

/** A call asks only where a script puts it in doubt. */
export function askedNodes(names: ScriptNames | null, calls: Script['calls']): Asking | null {
  if (names === null) return null;
  const doubts = Object.values(calls).some((list) => list.some(({ kind }) => kind === 'doubt'));
  return { nodes: names.nodes, asking: doubts ? [...names.asking, ...names.doubtful] : names.asking };
}

export type Asking = Pick<ScriptNames, 'nodes' | 'asking'>;

function parseAnswersByNode(
  reporter: Reporter,
  located: Located | undefined,
  names: Asking | null,
): Script['answers'] {
  const map = mapOf(reporter, located, 'answers');
  if (map === undefined) return {};
  for (const entry of map.entries) {
    if (names === null || names.asking.includes(entry.key)) continue;
    const message = names.nodes.includes(entry.key)
      ? `“${entry.key}” asks nothing.`
      : `The workflow has no node “${entry.key}”.`;
    reportKey(reporter, map, entry, { rule: 'unknown-question', message, known: names.asking });
  }
  return Object.fromEntries(map.entries.map(({ key, value }) => [key, parseAnswers(reporter, value)]));
}

function parseStart(reporter: Reporter, located: Located | undefined): number | undefined {
  if (located === undefined) return undefined;
  const value = located.kind === 'scalar' ? located.value : null;
  const start = typeof value === 'string' ? parseDate(value)?.milliseconds : value;
  if (typeof start === 'number' && Number.isInteger(start)) return start;
  reporter.report({
    at: located.span,
    path: located.path,
    rule: 'bad-value',
    message: 'The start is a date such as 2026-03-01, or milliseconds since 1970.',
    expected: 'a date',
    actual: describe(located),
  });
  return undefined;
}

function mapOf(reporter: Reporter, located: Located | undefined, key: string) {
  if (located === undefined || located.kind === 'map') return located;
  if (located.kind === 'scalar' && located.value === null) return undefined;
  reporter.report({
    at: located.span,
    path: located.path,
    rule: 'wrong-type',
    message: `“${key}” is a map of names and values.`,
    expected: 'a map',
    actual: describe(located),
  });
  return undefined;
}
