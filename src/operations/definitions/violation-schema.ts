/** The form of a mistake in a definition, as its author sees it. */
import { integer, listOf, namedObject, objectOf, orNull, text } from '../contract/output-fields.ts';

const span = {
  line: integer('From 1, as editors count.'),
  column: integer('From 1, as editors count.'),
  endLine: integer(),
  endColumn: integer('Where it ends; excluded.'),
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
