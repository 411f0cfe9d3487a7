/** Shows one catalog: what it needs to be called, and what is set. Values are masked: only references are shown. */
import { z } from 'zod';
import { byName, integer, listOf, objectOf, text, timestamp } from '../../languages/output-fields.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import type { Operation } from '../contract/operation.ts';
import { catalogField, catalogSummaryFields, summaryOfCatalog } from './catalog-fields.ts';
import { findCatalog, openFound } from './find-catalog.ts';
import { maskTexts } from './mask-text.ts';
import { schemesField, viewSchemes } from './view-schemes.ts';

const input = z.strictObject({ catalog: catalogField });

const output = objectOf({
  ...catalogSummaryFields,
  servers: listOf(text(), 'Addresses that the document names.'),
  headers: byName(text(), 'Of every request, masked.'),
  schemes: schemesField,
  versions: listOf(
    objectOf({ version: text(), importedAt: timestamp(), commands: integer() }),
    'Newest first. Runs keep the version that was current when they began.',
  ),
});

export type CatalogView = z.infer<typeof output>;

export const getCatalog: Operation<z.infer<typeof input>, CatalogView> = {
  name: 'catalogs.get',
  scope: 'workflows:query',
  writes: false,
  summary: 'Shows one catalog with its credentials, masked.',
  rest: { method: 'GET', path: '/v1/catalogs/{catalog}', tag: 'catalogs' },
  verb: { name: 'catalog show', args: { catalog: 'CATALOG' } },
  tool: {
    name: 'catalog_get',
    title: 'Show a catalog',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Shows one imported API: address, headers and credentials (masked), security schemes, versions.',
    fields: { catalog: 'catalog_id' },
    spellings: { catalog: 'catalog_id', catalog_title: 'catalog_id' },
    aliases: ['catalog_get_masked_headers'],
  },
  examples: [{ input: { catalog: 'pet_store' } }],
  input,
  output,
  perform: async (principal, { catalog }, services) =>
    viewOfCatalog(findCatalog(services, principal, catalog)),
};

export function viewOfCatalog(catalog: Catalog): CatalogView {
  const { headers, auth, versions } = catalog.record;
  const { index } = openFound(catalog);
  return {
    ...summaryOfCatalog(catalog),
    servers: index.servers,
    headers: maskTexts(headers),
    schemes: viewSchemes(index, auth),
    versions: versions
      .map(({ label, at, commands }) => ({
        version: label,
        importedAt: new Date(at).toISOString(),
        commands,
      }))
      .toReversed(),
  };
}
