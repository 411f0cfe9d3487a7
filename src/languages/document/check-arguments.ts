/** Checks arguments against the called operation or workflow: unknown ones, missing ones, and wrong types. */

import { describeType, isDate, type Json, type Type } from '../../expression/index.ts';
import { findEntry, type Located, type LocatedMap } from './located.ts';
import { insertEntry, removeEntry, renameKey } from './map-edits.ts';
import { report } from './report.ts';
import type { Proposal, Reporter } from './reporter.ts';
import { replaceScalar } from './scalar-edits.ts';
import { findSimilar } from './similar-name.ts';
import { convertToType, exampleOfType } from './value-of-type.ts';

export interface ExpectedArgument {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
}

export interface GivenArgument {
  readonly name: string;
  /** Its key. */
  readonly at: Pick<Located, 'span' | 'path'>;
  readonly type: Type;
  /** Undefined if it has references. */
  readonly constant: Located | undefined;
}

export interface CheckedCall {
  /** The map to which missing arguments would be added. */
  readonly node: LocatedMap;
  readonly args: Located | null;
  /** Where missing arguments are reported. */
  readonly missingAt: Pick<Located, 'span' | 'path'>;
  readonly given: readonly GivenArgument[];
  readonly expected: readonly ExpectedArgument[];
  /** Whether it accepts arguments that are not expected. */
  readonly open?: boolean | undefined;
  readonly callee: string;
  /** A reference to a value of this name, if there is one. */
  readonly reference: (name: string) => string | undefined;
}

export function checkArguments(call: CheckedCall, reporter: Reporter): void {
  const { expected, given, open = false } = call;
  const meant = new Set(given.map(({ name }) => name));
  for (const argument of given) {
    const known = expected.find(({ name }) => name === argument.name);
    if (known !== undefined) checkType(argument, known, reporter);
    else if (!open) {
      const nearest = reportUnknown(call, argument, reporter);
      if (nearest !== undefined) meant.add(nearest);
    }
  }
  const missing = expected.filter(({ name, required }) => required && !meant.has(name));
  for (const each of missing) reportMissing(call, each, missing, reporter);
}

function reportUnknown(
  call: CheckedCall,
  { name, at }: GivenArgument,
  reporter: Reporter,
): string | undefined {
  const known = call.expected.map((each) => each.name);
  const free = known.filter((each) => !call.given.some((other) => other.name === each));
  const nearest = findSimilar(reporter, name, free);
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'unknown-argument',
    message: `${call.callee} has no parameter “${name}”.`,
    expected: known.join(', ') || 'no arguments',
    actual: name,
    suggestion: renameOrRemove(call, name, nearest, reporter),
  });
  return nearest;
}

function renameOrRemove(
  { args }: CheckedCall,
  name: string,
  nearest: string | undefined,
  { source }: Reporter,
): Proposal | undefined {
  const entry = args?.kind === 'map' ? findEntry(args, name) : undefined;
  if (args?.kind !== 'map' || entry === undefined) return undefined;
  return nearest === undefined
    ? { text: `Remove “${name}”.`, edits: removeEntry(source, args, entry) }
    : { text: `Did you mean “${nearest}”?`, edits: renameKey(source, args, entry, nearest) };
}

function checkType(
  { type: given, at, constant }: GivenArgument,
  { name, type }: ExpectedArgument,
  reporter: Reporter,
): void {
  if (fits(given, type, constant)) return;
  const scalar = constant?.kind === 'scalar' ? constant : undefined;
  const converted = scalar && convertToType(scalar.value, type);
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'argument-type',
    message: `“${name}” is ${describeType(type)}, not ${describeType(given)}.`,
    expected: describeType(type),
    actual: describeType(given),
    suggestion:
      scalar === undefined || converted === undefined || (converted !== null && typeof converted === 'object')
        ? undefined
        : {
            text: `Write ${JSON.stringify(converted)}`,
            edits: replaceScalar(reporter.source, scalar, converted),
          },
  });
}

/** Whether a value of one type is accepted for another. Dates are passed as texts. */
function fits(type: Type, wanted: Type, constant: Located | undefined): boolean {
  if (type.kind === 'any' || wanted.kind === 'any' || type.kind === wanted.kind) return true;
  if (wanted.kind === 'number') return type.kind === 'int';
  if (wanted.kind === 'int') return type.kind === 'number' && constant === undefined;
  if (wanted.kind === 'string') return type.kind === 'date';
  if (wanted.kind === 'date')
    return (
      type.kind === 'string' &&
      (constant === undefined || (constant.kind === 'scalar' && isDate(String(constant.value))))
    );
  return false;
}

function reportMissing(
  call: CheckedCall,
  each: ExpectedArgument,
  all: readonly ExpectedArgument[],
  reporter: Reporter,
): void {
  const { args, node, callee, missingAt } = call;
  const { name, type } = each;
  const value = proposed(call, each);
  const { source } = reporter;
  report(reporter, missingAt, {
    rule: 'missing-argument',
    message: `${callee} needs “${name}”.`,
    expected: `${name}: ${describeType(type)}`,
    actual: 'nothing',
    suggestion: {
      text: `Add ${name}: ${JSON.stringify(value)}`,
      edits:
        args === null
          ? // Missing arguments are added as one entry: each proposal contains all of them.
            insertEntry(
              source,
              node,
              'args',
              Object.fromEntries(all.map((other) => [other.name, proposed(call, other)])),
            )
          : args.kind === 'list'
            ? []
            : insertEntry(source, args, name, value),
    },
  });
}

/** A reference to a value of the same name, otherwise a sample value of the type. */
const proposed = ({ reference }: CheckedCall, { name, type }: ExpectedArgument): Json =>
  reference(name) ?? exampleOfType(name, type);
