/** Why the document of an API cannot be imported: in results, and as the error of an import. */
import { z } from 'zod';
import type { DocumentProblem } from '../../catalogs/index.ts';
import { phrase } from '../../languages/index.ts';
import { integer, objectOf, text } from '../../languages/output-fields.ts';
import { OperationError } from '../contract/operation-error.ts';

export const problemFields = objectOf({
  path: text('Where: a path in the document, or the field of the input.'),
  rule: text('What is violated, for programs.'),
  message: text(),
  expected: z.exactOptional(text()),
  actual: z.exactOptional(text()),
  line: z.exactOptional(integer()),
  column: z.exactOptional(integer()),
});

export const violationOf = (problem: DocumentProblem): z.infer<typeof problemFields> => problem;

export function invalidCatalog(problems: readonly DocumentProblem[]): OperationError {
  return new OperationError({
    code: 'invalid_catalog',
    message: `The document cannot be imported: ${problems.map(({ message }) => message).join(' ')}`,
    suggestedAction: phrase`Correct what “violations” lists. ${{ operation: 'catalogs.validate' }} validates without importing.`,
    violations: problems.map(({ expected = '', actual = '', ...problem }) => ({
      ...problem,
      expected,
      actual,
    })),
  });
}
