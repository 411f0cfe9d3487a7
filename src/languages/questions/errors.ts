/** Error codes of question flows. Each has a page in docs/errors. */
import type { LanguageError } from '../facets.ts';
import { phrase } from '../phrase.ts';

export const errors: Readonly<Record<string, LanguageError>> = {
  question_answer_refused: {
    category: 'validation',
    meaning: 'The answer violates a rule of its question. Nothing was changed.',
    action: phrase`Correct the answer, and call ${{ operation: 'questions.submit' }} again with the same state.`,
    number: -32_602,
  },
  session_refused: {
    category: 'conflict',
    meaning:
      'The state of a question session cannot be used: it was changed, has expired, belongs to another session, caller or definition, or the session has ended.',
    action: phrase`Read “reason” of the error. Send the last state exactly as you received it, or begin again with ${{ operation: 'questions.restart' }}.`,
  },
  adapter_not_found: {
    category: 'not_found',
    meaning: 'No adapter has this name.',
    action: phrase`Use a name that ${{ operation: 'adapters.list' }} returns.`,
  },
  adapter_failed: {
    category: 'conflict',
    meaning:
      'An adapter could not do its work: its choices could not be fetched, it cannot be combined with the others, or one of its operations failed and what had been done before was undone.',
    action: 'Read “cause” of the error, correct it, and send the same request again.',
  },
  secret_refused: {
    category: 'validation',
    meaning:
      'The question takes a secret, and only a reference to a declared environment variable is accepted.',
    action:
      'Set the environment variable on the server, and answer with its name as the error says, such as $API_TOKEN.',
  },
};
