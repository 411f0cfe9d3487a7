/** Checks arguments against the called operation or workflow: unknown ones, missing ones, and wrong types. */

import { describeType, findNearest, isDate, type Json, type Type } from '../../expression/index.ts';
import { findEntry, type Located, type LocatedMap } from '../document/located.ts';
import { insertEntry, removeEntry, renameKey } from '../document/map-edits.ts';
import { report } from '../document/report.ts';
import type { Proposal, Reporter } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { convertToType, exampleOfType } from '../document/value-of-type.ts';
import type { NameBindings } from './name-bindings.ts';
import type { TemplateField } from './schema.ts';

export interface ExpectedArgument {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
}

export interface CheckedCall {
  /** The node to which missing arguments would be added. */
  readonly node: LocatedMap;
  readonly args: Located | null;
  readonly fields: readonly (TemplateField & { readonly type: Type })[];
  readonly expected: readonly ExpectedArgument[];
  readonly callee: string;
  readonly names: NameBindings;
}

export function checkArguments(call: CheckedCall, reporter: Reporter): void {
  const { expected, fields } = call;
  const meant = new Set<string>();
  for (const field of fields) {
    const known = expected.find(({ name }) => name === field.name);
    if (known === undefined) {
      const nearest = reportUnknown(call, field, reporter);
      if (nearest !== undefined) meant.add(nearest);
    } else checkType(field, known, reporter);
  }
  const missing = expected.filter(
    ({ name, required }) => required && !meant.has(name) && !fields.some((field) => field.name === name),
  );
  for (const each of missing) reportMissing(call, each, missing, reporter);
}

function reportUnknown(call: CheckedCall, field: TemplateField, reporter: Reporter): string | undefined {
  const free = call.expected
    .map(({ name }) => name)
    .filter((name) => !call.fields.some((each) => each.name === name));
  const nearest = findNearest(field.name, free);
  reporter.report({
    at: field.at.span,
    path: field.at.path,
    rule: 'unknown-argument',
    message: `${call.callee} has no parameter “${field.name}”.`,
    expected: call.expected.map(({ name }) => name).join(', ') || 'no arguments',
    actual: field.name,
    suggestion: renameOrRemove(call, field.name, nearest, reporter),
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
  field: TemplateField & { readonly type: Type },
  { name, type }: ExpectedArgument,
  reporter: Reporter,
): void {
  if (fits(field.type, type, field.value.kind === 'constant' ? field.value.value : undefined)) return;
  const constant =
    field.value.kind === 'constant' && field.value.located.kind === 'scalar'
      ? field.value.located
      : undefined;
  const converted = constant === undefined ? undefined : convertToType(constant.value, type);
  reporter.report({
    at: field.at.span,
    path: field.at.path,
    rule: 'argument-type',
    message: `“${name}” is ${describeType(type)}, not ${describeType(field.type)}.`,
    expected: describeType(type),
    actual: describeType(field.type),
    suggestion:
      constant === undefined ||
      converted === undefined ||
      (converted !== null && typeof converted === 'object')
        ? undefined
        : {
            text: `Write ${JSON.stringify(converted)}`,
            edits: replaceScalar(reporter.source, constant, converted),
          },
  });
}

/** Whether a value of one type is accepted for another. Dates are passed as texts. */
function fits(type: Type, wanted: Type, constant?: Json): boolean {
  if (type.kind === 'any' || wanted.kind === 'any' || type.kind === wanted.kind) return true;
  if (wanted.kind === 'number') return type.kind === 'int';
  if (wanted.kind === 'int') return type.kind === 'number' && constant === undefined;
  if (wanted.kind === 'string') return type.kind === 'date';
  if (wanted.kind === 'date')
    return type.kind === 'string' && (constant === undefined || isDate(String(constant)));
  return false;
}

function reportMissing(
  call: CheckedCall,
  each: ExpectedArgument,
  all: readonly ExpectedArgument[],
  reporter: Reporter,
): void {
  const { args, node, callee } = call;
  const { name, type } = each;
  const value = proposed(call, each);
  const { source } = reporter;
  const known = args === null ? undefined : args;
  const { span, path } = known ?? node;
  report(
    reporter,
    { span: span.start === span.end ? node.span : span, path },
    {
      rule: 'missing-argument',
      message: `${callee} needs “${name}”.`,
      expected: `${name}: ${describeType(type)}`,
      actual: 'nothing',
      suggestion: {
        text: `Add ${name}: ${JSON.stringify(value)}`,
        edits:
          known === undefined
            ? // Missing arguments are added as one entry: each proposal contains all of them.
              insertEntry(
                source,
                node,
                'args',
                Object.fromEntries(all.map((other) => [other.name, proposed(call, other)])),
              )
            : known.kind === 'list'
              ? []
              : insertEntry(source, known, name, value),
      },
    },
  );
}

/** A reference to a value of the same name, otherwise a sample value of the type. */
function proposed({ names }: CheckedCall, { name, type }: ExpectedArgument): Json {
  return (names.get(name)?.variable ?? null) === null ? exampleOfType(name, type) : `$${name}`;
}
