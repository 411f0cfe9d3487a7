/**
 * Parses the options of a branch. The default is written `- default: name`, `- default:` with `goto`, or `- default:
 * {goto}`.
 */

import { describeLocated } from '../document/describe.ts';
import { removeItem } from '../document/list-edits.ts';
import type { Located, LocatedList, LocatedMap } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import { readPointer } from './parse-pointer.ts';
import { readConditionFormula } from './parse-value.ts';
import { defaultShape, optionShape } from './part-shapes.ts';
import type { BranchOption, Pointer, SourceLocation } from './schema.ts';

/** Ends the path, unless a node has this name. */
const end = 'end';

export function readBranchOptions(
  context: GraphParseContext,
  located: Located | undefined,
  place: SourceLocation,
): readonly BranchOption[] {
  // Continues with the proposed value.
  if (located === undefined) return [{ when: null, goto: null, at: place }];
  if (located.kind !== 'list') {
    report(context.reporter, located, {
      rule: 'wrong-type',
      message: '“on” must be a list of conditions.',
      expected: 'a list like - when: $seats > 0',
      actual: describeLocated(located),
    });
    return [];
  }
  const options = located.items.flatMap((item, at) => readOption(context, located, item, at) ?? []);
  const [first, ...others] = options.filter(({ when }) => when === null);
  for (const second of others) reportSecondDefault(context, located, second);
  return first === undefined ? options : [...options.filter(({ when }) => when !== null), first];
}

function readOption(
  context: GraphParseContext,
  list: LocatedList,
  item: Located,
  index: number,
): BranchOption | undefined {
  const fields = readShape(context.reporter, item, optionShape);
  if (fields === undefined) return undefined;
  const { map } = fields;
  const at = { span: map.entries[0]?.keySpan ?? map.span, path: map.path };
  const when = fields.value('when');
  const isDefault = fields.entry('default') !== undefined;
  const condition = when === undefined ? null : readConditionFormula(context.reporter, when, '“when”');
  if (when === undefined && !isDefault) {
    context.reporter.report({
      at: at.span,
      path: at.path,
      rule: 'missing-key',
      message: 'An option must have a condition or be the default.',
      expected: 'when: … or default: …',
      actual: 'neither',
      suggestion: { text: 'Add when: true', edits: insertEntry(context.reporter.source, map, 'when', true) },
    });
  }
  const target = fields.value('goto') ?? innerTarget(context, fields.value('default'));
  if (target === undefined) reportNoTarget(context, list, map, index);
  // A condition that could not be parsed may be true or false.
  const unread = when !== undefined && condition === null;
  // Without a target the path ends, as proposed.
  const goto = (target === undefined ? null : readTarget(context, target)) ?? null;
  return { when: isDefault ? null : (condition ?? undecided(when, unread)), goto, at };
}

function undecided(when: Located | undefined, unread: boolean): BranchOption['when'] {
  if (when?.kind !== 'scalar' || !unread) return null;
  return {
    kind: 'formula',
    tree: {
      kind: 'call',
      name: 'default',
      args: [
        { kind: 'literal', value: null },
        { kind: 'literal', value: true },
      ],
    },
    scalar: when,
  };
}

/** The value of `default:`. */
function innerTarget(context: GraphParseContext, located: Located | undefined): Located | undefined {
  if (located === undefined || located.kind === 'list') return undefined;
  if (located.kind === 'scalar') return located.value === null ? undefined : located;
  return readShape(context.reporter, located, defaultShape)?.value('goto');
}

/** @returns null if the path ends, undefined if the target is unknown */
function readTarget(context: GraphParseContext, located: Located): Pointer | null | undefined {
  const isEnd = located.kind === 'scalar' && located.value === end && !context.nodeNames.includes(end);
  if (isEnd) return null;
  const { source } = context.reporter;
  return readPointer(context, located, context.nodeNames, {
    rule: 'unknown-node',
    what: 'node',
    otherwise: () =>
      located.kind === 'scalar'
        ? { text: 'Write “end” to end the path here.', edits: replaceScalar(source, located, end) }
        : undefined,
  });
}

function reportNoTarget(
  { reporter }: GraphParseContext,
  list: LocatedList,
  map: LocatedMap,
  index: number,
): void {
  reporter.report({
    at: map.entries[0]?.keySpan ?? map.span,
    path: map.path,
    rule: 'missing-key',
    message: 'An option must have a target.',
    expected: 'goto: the name of a node, or end',
    actual: 'nothing',
    suggestion:
      map.entries.length === 0
        ? { text: 'Remove the option.', edits: removeItem(reporter.source, list, index) }
        : { text: 'Add goto: end', edits: insertEntry(reporter.source, map, 'goto', end) },
  });
}

function reportSecondDefault({ reporter }: GraphParseContext, list: LocatedList, { at }: BranchOption): void {
  const index = list.items.findIndex((item) => item.path === at.path);
  reporter.report({
    at: at.span,
    path: at.path,
    rule: 'bad-value',
    message: 'A branch can have only one default.',
    expected: 'one default',
    actual: 'another one',
    suggestion: { text: 'Remove the second default.', edits: removeItem(reporter.source, list, index) },
  });
}
