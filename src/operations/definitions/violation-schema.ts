/** The form of a mistake in a definition, as its author sees it. */
import { listOf, namedObject, objectOf, orNull, text, whole } from '../contract/output-fields.ts';

const span = {
  line: whole('From 1, as editors count.'),
  column: whole('From 1, as editors count.'),
  endLine: whole(),
  endColumn: whole('Where it ends; excluded.'),
};

export const violationSchema = namedObject(
  'Violation',
  'A mistake in a document, or something that is likely to be one.',
  {
    path: text('Where in the document: workflows.book.graph.check.args.flight_id.'),
    rule: text('A short name for what is wrong.'),
    message: text('What is wrong, in words.'),
    expected: text(),
    actual: text(),
    ...span,
    suggestion: orNull(
      objectOf({
        text: text('In words.'),
        edits: listOf(
          objectOf({ ...span, text: text('What stands there then.') }),
          'Replacements in the text of the document.',
        ),
      }),
      'What would put it right; null where nothing is proposed.',
    ),
  },
);
