/** The rule of a question in words: what an answer must be. */
import { cleanText } from '../../../drawing/index.ts';
import type { ShownQuestion } from '../session/session-fields.ts';
import { describeChoices } from '../validate-answer.ts';

/** `a whole number from 1 to 9`. */
export function ruleOf({ type, choices, accepts, validation, sensitive }: ShownQuestion): string {
  if (sensitive) return `the name of a secret: ${accepts.join(' or ')}`;
  const { regex, min_value: min, max_value: max, format, rule, required } = validation;
  const kind = {
    string: required ? 'a text' : 'a text, or empty',
    integer: 'a whole number',
    boolean: 'yes or no',
    choice: choices === null ? 'a choice' : `one of ${describeChoices(choices)}`,
  }[type];
  const parts = [
    ...(min === null ? [] : [`at least ${min}`]),
    ...(max === null ? [] : [`at most ${max}`]),
    ...(regex === null ? [] : [`matching ${regex}`]),
    ...(format === null ? [] : ['as JSON']),
    ...(rule === null ? [] : [`with the condition: ${rule.replace(/\.$/, '')}`]),
  ];
  return cleanText([kind, ...parts].join(', '));
}
