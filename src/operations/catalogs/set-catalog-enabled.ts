/** Turns the commands of a catalog on or off. Nothing is lost. */
import { z } from 'zod';
import { flag, hash, integer, objectOf, text } from '../../languages/output-fields.ts';
import { currentVersion, revisionOfRecord } from '../catalog-store/catalog-record.ts';
import type { Operation } from '../contract/operation.ts';
import { catalogField, catalogRevisionField } from './catalog-fields.ts';
import { changeCatalog } from './change-catalog.ts';

const input = z.strictObject({
  catalog: catalogField,
  enabled: z.boolean().describe('Whether its commands can be called.'),
  revision: catalogRevisionField,
});

const output = objectOf({
  catalogId: text(),
  enabled: flag(),
  commandCountAfterToggle: integer('Number of its commands that can be called now.'),
  revision: hash('Of the catalog.'),
});

export const setCatalogEnabled: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'catalogs.setEnabled',
  scope: 'catalogs:manage',
  writes: true,
  summary: 'Enables or disables the commands of a catalog; nothing is lost.',
  rest: { method: 'PUT', path: '/v1/catalogs/{catalog}/enabled', tag: 'catalogs' },
  verb: { name: 'catalog enable', args: { catalog: 'CATALOG', enabled: 'true|false' } },
  tool: {
    name: 'catalog_set_enabled',
    title: 'Enable or disable a catalog',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Enables or disables the commands of a catalog. Nothing is lost. Calls of a disabled catalog fail until it is enabled.',
    hints: { idempotentHint: true },
    fields: { catalog: 'catalog_id' },
    spellings: { catalog: 'catalog_id', catalog_title: 'catalog_id' },
  },
  examples: [{ input: { catalog: 'pet_store', enabled: false } }],
  input,
  output,
  targetOf: (_, { catalogId }) => catalogId,
  async perform(principal, { catalog, enabled, revision }, services) {
    const record = await changeCatalog(services, principal, catalog, revision, (before) => ({
      ...before,
      enabled,
    }));
    return {
      catalogId: record.id,
      enabled,
      commandCountAfterToggle: enabled ? currentVersion(record).commands : 0,
      revision: revisionOfRecord(record),
    };
  },
};
