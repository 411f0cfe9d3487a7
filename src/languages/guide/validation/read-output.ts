/** Reads an output for rules: texts as they are, data as JSON text. For schemas it does the opposite. */
import type { Json } from '../../../expression/index.ts';
import type { Effort } from '../../../kernel/index.ts';
import { findJsonFault } from '../../document/find-json-fault.ts';
import { createEffort } from './effort.ts';

export interface Output {
  readonly given: Json | undefined;
  readonly text: string;
  /** In characters as people count them. */
  readonly length: () => number;
  readonly lowerCase: () => string;
  readonly data: () => OutputData;
  /** Remaining effort for this output. */
  readonly effort: Effort;
}

export type OutputData =
  | { readonly kind: 'data'; readonly data: Json }
  /** Where the text stops being JSON. */
  | { readonly kind: 'no-json'; readonly where: string };

export function readOutput(given: Json | undefined, effort = createEffort()): Output {
  const text = typeof given === 'string' ? given : isBlankOutput(given) ? '' : JSON.stringify(given);
  return {
    given,
    text,
    length: once(() => lengthOf(text)),
    lowerCase: once(() => text.toLowerCase()),
    data: once(() => readData(given)),
    effort,
  };
}

export const isBlankOutput = (output: Json | undefined): boolean =>
  output === undefined || output === null || (typeof output === 'string' && output.trim() === '');

/** Parses JSON, also in one fenced block, and also if it was encoded twice. */
export function readData(output: Json | undefined): OutputData {
  if (output === undefined) return { kind: 'no-json', where: 'the output is missing' };
  if (typeof output !== 'string') return { kind: 'data', data: output };
  const whole = parse(output);
  const read = whole.kind === 'data' ? whole : (readFenced(output) ?? whole);
  if (read.kind !== 'data' || typeof read.data !== 'string') return read;
  const inside = parse(read.data);
  // A text that only looks like a number is a text.
  return inside.kind === 'data' && typeof inside.data === 'object' && inside.data !== null ? inside : read;
}

const fence = '```';
const byteOrderMark = /^\ufeff/;

function readFenced(text: string): OutputData | null {
  const open = text.indexOf(fence);
  const start = text.indexOf('\n', open) + 1;
  const end = text.indexOf(`\n${fence}`, start);
  if (open < 0 || start === 0 || end < 0 || text.includes(fence, end + 1 + fence.length)) return null;
  const language = text.slice(open + fence.length, start).trim();
  return /^(?:json)?$/i.test(language) ? parse(text.slice(start, end), text.slice(0, start)) : null;
}

function parse(text: string, before = ''): OutputData {
  try {
    return { kind: 'data', data: JSON.parse(text.replace(byteOrderMark, '')) as Json };
  } catch {
    return { kind: 'no-json', where: whereIn(text, before) };
  }
}

function whereIn(text: string, before: string): string {
  const written = text.trimEnd();
  if (written === '') return 'it is empty';
  const offset = findJsonFault(text)?.position ?? text.length;
  const lines = `${before}${text.slice(0, offset)}`.split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
  if (offset >= written.length) return `it ends too early, at ${place}`;
  const [found = ''] = text.slice(offset, offset + 12).split('\n');
  return `unexpected “${found.trim()}” at ${place}`;
}

/** Whether data has at most this many levels. */
export function isWithinDepth(data: Json, depth: number): boolean {
  if (typeof data !== 'object' || data === null) return true;
  return depth > 0 && Object.values(data).every((each) => isWithinDepth(each, depth - 1));
}

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
