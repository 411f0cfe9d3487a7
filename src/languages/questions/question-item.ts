/** The work item of a question: what forms and inboxes need to ask it. */
import type { Json } from '../../kernel/index.ts';
import { isSensitive, type Question } from './flow.ts';

export const languageId = 'questions';

const typeNames = { string: 'str', choice: 'str', integer: 'int', boolean: 'bool' } as const;

export function questionItem(question: Question): Json {
  const { id, type, prompt, helpText } = question;
  const fixed = isSensitive(question) ? null : question.default;
  return {
    language: languageId,
    question: question as unknown as Json,
    expects: [
      {
        name: 'value',
        type: typeNames[type],
        required: true,
        description: [prompt, helpText].filter((line) => line !== '').join(' '),
        ...(fixed === null ? {} : { default: fixed }),
      },
    ],
    id,
  };
}

/** JSON Schema keywords of the answer. @param input what the item shows; null if there is none yet */
export function keywordsOf(question: Question, input: Json): { readonly [keyword: string]: Json } {
  const { rules, secrets, choicesFrom } = question;
  const { choices = choicesFrom === null ? rules.choices : null, before } = Object(input) as ShownInput;
  return {
    ...(rules.regex === null ? {} : { pattern: rules.regex }),
    ...(rules.min === null ? {} : { minimum: rules.min }),
    ...(rules.max === null ? {} : { maximum: rules.max }),
    ...(choices === null ? {} : { enum: choices }),
    ...(isSensitive(question) ? { enum: secrets.map((name) => `$${name}`) } : {}),
    ...(before === undefined ? {} : { default: before }),
  };
}

type ShownInput = { readonly choices?: readonly string[]; readonly before?: Json };

/** The question of a work item that this language compiled. */
export const questionOf = (item: Json): Question =>
  (item as unknown as { readonly question: Question }).question;
