/** Imports an API as a catalog: a new one, or a new version of one. Runs that have begun keep the version that they know. */
import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { flag, hash, integer, listOf, objectOf, orNull, text } from '../../languages/output-fields.ts';
import { type CatalogRecord, currentVersion, revisionOfRecord } from '../catalog-store/catalog-record.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import type { CatalogServices } from '../contract/services.ts';
import { callersOfVendor, describeCallers } from './callers-of-vendor.ts';
import { brokenWorkflow, catalogRevisionField, differenceField, warningsField } from './catalog-fields.ts';
import { withCompiledSource } from './compile-source.ts';
import { brokenBy, providersIn, warningsOf } from './describe-import.ts';
import { invalidCatalog } from './document-problems.ts';
import { changedMeanwhile, refuseOtherRevision } from './find-catalog.ts';
import { type CompiledCatalogSource, catalogBefore, planRecord, refuseExisting } from './plan-import.ts';
import { shownPath } from './shown-path.ts';
import { baseUrlField, sourceFields, titleField, vendorField, violationsOfSource } from './source-fields.ts';

const input = z.strictObject({
  ...sourceFields,
  title: titleField,
  vendor: vendorField.optional(),
  baseUrl: baseUrlField.optional(),
  overwrite: z.boolean().default(false).describe('Replace the catalog of this title.'),
  enabled: z
    .boolean()
    .optional()
    .describe('Whether its commands can be called. Default: true, or unchanged.'),
  revision: catalogRevisionField,
});

type Input = z.infer<typeof input>;

const output = objectOf({
  catalogId: text(),
  catalogPath: text('The file of the catalog.'),
  manifestPath: text('The file of its commands.'),
  vendor: text('What callers write before its commands.'),
  enabled: flag(),
  created: flag('Whether the catalog is new.'),
  commandCount: integer(),
  providerContractCount: integer('Number of parameters whose values another command lists.'),
  revision: hash('Of the catalog.'),
  difference: orNull(differenceField, 'In comparison with the version before.'),
  brokenWorkflows: listOf(brokenWorkflow, 'Workflows whose calls do not fit any more.'),
  warnings: warningsField,
});

export type ImportedCatalog = z.infer<typeof output>;

export const importCatalog: Operation<Input, ImportedCatalog> = {
  name: 'catalogs.import',
  scope: 'catalogs:manage',
  writes: true,
  summary: 'Imports an OpenAPI document or a GraphQL schema as a catalog of commands.',
  rest: {
    method: 'POST',
    path: '/v1/catalogs',
    tag: 'catalogs',
    location: '/v1/catalogs/{catalogId}',
    status: 'as-created',
  },
  verb: { name: 'import openapi' },
  tool: {
    name: 'catalog_import_openapi',
    title: 'Import an API',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Imports an API: its operations become commands that command_run and workflows call. Call catalog_preview_import first, then set credentials with catalog_configure. Show the user warnings.',
    hints: { openWorldHint: true },
    fields: { title: 'catalog_title' },
    spellings: { title: 'catalog_title' },
  },
  deadline: 'long',
  examples: [{ input: { source: './petstore.json', title: 'Pet store' } }],
  input,
  inputViolations: violationsOfSource,
  output,
  targetOf: (_, { catalogId }) => catalogId,
  async confirmation(principal, { title, overwrite }, services) {
    const before = catalogBefore(services, principal, title);
    if (before === undefined || before.record.removed || !overwrite) return null;
    const callers = await callersOfVendor(services, principal, before.record.vendor);
    if (callers.length === 0) return null;
    return {
      message: phrase`The catalog “${before.record.title}” will be replaced. Its commands are called by ${describeCallers(callers)}. ${{ operation: 'catalogs.preview' }} says which of them break.`,
      bound: before.revision,
    };
  },
  perform(principal, given, services, signal) {
    const before = catalogBefore(services, principal, given.title);
    refuseExisting(before, given.overwrite);
    if (before !== undefined) refuseOtherRevision(before, given.revision);
    return withCompiledSource(services, principal, given, before, signal, async (compiled, catalogs) => {
      if (compiled.kind === 'problems') throw invalidCatalog(compiled.problems);
      const plan = (): CatalogRecord => planRecord(services, principal, given, compiled, before);
      const brokenWorkflows = await brokenBy(services, principal, before, plan(), compiled);
      const write = () => store(principal, compiled, catalogs.store, { plan, before });
      const record =
        services.quotas === undefined
          ? await write()
          : await services.quotas.importCatalog(
              principal.tenant,
              before === undefined || before.record.removed,
              () => catalogs.store.list(principal.tenant).length,
              write,
            );
      const { tenant } = principal;
      const { hash: version } = currentVersion(record);
      return {
        catalogId: record.id,
        catalogPath: shownPath(services, catalogs.store.files.recordPath(tenant, record.id)),
        manifestPath: shownPath(
          services,
          `${catalogs.store.files.versionPath(tenant, record.id, version)}.commands.jsonl`,
        ),
        vendor: record.vendor,
        enabled: record.enabled,
        created: before === undefined || before.record.removed,
        commandCount: compiled.index.commands.length,
        providerContractCount: providersIn(compiled),
        revision: revisionOfRecord(record),
        difference: compiled.difference,
        brokenWorkflows,
        warnings: warningsOf(record, compiled),
      };
    });
  },
};

interface Storing {
  /** The record as it is at that moment. */
  readonly plan: () => CatalogRecord;
  readonly before: Catalog | undefined;
}

async function store(
  { tenant }: Principal,
  { hash, draft }: CompiledCatalogSource,
  { files, change }: CatalogServices['store'],
  { plan, before }: Storing,
): Promise<CatalogRecord> {
  const { id, title } = plan();
  let record: CatalogRecord | undefined;
  const isDone = await change(tenant, id, before?.revision ?? null, async () => {
    record = plan();
    await files.adopt(tenant, id, hash, draft);
    return record;
  });
  if (record === undefined || !isDone) throw changedMeanwhile(title);
  const kept = new Set(record.versions.map((version) => version.hash));
  for (const old of before?.record.versions ?? []) {
    if (!kept.has(old.hash)) await files.removeVersion(tenant, id, old.hash);
  }
  return record;
}
