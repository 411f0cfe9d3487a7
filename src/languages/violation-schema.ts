/** The schema of an error or warning in a definition. */
import { integer, listOf, namedObject, objectOf, orNull, text } from './output-fields.ts';

const span = {
  line: integer('Counted from 1.'),
  column: integer('Counted from 1.'),
  endLine: integer(),
  endColumn: integer('Where it ends, exclusive.'),
};

export const violationSchema = namedObject('Violation', 'An error or a warning in a document.', {
  path: text('Path in the document: workflows.book.graph.check.args.flight_id.'),
  rule: text('Name of the violated rule.'),
  message: text('What is wrong.'),
  expected: text(),
  actual: text(),
  ...span,
  suggestion: orNull(
    objectOf({
      text: text('In words.'),
      edits: listOf(
        objectOf({ ...span, text: text('The new text.') }),
        'Replacements in the text of the document.',
      ),
    }),
    'Proposed fix; null if there is none.',
  ),
});
