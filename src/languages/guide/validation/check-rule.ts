/** Checks one rule against an output: what it expects, what was found, and how to meet it, or not to meet it. */
import { createMatcher } from '../../../expression/index.ts';
import { sampleOfPattern } from '../../sample-of-pattern.ts';
import { shorten } from '../conditions/shorten.ts';
import type { ValidationRule } from '../model/schema.ts';
import { checkData, formatExample } from './check-data.ts';
import { compileSchema } from './compile-schema.ts';
import { spendEffort } from './effort.ts';
import type { Output } from './read-output.ts';
import { met, type RuleResult, undecided, unmet } from './rule-result.ts';
import { validExampleOfSchema } from './valid-example-of-schema.ts';

type Of<Type extends ValidationRule['type']> = Extract<ValidationRule, { readonly type: Type }>;

export function checkRule(rule: ValidationRule, output: Output): RuleResult {
  switch (rule.type) {
    case 'contains':
      return checkContains(rule, output);
    case 'regex':
      return checkRegex(rule, output);
    case 'length':
      return checkLength(rule, output);
    case 'schema':
      return checkSchemaRule(rule, output);
  }
}

/** Cost of a text search, relative to the steps of a regular expression. */
const charactersPerStep = 8;

function checkContains({ value }: Of<'contains'>, output: Output): RuleResult {
  const { text, effort } = output;
  const shown = `“${shorten(value)}”`;
  const expected = `the text ${shown}`;
  if (!spendEffort(effort, Math.ceil(text.length / charactersPerStep))) return tooMuch(expected);
  if (text.includes(value)) return met(expected, expected, `Remove the text ${shown}.`);
  const at = output.lowerCase().indexOf(value.toLowerCase());
  if (at < 0) {
    const actual = text === '' ? 'nothing' : `a text of ${counted(output.length())} without it`;
    return unmet(expected, actual, () => [
      `Include the text ${shown} with exactly these upper- and lower-case letters.`,
    ]);
  }
  // Some letters change their length with their case: the shown match may then be slightly off.
  const found = `“${shorten(text.slice(at, at + value.length))}”`;
  return unmet(expected, `${found}, with different case`, () => [
    `Write ${shown} with exactly these upper- and lower-case letters: ${found} was found.`,
  ]);
}

function checkRegex({ pattern, flags = '' }: Of<'regex'>, output: Output): RuleResult {
  const { text, effort } = output;
  const written = `“${shorten(pattern)}”${flags === '' ? '' : ` (flags ${flags})`}`;
  const expected = `a text that matches ${written}`;
  const matcher = createMatcher(pattern, flags);
  if (matcher.kind === 'problem') return unmet(expected, matcher.message);
  const found = matcher.isFoundIn(text, effort);
  if (found === null) return tooMuch(expected);
  if (found) return met(expected, 'a match', `Remove the text that matches ${written}.`);
  return unmet(expected, text.trim() === '' ? 'nothing' : `no match in “${shorten(text)}”`, () => {
    const sample = sampleOfPattern(pattern, flags);
    return [`Include ${expected}${sample === null ? '' : `, for example “${sample}”`}.`];
  });
}

function checkLength({ min, max }: Of<'length'>, output: Output): RuleResult {
  const length = output.length();
  const expected = describeBounds(min, max);
  const found = `expected ${expected}, found ${length}.`;
  const isShort = min !== undefined && length < min;
  const isLong = max !== undefined && length > max;
  if (!isShort && !isLong) {
    return met(expected, counted(length), `Make the output longer or shorter: it must not have ${expected}.`);
  }
  return unmet(expected, counted(length), () => [
    ...(isShort ? [`Write at least ${counted(Math.ceil(min) - length)} more: ${found}`] : []),
    ...(isLong ? [`Remove at least ${counted(length - Math.floor(max))}: ${found}`] : []),
  ]);
}

function checkSchemaRule({ schema }: Of<'schema'>, output: Output): RuleResult {
  const expected = 'data that fits the JSON Schema of the rule';
  const compiled = compileSchema(schema);
  if (compiled.kind === 'problem') return unmet(expected, compiled.message);
  const read = output.data();
  if (read.kind === 'no-json') {
    return unmet('JSON', `text that is not JSON: ${read.where}`, () => {
      const example = formatExample(validExampleOfSchema(schema, output.effort));
      return [`Provide the output as JSON${example}. The text is not JSON: ${read.where}.`];
    });
  }
  return checkData(compiled, read.data, output.effort);
}

const tooMuch = (expected: string): RuleResult =>
  undecided(
    expected,
    'too long to check',
    `Make the output shorter: it is too long to search for ${expected}.`,
  );

function describeBounds(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${counted(max)}`;
  if (min !== undefined) return `at least ${counted(min)}`;
  return max === undefined ? 'any number of characters' : `at most ${counted(max)}`;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`;
