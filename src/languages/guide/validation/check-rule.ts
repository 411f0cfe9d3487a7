/** One rule, held against an output: what it expects, what was found, and what would make it met, or unmet. */
import { createMatcher } from '../../../expression/index.ts';
import type { ValidationRule } from '../schema.ts';
import { checkData, exampleInWords } from './check-data.ts';
import { compileSchema } from './compile-schema.ts';
import { spend } from './effort.ts';
import { exampleOfSchema } from './example-of-schema.ts';
import type { Output } from './read-output.ts';
import { sampleOfPattern } from './sample-of-pattern.ts';
import { shorten } from './shorten.ts';

export interface RuleResult {
  /** Null where that could not be found out: there is too much to look through. */
  readonly met: boolean | null;
  readonly expected: string;
  readonly actual: string;
  /** What would turn it about: to do where it is not met, and otherwise to leave. */
  readonly suggestions: readonly string[];
}

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

/** Of the steps that a regular expression takes, looking for a text takes few. */
const charactersPerStep = 8;

function checkContains({ value }: Of<'contains'>, output: Output): RuleResult {
  const { text, effort } = output;
  const shown = `“${shorten(value)}”`;
  const expected = `the text ${shown}`;
  if (!spend(effort, Math.ceil(text.length / charactersPerStep))) return tooMuch(expected);
  if (text.includes(value)) {
    return { met: true, expected, actual: expected, suggestions: [`Leave out the text ${shown}.`] };
  }
  const at = output.lowerCase().indexOf(value.toLowerCase());
  if (at < 0) {
    const suggestion = `Include the text ${shown}, in exactly these letters.`;
    return { met: false, expected, actual: `${sizeOf(output)} without it`, suggestions: [suggestion] };
  }
  // Some letters change their length with their case: what is shown may then be a little off.
  const found = `“${shorten(text.slice(at, at + value.length))}”`;
  const suggestion = `Write ${shown} with exactly these upper- and lower-case letters: ${found} was found.`;
  return { met: false, expected, actual: `${found}, in other letters`, suggestions: [suggestion] };
}

function checkRegex({ pattern, flags = '' }: Of<'regex'>, output: Output): RuleResult {
  const { text, effort } = output;
  const written = `“${shorten(pattern)}”${flags === '' ? '' : ` (flags ${flags})`}`;
  const expected = `a text that matches ${written}`;
  const matcher = createMatcher(pattern, flags);
  if (matcher.kind === 'problem') return unmet(expected, matcher.message);
  const found = spend(effort, text.length * matcher.cost) ? matcher.isFoundIn(text) : null;
  if (found === null) return tooMuch(expected);
  if (found) {
    return { met: true, expected, actual: 'a match', suggestions: [`Leave out what matches ${written}.`] };
  }
  const sample = sampleOfPattern(pattern, flags);
  const example = sample === null ? '' : `, for example “${sample}”`;
  const actual = text.trim() === '' ? 'nothing' : `no match in “${shorten(text)}”`;
  return unmet(expected, actual, `Include a text that matches ${written}${example}.`);
}

function checkLength({ min, max }: Of<'length'>, output: Output): RuleResult {
  const length = output.length();
  const expected = boundsInWords(min, max);
  const actual = counted(length);
  const found = `expected are ${expected}, found were ${length}.`;
  const isShort = min !== undefined && length < min;
  const isLong = max !== undefined && length > max;
  const suggestions = [
    ...(isShort ? [`Write at least ${counted(Math.ceil(min) - length)} more: ${found}`] : []),
    ...(isLong ? [`Leave out at least ${counted(length - Math.floor(max))}: ${found}`] : []),
  ];
  if (suggestions.length > 0) return { met: false, expected, actual, suggestions };
  const suggestion = `Make the output longer or shorter: it must not have ${expected}, found were ${length}.`;
  return { met: true, expected, actual, suggestions: [suggestion] };
}

function checkSchemaRule({ schema }: Of<'schema'>, output: Output): RuleResult {
  const compiled = compileSchema(schema);
  if (compiled.kind === 'problem') return unmet('data by a JSON Schema', compiled.message);
  const read = output.data();
  if (read.kind === 'no-json') {
    const example = exampleInWords(exampleOfSchema(schema, output.effort));
    return unmet(
      'JSON',
      `text that is no JSON: ${read.where}`,
      `Give the output as JSON${example}. The text is none: ${read.where}.`,
    );
  }
  const answer = checkData(compiled, read.data, output.effort);
  return answer.met === true ? { ...answer, suggestions: ['Give data of another form.'] } : answer;
}

const unmet = (expected: string, actual: string, ...suggestions: readonly string[]): RuleResult => ({
  met: false,
  expected,
  actual,
  suggestions,
});

const tooMuch = (expected: string): RuleResult => ({
  met: null,
  expected,
  actual: 'more than can be looked through',
  suggestions: [`Make the output shorter: it is too long to look for ${expected}.`],
});

function boundsInWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return `${min} to ${counted(max)}`;
  if (min !== undefined) return `at least ${counted(min)}`;
  return max === undefined ? 'any number of characters' : `at most ${counted(max)}`;
}

const counted = (count: number): string => `${count} ${count === 1 ? 'character' : 'characters'}`;

const sizeOf = (output: Output): string =>
  output.text === '' ? 'nothing' : `a text of ${counted(output.length())}`;
