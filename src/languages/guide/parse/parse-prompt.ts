/**
 * Parses prompts of the newer format: blocks that form one text, and fragments that follow if their condition holds.
 */
import type { Located, LocatedList } from '../../document/located.ts';
import { readShape, reportMissing, type ShapeFields } from '../../document/read-shape.ts';
import { readEntries } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { PromptFragment } from '../model/schema.ts';
import { type GuideParseContext, warnUnsupported } from './guide-parse-context.ts';
import { readCondition } from './parse-condition.ts';
import { readUniqueId } from './parse-id.ts';
import { readTextWithin } from './parse-text.ts';
import { blocksShape, fragmentShape, partShape, promptPlaceholder } from './prompt-shapes.ts';

const blocks = Object.keys(blocksShape.keys);

export function readPromptBlocks(context: GuideParseContext, located: Located): string {
  const { violations } = context;
  const fields = readShape(violations, located, blocksShape);
  if (fields === undefined) return '';
  if (fields.map.entries.length === 0) {
    report(violations, located, {
      rule: 'missing-key',
      message: `The blocks of a prompt are empty. Use some of ${blocks.join(', ')}.`,
      expected: 'goal: …',
      actual: 'nothing',
    });
  }
  return [
    block('Goal', readBlockText(context, fields.value('goal'), 'The goal')),
    block('Constraints', readLines(context, fields, 'constraints').map(bullet).join('\n')),
    block('Procedure', readLines(context, fields, 'procedure').map(numbered).join('\n')),
    block('Output Required', readOutputs(context, fields.value('outputRequired'))),
    block('Verify', readLines(context, fields, 'verify').map(bullet).join('\n')),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

const block = (heading: string, text: string): string => (text === '' ? '' : `## ${heading}\n${text}`);
const bullet = (line: string): string => `- ${line}`;
const numbered = (line: string, at: number): string => `${at + 1}. ${line}`;

function readLines(
  context: GuideParseContext,
  fields: ShapeFields<typeof blocksShape.keys>,
  key: 'constraints' | 'procedure' | 'verify',
): readonly string[] {
  return fields.read(key)?.items.map((item) => readBlockText(context, item, `Each line of “${key}”`)) ?? [];
}

function readOutputs(context: GuideParseContext, located: Located | undefined): string {
  return readEntries(context.violations, located, 'The block “outputRequired”')
    .map(({ key, value }) => bullet(`${key}: ${readBlockText(context, value, `The output “${key}”`)}`))
    .join('\n');
}

/** A text, or a list of parts. */
function readBlockText(context: GuideParseContext, located: Located | undefined, what: string): string {
  if (located === undefined) return '';
  switch (located.kind) {
    case 'scalar':
      return readTextWithin(context.violations, located, { what }) ?? '';
    case 'list':
      return located.items.map((item) => readBlockPart(context, item, what)).join('');
    case 'map':
      return readBlockPart(context, located, what);
  }
}

function readBlockPart(context: GuideParseContext, located: Located, what: string): string {
  if (located.kind === 'scalar') return readBlockText(context, located, what);
  const fallback = isReference(located) ? 'ref' : 'text';
  const fields = readShape(context.violations, located, partShape, { placeholders: { kind: fallback } });
  if (fields === undefined) return '';
  const kind = fields.read('kind', fallback);
  const key = kind === 'text' ? 'text' : 'refId';
  const value = fields.value(key);
  const text = readTextWithin(context.violations, value, {
    what: `“${key}”`,
    minLength: kind === 'text' ? 0 : 1,
  });
  if (value === undefined) {
    const placeholder = kind === 'text' ? promptPlaceholder : 'name';
    reportMissing(context.violations, fields.map, key, placeholder, 'A part of a text');
  }
  if (text === undefined || kind === 'text') return text ?? '';
  warnUnsupported(context, value ?? located, text, 'the prompt shows its name instead of its content');
  return `[${text}]`;
}

function isReference(located: Located): boolean {
  return located.kind === 'map' && located.entries.every(({ key }) => key !== 'text');
}

export function readFragments(
  context: GuideParseContext,
  list: LocatedList | undefined,
): readonly PromptFragment[] {
  const seen = new Set<string>();
  return list?.items.flatMap((item, at) => readFragment(context, item, at, seen) ?? []) ?? [];
}

function readFragment(
  context: GuideParseContext,
  located: Located,
  at: number,
  seen: Set<string>,
): PromptFragment | undefined {
  const { violations } = context;
  const id = `fragment-${at + 1}`;
  const fields = readShape(violations, located, fragmentShape, { placeholders: { id } });
  if (fields === undefined) return undefined;
  const when = fields.value('when');
  return {
    id: readUniqueId(violations, fields.value('id'), 'a fragment', id, seen),
    when: (when === undefined ? undefined : readCondition(context, when)) ?? null,
    text: fields.read('text') ?? '',
  };
}
