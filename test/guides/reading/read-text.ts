/** Reads documents as guides, and formats the reported errors. */
import { stringify } from 'yaml';
import type { Json } from '../../../src/expression/index.ts';
import { applyEdits } from '../../../src/languages/document/apply-edits.ts';
import { guideOf } from '../../../src/languages/guide/follow/guide-texts.ts';
import type { Guide } from '../../../src/languages/guide/model/schema.ts';
import { readGuide } from '../../../src/languages/guide/read-guide.ts';
import type { Violation } from '../../../src/languages/index.ts';

export interface Read {
  readonly text: string;
  readonly guide: Guide | null;
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
}

export function readText(text: string, path = ''): Read {
  const { workflows, violations, warnings } = readGuide({ path, text });
  return { text, guide: workflows[0] === undefined ? null : guideOf(workflows[0]), violations, warnings };
}

export const formats = ['json', 'yaml'] as const;

export function write(document: Json, format: (typeof formats)[number]): string {
  return format === 'json'
    ? JSON.stringify(document, null, 2)
    : stringify(document, { aliasDuplicateObjects: false });
}

/** Applies all suggestions at once. */
export function repair({ text, violations }: Read): Read {
  return readText(
    applyEdits(
      text,
      violations.flatMap(({ suggestion }) => suggestion?.edits ?? []),
    ),
  );
}

/** The line from the location of an error, without quotes. */
export function markedBy({ text }: Read, { line, column }: Violation): string {
  return (text.split('\n')[line - 1] ?? '').slice(column - 1).replace(/^["']/, '');
}

export const formatViolations = (list: readonly Violation[]): readonly string[] =>
  list.map(({ rule, path, message }) => `${rule} ${path} ${message}`);

/** The parsed value without locations. */
export function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, part) => (key === 'at' ? undefined : part)));
}
