/** One rule, held against an output: whether it is met, and otherwise what was expected, what was found, what to do. */
import { createMatcher, type Json } from '../../../expression/index.ts';
import type { ValidationRule } from '../schema.ts';
import { compileSchema } from './compile-schema.ts';
import type { Output } from './read-output.ts';
import { sampleOfPattern } from './sample-of-pattern.ts';
import { shorten } from './shorten.ts';
import { suggestForFaults } from './suggest-for-faults.ts';

export interface RuleResult {
  readonly met: boolean;
  readonly expected: string;
  readonly actual: string;
  /** What would mend it; empty where it is met. */
  readonly suggestions: readonly string[];
}

type Of<Type extends ValidationRule['type']> = Extract<ValidationRule, { readonly type: Type }>;

export function checkRule(rule: ValidationRule, output: Output): RuleResult {
  switch (rule.type) {
    case 'contains':
      return checkContains(rule, output.text);
    case 'regex':
      return checkRegex(rule, output.text);
    case 'length':
      return checkLength(rule, output.text);
    case 'schema':
      return checkData(rule, output);
  }
}

function checkContains({ value }: Of<'contains'>, text: string): RuleResult {
  const expected = `the text “${shorten(value)}”`;
  if (text.includes(value)) return met(expected, expected);
  const at = text.toLowerCase().indexOf(value.toLowerCase());
  if (at >= 0) {
    const found = shorten(text.slice(at, at + value.length));
    return unmet(expected, `“${found}”, in other letters`, [
      `Write “${shorten(value)}” in exactly these upper- and lower-case letters; “${found}” was found.`,
    ]);
  }
  return unmet(expected, `${sizeOf(text)} without it`, [
    `Include the text “${shorten(value)}”, in exactly these letters.`,
  ]);
}

function checkRegex({ pattern, flags = '' }: Of<'regex'>, text: string): RuleResult {
  const written = `/${shorten(pattern)}/${flags}`;
  const expected = `a text that matches ${written}`;
  const matcher = createMatcher(pattern, flags);
  const found = matcher.kind === 'matcher' ? matcher.isFoundIn(text) : false;
  if (found === true) return met(expected, expected);
  if (found === null) {
    return unmet(expected, `${sizeOf(text)}: too long to look for it`, [
      `Make the output shorter: it is too long to be held against ${written}.`,
    ]);
  }
  const sample = sampleOfPattern(pattern, flags);
  const example = sample === null ? '' : `, for example “${sample}”`;
  return unmet(expected, text.trim() === '' ? 'nothing' : `no match in “${shorten(text)}”`, [
    `Include a text that matches ${written}${example}.`,
  ]);
}

function checkLength({ min, max }: Of<'length'>, text: string): RuleResult {
  const length = lengthOf(text);
  const expected = boundsInWords(min, max);
  const actual = counted(length);
  const suggestions: string[] = [];
  if (min !== undefined && length < min) {
    const missing = counted(Math.ceil(min) - length);
    suggestions.push(`Write ${missing} more: at least ${counted(min)} are expected, ${length} were found.`);
  }
  if (max !== undefined && length > max) {
    const surplus = counted(length - Math.floor(max));
    suggestions.push(`Leave out ${surplus}: at most ${counted(max)} are expected, ${length} were found.`);
  }
  return suggestions.length === 0 ? met(expected, actual) : unmet(expected, actual, suggestions);
}

function checkData({ schema }: Of<'schema'>, output: Output): RuleResult {
  const expected = 'data by the JSON Schema of the rule';
  const compiled = compileSchema(schema);
  if (compiled.kind === 'problem') return unmet(expected, compiled.message, []);
  const read = output.data();
  if (read.kind === 'no-json') {
    const example = exampleOf(schema);
    return unmet('JSON', `text that is no JSON: ${read.where}`, [
      `Give the output as JSON; the text is none: ${read.where}.${example}`,
    ]);
  }
  const answer = compiled.check(read.data);
  if (answer.kind === 'beyond') {
    return unmet(expected, `data that cannot be checked: ${answer.message}`, [
      `Give less: the data cannot be checked, ${answer.message}.`,
    ]);
  }
  const [first] = answer.faults;
  if (first === undefined) return met(expected, 'such data');
  return unmet(
    first.path === '' ? first.expected : `${first.path}: ${first.expected}`,
    first.actual,
    suggestForFaults(answer.faults),
  );
}
const exampleOf = (_: Json): string => '';

const met = (expected: string, actual: string): RuleResult => ({
  met: true,
  expected,
  actual,
  suggestions: [],
});

const unmet = (expected: string, actual: string, suggestions: readonly string[]): RuleResult => ({
  met: false,
  expected,
  actual,
  suggestions,
});

/** Characters as people count them, not the halves of pairs. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function boundsInWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${counted(max)}`;
  if (min !== undefined) return `at least ${counted(min)}`;
  return max === undefined ? 'any length' : `at most ${counted(max)}`;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`;

const sizeOf = (text: string): string => (text === '' ? 'nothing' : `a text of ${counted(lengthOf(text))}`);
