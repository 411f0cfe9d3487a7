/**
 * Checks the arguments of a call against the parameters of the function: unknown, missing, wrong type, value not
 * allowed.
 */
import { findNearest, type Json, type Type } from '../../../expression/index.ts';
import { describeLocated } from '../../document/describe.ts';
import type { LocatedEntry, LocatedMap } from '../../document/located.ts';
import { insertEntry, removeEntry, renameKey, setEntry } from '../../document/map-edits.ts';
import { report } from '../../document/report.ts';
import type { Proposal } from '../../document/reporter.ts';
import { convertToType, isOfType } from '../../document/value-of-type.ts';
import { formatList, formatValue } from '../conditions/format-value.ts';
import { equalsLeniently } from '../conditions/lenient-equals.ts';
import type { FunctionCall, FunctionParameter, GuideFunction } from '../model/schema.ts';
import type { GuideCheckContext } from './guide-check-context.ts';

const types: { readonly [type in FunctionParameter['type']]: Type } = {
  string: { kind: 'string' },
  number: { kind: 'number' },
  boolean: { kind: 'bool' },
  array: { kind: 'list', of: { kind: 'any' } },
  object: { kind: 'object', fields: [], open: true },
};

const typeDescriptions: { readonly [type in FunctionParameter['type']]: string } = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

export function checkFunctionCall(
  context: GuideCheckContext,
  call: FunctionCall,
  known: GuideFunction,
): void {
  const located = context.find(`${call.at.path}.args`);
  const args = located?.kind === 'map' ? located : undefined;
  const meant = new Set<string>();
  for (const entry of args?.entries ?? []) {
    const parameter = known.parameters.find(({ name }) => name === entry.key);
    if (parameter !== undefined) checkArgument(context, args, entry, parameter, call);
    else {
      const nearest = reportUnknown(context, call, known, args, entry);
      if (nearest !== undefined) meant.add(nearest);
    }
  }
  for (const parameter of known.parameters) {
    const { name, required } = parameter;
    if (!required || parameter.default !== undefined || Object.hasOwn(call.args, name) || meant.has(name))
      continue;
    reportMissing(context, call, args, parameter);
  }
}

function reportUnknown(
  { violations }: GuideCheckContext,
  call: FunctionCall,
  { parameters }: GuideFunction,
  args: LocatedMap | undefined,
  entry: LocatedEntry,
): string | undefined {
  const names = parameters.map(({ name }) => name);
  const nearest = findNearest(
    entry.key,
    names.filter((name) => !Object.hasOwn(call.args, name)),
  );
  const { source } = violations;
  report(
    violations,
    { span: entry.keySpan, path: entry.value.path },
    {
      rule: 'unknown-argument',
      message: `“${call.name}” has no parameter “${entry.key}”.`,
      expected: names.join(', ') || 'no arguments',
      actual: entry.key,
      suggestion:
        args === undefined
          ? undefined
          : nearest === undefined
            ? { text: `Remove “${entry.key}”.`, edits: removeEntry(source, args, entry) }
            : { text: `Did you mean “${nearest}”?`, edits: renameKey(source, args, entry, nearest) },
    },
  );
  return nearest;
}

function reportMissing(
  { violations }: GuideCheckContext,
  call: FunctionCall,
  args: LocatedMap | undefined,
  { name, type, enum: choices }: FunctionParameter,
): void {
  const [only] = choices ?? [];
  const expected =
    choices === null ? typeDescriptions[type] : `one of ${formatList(choices.map(formatValue))}`;
  report(violations, args ?? call.at, {
    rule: 'missing-argument',
    message: `“${call.name}” needs “${name}”: ${expected}.`,
    expected: `${name}: ${expected}`,
    actual: 'nothing',
    suggestion: {
      text: `Add “${name}” to “args”.`,
      // If only one value is allowed, it is the suggestion.
      edits:
        args === undefined || only === undefined || choices?.length !== 1
          ? []
          : insertEntry(violations.source, args, name, only),
    },
  });
}

function checkArgument(
  { violations }: GuideCheckContext,
  args: LocatedMap | undefined,
  entry: LocatedEntry,
  { name, type, enum: choices }: FunctionParameter,
  call: FunctionCall,
): void {
  const value = call.args[name] ?? null;
  // A template may become any value.
  if (typeof value === 'string' && value.includes('{{')) return;
  const propose = (better: Json | undefined): Proposal | undefined =>
    better === undefined || args === undefined
      ? undefined
      : { text: `Write ${JSON.stringify(better)}.`, edits: setEntry(violations.source, args, name, better) };
  if (!isOfType(value, types[type])) {
    report(violations, entry.value, {
      rule: 'argument-type',
      message: `“${name}” of “${call.name}” must be ${typeDescriptions[type]}, but is ${describeLocated(entry.value)}.`,
      expected: typeDescriptions[type],
      actual: describeLocated(entry.value),
      suggestion: propose(convertToType(value, types[type])),
    });
    return;
  }
  if (choices === null || choices.some((each) => isSame(each, value))) return;
  report(violations, entry.value, {
    rule: 'argument-not-allowed',
    message: `“${name}” of “${call.name}” must be one of ${formatList(choices.map(formatValue))}, but is ${describeLocated(entry.value)}.`,
    expected: `one of ${formatList(choices.map(formatValue))}`,
    actual: describeLocated(entry.value),
    suggestion: propose(meantOf(choices, value)),
  });
}

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b);

function meantOf(choices: readonly Json[], value: Json): Json | undefined {
  const texts = choices.filter((each) => typeof each === 'string');
  return (
    choices.find((each) => equalsLeniently(each, value)) ??
    (typeof value === 'string' ? findNearest(value, texts) : undefined)
  );
}
