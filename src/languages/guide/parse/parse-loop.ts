/** Loops: over a list, a number of times, under a condition, or as their own steps decide. */
import { describe } from '../../document/describe.ts';
import { findEntry, type Located } from '../../document/located.ts';
import { type Fields, readMap, reportMissing } from '../../document/read-map.ts';
import { readInteger, readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { At, Condition, LoopRule, LoopStep } from '../schema.ts';
import { readCondition } from './parse-condition.ts';
import { checkLoopContract, loopControl } from './parse-contract.ts';
import { readIdentifier } from './parse-functions.ts';
import type { ParseScope } from './parse-scope.ts';
import { readSized } from './parse-text.ts';

const types = ['while', 'until', 'for', 'forEach'] as const;
type LoopType = (typeof types)[number];

const mostPasses = 1000;
const usualPasses = 100;

const keys = [
  'type',
  'condition',
  'conditionSource',
  'items',
  'count',
  'maxIterations',
  'iterationVar',
  'itemVar',
  'indexVar',
] as const;
type LoopFields = Fields<(typeof keys)[number]>;

/** Which keys of the others a loop does not look at. */
const unused: Readonly<Record<LoopType, readonly (typeof keys)[number][]>> = {
  while: ['items', 'count', 'itemVar', 'indexVar'],
  until: ['items', 'count', 'itemVar', 'indexVar'],
  for: ['condition', 'conditionSource', 'items', 'itemVar'],
  forEach: ['condition', 'conditionSource', 'count'],
};

type LoopPart = Pick<LoopStep, 'rule' | 'maxIterations' | 'iterationVar' | 'itemVar' | 'indexVar'>;

/** @param id of the loop */
export function readLoop(scope: ParseScope, located: Located | undefined, id: string): LoopPart | undefined {
  if (located === undefined) return undefined;
  const { violations } = scope;
  const guessed = guessType(located);
  const fields: LoopFields | undefined = readMap(violations, located, {
    what: 'A loop',
    keys,
    synonyms: { kind: 'type', over: 'items', list: 'items', times: 'count', max: 'maxIterations' },
    required: { type: guessed, maxIterations: usualPasses },
  });
  if (fields === undefined) return undefined;
  const type = readOneOf(violations, fields.value('type'), types, 'The type of a loop', guessed);
  for (const key of unused[type]) warnUnused(scope, fields, key, `a loop of the type “${type}”`);
  const name = (key: 'iterationVar' | 'itemVar' | 'indexVar'): string | null =>
    readIdentifier(violations, fields.value(key), `“${key}”`) ?? null;
  const bounds = { least: 1, most: mostPasses };
  const passes = readInteger(violations, fields.value('maxIterations'), '“maxIterations”', bounds);
  return {
    rule: readLoopRule(scope, fields, type, id),
    maxIterations: passes ?? usualPasses,
    iterationVar: name('iterationVar'),
    itemVar: name('itemVar'),
    indexVar: name('indexVar'),
  };
}

function guessType(located: Located): LoopType {
  const has = (key: string): boolean => located.kind === 'map' && findEntry(located, key) !== undefined;
  if (has('items')) return 'forEach';
  return has('count') ? 'for' : 'while';
}

function warnUnused(
  { warnings }: ParseScope,
  fields: LoopFields,
  key: (typeof keys)[number],
  by: string,
): void {
  const entry = fields.entry(key);
  if (entry === undefined) return;
  warnings.report({
    at: entry.keySpan,
    path: entry.value.path,
    rule: 'unused-key',
    message: `“${key}” is not looked at by ${by}.`,
    expected: 'nothing',
    actual: key,
  });
}

function readLoopRule(scope: ParseScope, fields: LoopFields, type: LoopType, id: string): LoopRule {
  switch (type) {
    case 'while':
    case 'until':
      return readConditional(scope, fields, type, id);
    case 'for':
      return { kind: 'for', count: readCount(scope, fields), at: atOf(fields.value('count') ?? fields.map) };
    case 'forEach':
      return {
        kind: 'forEach',
        items: readItems(scope, fields),
        at: atOf(fields.value('items') ?? fields.map),
      };
  }
}

const atOf = ({ path, span }: Located): At => ({ path, span });

function readConditional(
  scope: ParseScope,
  fields: LoopFields,
  kind: 'while' | 'until',
  id: string,
): LoopRule {
  const source = fields.value('conditionSource');
  if (source !== undefined) {
    warnUnused(scope, fields, 'condition', 'a loop with “conditionSource”');
    return readSource(scope, source, kind, id);
  }
  const located = fields.value('condition');
  if (located === undefined) {
    const example = { var: kind === 'while' ? 'goOn' : 'done', equals: true };
    reportMissing(scope.violations, fields.map, 'condition', example, `A loop of the type “${kind}”`);
    return { kind, condition: {}, at: atOf(fields.map) };
  }
  return { kind, condition: readOrAlways(scope, located), at: atOf(located) };
}

function readOrAlways(scope: ParseScope, located: Located): Condition {
  return readCondition(scope, located) ?? {};
}

const sources = ['artifact_contract', 'context_variable'] as const;

/** Of the newer format: where a loop takes from whether it goes on. */
function readSource(scope: ParseScope, located: Located, kind: 'while' | 'until', id: string): LoopRule {
  const { violations } = scope;
  const at = atOf(located);
  const has = (key: string): boolean => located.kind === 'map' && findEntry(located, key) !== undefined;
  const guessed = has('condition') ? 'context_variable' : 'artifact_contract';
  const written = located.kind === 'map' ? findEntry(located, 'kind')?.value : undefined;
  const chosen = readOneOf(violations, written, sources, 'The source of a condition', guessed);
  if (chosen === 'context_variable') {
    const fields = readMap(violations, located, {
      what: 'The source of a condition',
      keys: ['kind', 'condition'],
      required: { kind: chosen, condition: { var: 'goOn', equals: true } },
    });
    const condition = fields?.value('condition');
    return { kind, condition: condition === undefined ? {} : readOrAlways(scope, condition), at };
  }
  const fields = readMap(violations, located, {
    what: 'The source of a condition',
    keys: ['kind', 'contractRef', 'loopId'],
    required: { kind: chosen, contractRef: loopControl },
  });
  checkLoopContract(scope, fields?.value('contractRef'));
  const loopId = readSized(violations, fields?.value('loopId'), { what: 'The id of the loop', instead: id });
  return { kind: 'control', loopId: loopId ?? id, at };
}

/** A number, or the name of a variable that holds one. */
function readCount(scope: ParseScope, fields: LoopFields): number | string {
  const { violations } = scope;
  const located = fields.value('count');
  if (located === undefined) {
    reportMissing(violations, fields.map, 'count', 1, 'A loop of the type “for”');
    return 0;
  }
  const isText = located.kind === 'scalar' && typeof located.value === 'string';
  if (isText && Number.isNaN(Number(located.value))) {
    return readVariableName(scope, located, '“count” of a loop') ?? 0;
  }
  const bounds = { least: 0, most: mostPasses };
  return readInteger(violations, located, '“count” of a loop', bounds) ?? 0;
}

function readItems(scope: ParseScope, fields: LoopFields): string {
  const located = fields.value('items');
  if (located === undefined) {
    reportMissing(scope.violations, fields.map, 'items', 'items', 'A loop of the type “forEach”');
    return 'items';
  }
  return readVariableName(scope, located, '“items” of a loop') ?? 'items';
}

const placeholder = /^\s*(?:\{\{\s*([^{}]+?)\s*\}\}|\$\{?([^{}]+?)\}?)\s*$/;

/** Of a variable: the name alone, not what texts write for its value. */
function readVariableName({ violations }: ParseScope, located: Located, what: string): string | undefined {
  if (located.kind !== 'scalar' || located.value === null) {
    report(violations, located, {
      rule: 'wrong-type',
      message: `${what} names a variable of the context, but here is ${describe(located)}. Put that into the context, and its name here.`,
      expected: 'the name of a variable',
      actual: describe(located),
    });
    return undefined;
  }
  const name = readSized(violations, located, { what, most: 256 });
  const found = name === undefined ? null : placeholder.exec(name);
  const meant = found?.[1] ?? found?.[2];
  if (meant === undefined) return name;
  report(violations, located, {
    rule: 'bad-name',
    message: `${what} is the name of a variable alone.`,
    expected: meant,
    actual: describe(located),
    suggestion: { text: `Write ${meant}.`, edits: replaceScalar(violations.source, located, meant) },
  });
  return meant;
}
