/** Says whether the document of an API can be imported, and changes nothing. */
import { z } from 'zod';
import { described, flag, integer, listOf, objectOf, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { warningsField } from './catalog-fields.ts';
import { type CompiledSource, withCompiledSource } from './compile-source.ts';
import { problemFields, violationOf } from './document-problems.ts';
import { sourceFields, violationsOfSource } from './source-fields.ts';

const input = z.strictObject(sourceFields);

const output = objectOf({
  valid: flag('Whether it can be imported.'),
  documentKind: described(z.enum(['openapi_2', 'openapi_3', 'graphql', 'unknown']), 'What the document is.'),
  title: text('As the document names itself; may be empty.'),
  operationCount: integer('Number of operations that become commands.'),
  warnings: warningsField,
  violations: listOf(problemFields, 'Why it cannot be imported.'),
});

export type ValidatedApi = z.infer<typeof output>;

export const validateDocument: Operation<z.infer<typeof input>, ValidatedApi> = {
  name: 'catalogs.validate',
  scope: 'catalogs:manage',
  writes: false,
  summary: 'Says whether an OpenAPI document or a GraphQL schema can be imported as a catalog.',
  rest: { method: 'POST', path: '/v1/catalogs/validate', tag: 'catalogs' },
  tool: {
    name: 'catalog_validate_openapi',
    title: 'Validate an API document',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Says whether an OpenAPI document (2.0, 3.x) or a GraphQL schema can be imported. Then call catalog_preview_import. Use an address only if the user asks for it. Show the user warnings and violations.',
    hints: { openWorldHint: true },
  },
  deadline: 'long',
  examples: [{ input: { source: './petstore.json' } }],
  input,
  inputViolations: violationsOfSource,
  output,
  perform: (principal, given, services, signal) =>
    withCompiledSource(services, principal, given, undefined, signal, async (compiled) => describe(compiled)),
};

function describe(compiled: CompiledSource): ValidatedApi {
  if (compiled.kind === 'problems') {
    const { format, problems } = compiled;
    const violations = problems.map(violationOf);
    return { valid: false, documentKind: format, title: '', operationCount: 0, warnings: [], violations };
  }
  const { format, title, commands, warnings } = compiled.index;
  return {
    valid: true,
    documentKind: format,
    title,
    operationCount: commands.length,
    warnings,
    violations: [],
  };
}
