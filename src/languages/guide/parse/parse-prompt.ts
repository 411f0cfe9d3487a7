/** Prompts of the newer format: blocks that are put together to one text, and fragments that follow under a condition. */
import type { Located } from '../../document/located.ts';
import { type Fields, readMap, reportMissing } from '../../document/read-map.ts';
import { readList, readOneOf } from '../../document/read-value.ts';
import { report } from '../../document/report.ts';
import type { PromptFragment } from '../schema.ts';
import { readCondition } from './parse-condition.ts';
import { readUniqueId } from './parse-id.ts';
import { type ParseScope, warnUnsupported } from './parse-scope.ts';
import { readEntries, readSized } from './parse-text.ts';

const blocks = ['goal', 'constraints', 'procedure', 'outputRequired', 'verify'] as const;

export function readPromptBlocks(scope: ParseScope, located: Located): string {
  const { violations } = scope;
  const fields = readMap(violations, located, { what: 'The blocks of a prompt', keys: blocks });
  if (fields === undefined) return '';
  if (fields.map.entries.length === 0) {
    report(violations, located, {
      rule: 'missing-key',
      message: `The blocks of a prompt are some of ${blocks.join(', ')}; here is none.`,
      expected: 'goal: …',
      actual: 'nothing',
    });
  }
  return [
    block('Goal', readBlockText(scope, fields.value('goal'), 'The goal')),
    block('Constraints', readLines(scope, fields, 'constraints').map(bullet).join('\n')),
    block('Procedure', readLines(scope, fields, 'procedure').map(numbered).join('\n')),
    block('Output Required', readOutputs(scope, fields.value('outputRequired'))),
    block('Verify', readLines(scope, fields, 'verify').map(bullet).join('\n')),
  ]
    .filter((text) => text !== '')
    .join('\n\n');
}

const block = (heading: string, text: string): string => (text === '' ? '' : `## ${heading}\n${text}`);
const bullet = (line: string): string => `- ${line}`;
const numbered = (line: string, at: number): string => `${at + 1}. ${line}`;

type BlockFields = Fields<(typeof blocks)[number]>;

function readLines(
  scope: ParseScope,
  fields: BlockFields,
  key: 'constraints' | 'procedure' | 'verify',
): readonly string[] {
  const list = readList(scope.violations, fields.value(key), `The block “${key}”`);
  return list?.items.map((item) => readBlockText(scope, item, `Each line of “${key}”`)) ?? [];
}

function readOutputs(scope: ParseScope, located: Located | undefined): string {
  return readEntries(scope.violations, located, 'The block “outputRequired”')
    .map(({ key, value }) => bullet(`${key}: ${readBlockText(scope, value, `The output “${key}”`)}`))
    .join('\n');
}

/** A text, or parts of one. */
function readBlockText(scope: ParseScope, located: Located | undefined, what: string): string {
  if (located === undefined) return '';
  switch (located.kind) {
    case 'scalar':
      return readSized(scope.violations, located, { what }) ?? '';
    case 'list':
      return located.items.map((item) => readBlockPart(scope, item, what)).join('');
    case 'map':
      return readBlockPart(scope, located, what);
  }
}

function readBlockPart(scope: ParseScope, located: Located, what: string): string {
  if (located.kind === 'scalar') return readBlockText(scope, located, what);
  const fields = readMap(scope.violations, located, {
    what: 'A part of a text',
    keys: ['kind', 'text', 'refId'],
    synonyms: { ref: 'refId', id: 'refId', name: 'refId' },
    required: { kind: isReference(located) ? 'ref' : 'text' },
  });
  if (fields === undefined) return '';
  const fallback = isReference(located) ? 'ref' : 'text';
  const kind = readOneOf(scope.violations, fields.value('kind'), ['text', 'ref'], 'The kind', fallback);
  const key = kind === 'text' ? 'text' : 'refId';
  const value = fields.value(key);
  const text = readSized(scope.violations, value, { what: `“${key}”`, least: kind === 'text' ? 0 : 1 });
  if (value === undefined) {
    const placeholder = kind === 'text' ? 'Say what is to be done.' : 'name';
    reportMissing(scope.violations, fields.map, key, placeholder, 'A part of a text');
  }
  if (text === undefined || kind === 'text') return text ?? '';
  warnUnsupported(
    scope,
    value ?? located,
    text,
    'its name stands in the prompt in place of what it refers to',
  );
  return `[${text}]`;
}

function isReference(located: Located): boolean {
  return located.kind === 'map' && located.entries.every(({ key }) => key !== 'text');
}

const longestFragment = 4096;

export function readFragments(scope: ParseScope, located: Located | undefined): readonly PromptFragment[] {
  const list = readList(scope.violations, located, 'The list of fragments');
  const seen = new Set<string>();
  return list?.items.flatMap((item, at) => readFragment(scope, item, at, seen) ?? []) ?? [];
}

function readFragment(
  scope: ParseScope,
  located: Located,
  at: number,
  seen: Set<string>,
): PromptFragment | undefined {
  const { violations } = scope;
  const id = `fragment-${at + 1}`;
  const fields = readMap(violations, located, {
    what: 'A fragment of a prompt',
    keys: ['id', 'when', 'text'],
    synonyms: { condition: 'when', runCondition: 'when', prompt: 'text' },
    required: { id, text: 'Say what is to be done.' },
  });
  if (fields === undefined) return undefined;
  const when = fields.value('when');
  return {
    id: readUniqueId(violations, fields.value('id'), 'a fragment', id, seen),
    when: (when === undefined ? undefined : readCondition(scope, when)) ?? null,
    text:
      readSized(violations, fields.value('text'), {
        what: 'The text of a fragment',
        most: longestFragment,
      }) ?? '',
  };
}
