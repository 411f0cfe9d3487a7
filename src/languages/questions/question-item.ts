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
        schema: schemaOf(question),
      },
    ],
    id,
  };
}

/** JSON Schema keywords of the answer. */
function schemaOf(question: Question): Json {
  const { rules, secrets } = question;
  if (isSensitive(question)) return { enum: secrets.map((name) => `$${name}`) };
  return {
    ...(rules.regex === null ? {} : { pattern: rules.regex }),
    ...(rules.min === null ? {} : { minimum: rules.min }),
    ...(rules.max === null ? {} : { maximum: rules.max }),
    ...(rules.choices === null || question.choicesFrom !== null ? {} : { enum: rules.choices }),
  };
}

/** The question of a work item that this language compiled. */
export const questionOf = (item: Json): Question =>
  (item as unknown as { readonly question: Question }).question;
