/** Parses loops: over a list, a number of times, under a condition, or as their steps decide. */
import { describeLocated } from '../../document/describe.ts';
import { findEntry, type Located } from '../../document/located.ts';
import { readShape, reportMissing, type ShapeFields } from '../../document/read-shape.ts';
import { readInteger, readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import { replaceScalar } from '../../document/scalar-edits.ts';
import type { Condition, LoopRule, LoopStep, SourceLocation } from '../model/schema.ts';
import type { GuideParseContext } from './guide-parse-context.ts';
import { readCondition } from './parse-condition.ts';
import { checkLoopContract } from './parse-contract.ts';
import { readIdentifier } from './parse-functions.ts';
import { readTextWithin } from './parse-text.ts';
import { maxVariableLength } from './part-shapes.ts';
import {
  contextSourceShape,
  contractSourceShape,
  type LoopType,
  loopShape,
  maxPasses,
} from './step-shapes.ts';

type LoopKey = keyof typeof loopShape.keys;
type LoopFields = ShapeFields<typeof loopShape.keys>;

/** The keys that a loop of each type ignores. */
const unused: Readonly<Record<LoopType, readonly LoopKey[]>> = {
  while: ['items', 'count', 'itemVar', 'indexVar'],
  until: ['items', 'count', 'itemVar', 'indexVar'],
  for: ['condition', 'conditionSource', 'items', 'itemVar'],
  forEach: ['condition', 'conditionSource', 'count'],
};

type LoopPart = Pick<LoopStep, 'rule' | 'maxIterations' | 'iterationVar' | 'itemVar' | 'indexVar'>;

/** @param id of the loop */
export function readLoop(
  context: GuideParseContext,
  located: Located | undefined,
  id: string,
): LoopPart | undefined {
  if (located === undefined) return undefined;
  const { violations } = context;
  const guessed = guessType(located);
  const fields = readShape(violations, located, loopShape, { placeholders: { type: guessed } });
  if (fields === undefined) return undefined;
  const type = fields.read('type', guessed);
  for (const key of unused[type]) warnUnused(context, fields, key, `a loop of the type “${type}”`);
  const name = (key: 'iterationVar' | 'itemVar' | 'indexVar'): string | null =>
    readIdentifier(violations, fields.value(key), `“${key}”`) ?? null;
  const maxIterations = fields.read('maxIterations');
  return {
    rule: readLoopRule(context, fields, type, id),
    maxIterations,
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

function warnUnused({ warnings }: GuideParseContext, fields: LoopFields, key: LoopKey, by: string): void {
  const entry = fields.entry(key);
  if (entry === undefined) return;
  warnings.report({
    at: entry.keySpan,
    path: entry.value.path,
    rule: 'unused-key',
    message: `“${key}” is ignored by ${by}.`,
    expected: 'nothing',
    actual: key,
  });
}

function readLoopRule(context: GuideParseContext, fields: LoopFields, type: LoopType, id: string): LoopRule {
  switch (type) {
    case 'while':
    case 'until':
      return readConditional(context, fields, type, id);
    case 'for':
      return {
        kind: 'for',
        count: readCount(context, fields),
        at: atOf(fields.value('count') ?? fields.map),
      };
    case 'forEach':
      return {
        kind: 'forEach',
        items: readItems(context, fields),
        at: atOf(fields.value('items') ?? fields.map),
      };
  }
}

const atOf = ({ path, span }: Located): SourceLocation => ({ path, span });

function readConditional(
  context: GuideParseContext,
  fields: LoopFields,
  kind: 'while' | 'until',
  id: string,
): LoopRule {
  const source = fields.value('conditionSource');
  if (source !== undefined) {
    warnUnused(context, fields, 'condition', 'a loop with “conditionSource”');
    return readSource(context, source, kind, id);
  }
  const located = fields.value('condition');
  if (located === undefined) {
    const example = { var: kind === 'while' ? 'goOn' : 'done', equals: true };
    reportMissing(context.violations, fields.map, 'condition', example, `A loop of the type “${kind}”`);
    return { kind, condition: {}, at: atOf(fields.map) };
  }
  return { kind, condition: readOrAlways(context, located), at: atOf(located) };
}

function readOrAlways(context: GuideParseContext, located: Located): Condition {
  return readCondition(context, located) ?? {};
}

const sources = ['artifact_contract', 'context_variable'] as const;

/** Of the newer format: the source of the decision whether a loop continues. */
function readSource(
  context: GuideParseContext,
  located: Located,
  kind: 'while' | 'until',
  id: string,
): LoopRule {
  const { violations } = context;
  const at = atOf(located);
  const has = (key: string): boolean => located.kind === 'map' && findEntry(located, key) !== undefined;
  const guessed = has('condition') ? 'context_variable' : 'artifact_contract';
  const written = located.kind === 'map' ? findEntry(located, 'kind')?.value : undefined;
  const chosen = readOneOf(violations, written, sources, 'The source of a condition', guessed);
  if (chosen === 'context_variable') {
    const fields = readShape(violations, located, contextSourceShape);
    const condition = fields?.value('condition');
    return { kind, condition: condition === undefined ? {} : readOrAlways(context, condition), at };
  }
  const fields = readShape(violations, located, contractSourceShape);
  checkLoopContract(context, fields?.value('contractRef'));
  const loopId = readTextWithin(violations, fields?.value('loopId'), {
    what: 'The id of the loop',
    instead: id,
  });
  return { kind: 'control', loopId: loopId ?? id, at };
}

/** A number, or the name of a variable that holds one. */
function readCount(context: GuideParseContext, fields: LoopFields): number | string {
  const { violations } = context;
  const located = fields.value('count');
  if (located === undefined) {
    reportMissing(violations, fields.map, 'count', 1, 'A loop of the type “for”');
    return 0;
  }
  const isText = located.kind === 'scalar' && typeof located.value === 'string';
  if (isText && Number.isNaN(Number(located.value))) {
    return readVariableName(context, located, '“count” of a loop') ?? 0;
  }
  const bounds = { minimum: 0, maximum: maxPasses };
  return readInteger(violations, located, '“count” of a loop', bounds) ?? 0;
}

function readItems(context: GuideParseContext, fields: LoopFields): string {
  const located = fields.value('items');
  if (located === undefined) {
    reportMissing(context.violations, fields.map, 'items', 'items', 'A loop of the type “forEach”');
    return 'items';
  }
  return readVariableName(context, located, '“items” of a loop') ?? 'items';
}

const placeholder = /^\s*(?:\{\{\s*([^{}]+?)\s*\}\}|\$\{?([^{}]+?)\}?)\s*$/;

/** The name of a variable alone, without template braces. */
function readVariableName(
  { violations }: GuideParseContext,
  located: Located,
  what: string,
): string | undefined {
  if (located.kind !== 'scalar' || located.value === null) {
    report(violations, located, {
      rule: 'wrong-type',
      message: `${what} must be the name of a context variable, but is ${describeLocated(located)}. Put the value into the context, and write its name here.`,
      expected: 'the name of a variable',
      actual: describeLocated(located),
    });
    return undefined;
  }
  const name = readTextWithin(violations, located, { what, maxLength: maxVariableLength });
  const found = name === undefined ? null : placeholder.exec(name);
  const meant = found?.[1] ?? found?.[2];
  if (meant === undefined) return name;
  report(violations, located, {
    rule: 'bad-name',
    message: `${what} must be only the name of a variable.`,
    expected: meant,
    actual: describeLocated(located),
    suggestion: { text: `Write ${meant}.`, edits: replaceScalar(violations.source, located, meant) },
  });
  return meant;
}
