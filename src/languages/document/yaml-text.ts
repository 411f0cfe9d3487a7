/** Formats data as text that parses to the same data: as JSON, in brackets, or as block lines. */
import type { Json } from '../../expression/index.ts';
import type { LocatedScalar } from './located.ts';

export type ScalarValue = LocatedScalar['value'];

/** The context of a text, which determines the valid styles. */
export interface YamlOptions {
  readonly json: boolean;
  /** Inside brackets, where commas and brackets end a plain text. */
  readonly flow: boolean;
}

/** Matches texts that cannot be plain because of their start. */
const notPlain = /^(?:[-?:,[\]{}#&*!|>'"%@`\s]|---|\.\.\.|<<$)|[\s:]$|:\s|\s#|[\p{C}\u2028\u2029]/u;
const notPlainInFlow = /[,[\]{}]|:(?=[,[\]{}"'])/;
/** Matches texts that the core schema reads as null, a boolean or a number. */
const otherScalar =
  /^(?:~|null|true|false|[-+]?\.inf|\.nan|0o[0-7]+|0x[0-9a-f]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?)?$/i;
/** Matches characters that require an escape. */
export const unprintable = /[\p{C}\u2028\u2029]/u;
const escaped = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

export function isPlainText(text: string, options: YamlOptions): boolean {
  if (options.json || notPlain.test(text) || otherScalar.test(text)) return false;
  return !(options.flow && notPlainInFlow.test(text));
}

/** Quoted so that YAML and JSON read the same value. */
export function doubleQuoted(text: string): string {
  const code = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(text).replace(escaped, code);
}

/** A scalar on one line, in the requested style if that is valid. */
export function scalarText(value: ScalarValue, options: YamlOptions, style: LocatedScalar['style']): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (options.json || style === 'double') return doubleQuoted(value);
  if (style === 'single' && !unprintable.test(value)) return `'${value.replaceAll("'", "''")}'`;
  return style !== 'single' && isPlainText(value, options) ? value : doubleQuoted(value);
}

export function keyText(key: string, options: YamlOptions): string {
  return scalarText(key, options, key.includes(': ') ? 'double' : 'plain');
}

/** On one line, in brackets. */
export function flowText(value: Json, json: boolean): string {
  const options = { json, flow: true };
  if (isList(value)) return `[${value.map((item) => flowText(item, json)).join(', ')}]`;
  if (isObject(value)) return `{${flowEntries(Object.entries(value), json).join(', ')}}`;
  return scalarText(value, options, 'plain');
}

export function flowEntries(entries: readonly (readonly [string, Json])[], json: boolean): readonly string[] {
  return entries.map(([key, value]) => `${keyText(key, { json, flow: true })}: ${flowText(value, json)}`);
}

/** Lines of a block, without common indentation. */
function blockLines(value: Json): readonly string[] {
  if (isList(value) && value.length > 0) return value.flatMap(itemLines);
  if (isObject(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0) return entries.flatMap(([key, part]) => entryLines(key, part, false));
  }
  if (typeof value === 'object') return [flowText(value, false)];
  return [scalarText(value, { json: false, flow: false }, 'plain')];
}

export function entryLines(key: string, value: Json, json: boolean): readonly string[] {
  const name = keyText(key, { json, flow: false });
  const lines = json ? [flowText(value, true)] : blockLines(value);
  if (json || !isBlock(value)) return [`${name}: ${lines[0] ?? ''}`];
  return [`${name}:`, ...lines.map((line) => `  ${line}`)];
}

export function itemLines(value: Json): readonly string[] {
  return blockLines(value).map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`));
}

/** Whether it needs separate lines in a block. */
function isBlock(value: Json): boolean {
  return isList(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !isList(value);
}
