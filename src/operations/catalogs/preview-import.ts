/** Says what an import would store and change, and changes nothing. */
import { z } from 'zod';
import { byName, integer, listOf, objectOf, orNull, text } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { brokenWorkflow, differenceField, formatField, warningsField } from './catalog-fields.ts';
import { withCompiledSource } from './compile-source.ts';
import { brokenBy, prefixesOf, providersIn, warningsOf } from './describe-import.ts';
import { invalidCatalog } from './document-problems.ts';
import { catalogBefore, planRecord } from './plan-import.ts';
import { baseUrlField, sourceFields, titleField, vendorField, violationsOfSource } from './source-fields.ts';

const input = z.strictObject({
  ...sourceFields,
  title: titleField,
  vendor: vendorField.optional(),
  baseUrl: baseUrlField.optional(),
  includeCommandPreview: z.boolean().default(false).describe('List some of the commands.'),
});

const output = objectOf({
  catalog: objectOf({
    id: text(),
    title: text(),
    vendor: text('What callers write before its commands.'),
    baseUrl: text('The address of the API.'),
    format: formatField,
  }),
  replaces: orNull(text(), 'Revision of the catalog that it would replace; null if it is new.'),
  projectedCommandCount: integer(),
  projectedGroupPrefixes: listOf(text(), 'The first words of its commands.'),
  providerContractCount: integer('Number of parameters whose values another command lists.'),
  difference: orNull(differenceField, 'In comparison with the catalog that it would replace.'),
  brokenWorkflows: listOf(brokenWorkflow, 'Workflows whose calls would not fit any more.'),
  credentials: byName(text(), 'What commands need: a kind for each security scheme.'),
  warnings: warningsField,
  commandPreview: z.exactOptional(
    listOf(objectOf({ command: text(), summary: text() }), 'Some of the commands.'),
  ),
});

const maxPreview = 50;

export type ImportPreview = z.infer<typeof output>;

export const previewImport: Operation<z.infer<typeof input>, ImportPreview> = {
  name: 'catalogs.preview',
  scope: 'catalogs:manage',
  writes: false,
  summary: 'Says what an import of an API would store and change.',
  rest: { method: 'POST', path: '/v1/catalogs/preview', tag: 'catalogs' },
  tool: {
    name: 'catalog_preview_import',
    title: 'Preview the import of an API',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Says what catalog_import_openapi would change, and which workflows would break. Show this to the user first.',
    hints: { openWorldHint: true },
    fields: { title: 'catalog_title' },
    spellings: { title: 'catalog_title' },
  },
  deadline: 'long',
  examples: [{ input: { source: './petstore.json', title: 'Pet store', includeCommandPreview: true } }],
  input,
  inputViolations: violationsOfSource,
  output,
  perform(principal, given, services, signal) {
    const before = catalogBefore(services, principal, given.title);
    return withCompiledSource(services, principal, given, before, signal, async (compiled) => {
      if (compiled.kind === 'problems') throw invalidCatalog(compiled.problems);
      const record = planRecord(services, principal, given, compiled, before);
      const { id, title, vendor, baseUrl, format } = record;
      const { commands, servers } = compiled.index;
      const preview = commands
        .slice(0, maxPreview)
        .map(({ canonical, summary }) => ({ command: `${vendor} ${canonical}`, summary }));
      return {
        catalog: { id, title, vendor, baseUrl: baseUrl === '' ? (servers[0] ?? '') : baseUrl, format },
        replaces: before === undefined || before.record.removed ? null : before.revision,
        projectedCommandCount: commands.length,
        projectedGroupPrefixes: prefixesOf(vendor, compiled),
        providerContractCount: providersIn(compiled),
        difference: compiled.difference,
        brokenWorkflows: await brokenBy(services, principal, before, record, compiled),
        credentials: Object.fromEntries(
          Object.entries(compiled.index.schemes).map(([name, { kind }]) => [name, kind]),
        ),
        warnings: warningsOf(record, compiled),
        ...(given.includeCommandPreview ? { commandPreview: preview } : {}),
      };
    });
  },
};
