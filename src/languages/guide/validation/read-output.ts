/** An output as rules see it: a text as it is, and data as its JSON text; for schemas the other way about. */
import type { Json } from '../../../expression/index.ts';

export interface Output {
  readonly given: Json | undefined;
  readonly text: string;
  data(): OutputData;
}

export type OutputData =
  | { readonly kind: 'data'; readonly data: Json }
  /** Where the text stops being JSON, in words. */
  | { readonly kind: 'no-json'; readonly where: string };

export function readOutput(output: Json | undefined): Output {
  const given = output ?? '';
  if (typeof given !== 'string') {
    return { given, text: JSON.stringify(given), data: () => ({ kind: 'data', data: given }) };
  }
  let read: OutputData | undefined;
  return {
    given,
    text: given,
    data() {
      read ??= readJson(given);
      return read;
    },
  };
}

export const isBlank = (output: Json | undefined): boolean =>
  output === undefined || output === null || (typeof output === 'string' && output.trim() === '');

/** JSON, also in one fenced block, and also where it was encoded twice. */
function readJson(text: string): OutputData {
  const whole = parse(text);
  const read = whole.kind === 'data' ? whole : (readFenced(text) ?? whole);
  if (read.kind !== 'data' || typeof read.data !== 'string') return read;
  const inside = parse(read.data);
  // A text that only looks like a number is a text.
  return inside.kind === 'data' && typeof inside.data === 'object' && inside.data !== null ? inside : read;
}

const fence = '```';

function readFenced(text: string): OutputData | null {
  const open = text.indexOf(fence);
  const start = text.indexOf('\n', open);
  const end = text.indexOf(`\n${fence}`, start);
  if (open < 0 || start < 0 || end < 0) return null;
  const another = text.indexOf(fence, end + 1 + fence.length);
  const language = text.slice(open + fence.length, start).trim();
  if (another >= 0 || !/^(?:json)?$/i.test(language)) return null;
  const before = text.slice(0, start + 1);
  return parse(text.slice(start + 1, end), before);
}

function parse(text: string, before = ''): OutputData {
  try {
    return { kind: 'data', data: JSON.parse(text) as Json };
  } catch (error) {
    return { kind: 'no-json', where: whereIn(text, before, error instanceof Error ? error.message : '') };
  }
}

/** Engines tell the position in their own words; where they do not, the text ended too early. */
function whereIn(text: string, before: string, message: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  const offset = position === undefined ? text.trimEnd().length : Number(position);
  const lines = `${before}${text.slice(0, offset)}`.split('\n');
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
  if (text.trim() === '') return 'it is empty';
  const found = text.slice(offset, offset + 10).split('\n')[0] ?? '';
  return offset >= text.trimEnd().length
    ? `it ends too early, at ${place}`
    : `at ${place}, where “${found}” stands`;
}
