/** Shows one catalog: what it needs to be called, and what is set. Values are masked: only references are shown. */
import { z } from 'zod';
import {
  byName,
  described,
  integer,
  listOf,
  objectOf,
  text,
  timestamp,
} from '../../languages/output-fields.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import { snakeTool } from '../commands/snake-tool.ts';
import type { Operation } from '../contract/operation.ts';
import { catalogField, catalogSummaryFields, summaryOfCatalog } from './catalog-fields.ts';
import { findCatalog } from './find-catalog.ts';
import { maskText } from './mask-text.ts';

const input = z.strictObject({ catalog: catalogField });

const scheme = objectOf({
  name: text('As “auth” of “catalogs.configure” names it.'),
  kind: described(
    z.enum(['key', 'basic', 'bearer', 'oauth', 'openId', 'unsupported']),
    'A key, HTTP basic, a bearer token, OAuth 2, OpenID Connect.',
  ),
  credential: byName(text(), 'What is set, masked; empty if nothing is.'),
});

const output = objectOf({
  ...catalogSummaryFields,
  servers: listOf(text(), 'Addresses that the document names.'),
  headers: byName(text(), 'Of every request, masked.'),
  schemes: listOf(scheme, 'The credentials that commands need.'),
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
  tool: snakeTool(output, {
    name: 'catalog_get',
    title: 'Show a catalog',
    toolset: 'catalogs',
    description:
      'Shows one imported API: address, headers (masked), the credentials that its commands need and whether they are set, versions, revision.',
    fields: { catalog: 'catalog_id' },
    spellings: { catalog: 'catalog_id', catalog_title: 'catalog_id' },
    aliases: ['catalog_get_masked_headers'],
  }),
  examples: [{ input: { catalog: 'pet_store' } }],
  input,
  output,
  perform: async (principal, { catalog }, services) =>
    viewOfCatalog(findCatalog(services, principal, catalog)),
};

export function viewOfCatalog(catalog: Catalog): CatalogView {
  const { headers, auth, versions } = catalog.record;
  const { index } = catalog.open();
  const mask = (values: { readonly [name: string]: string }) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, maskText(value)]));
  return {
    ...summaryOfCatalog(catalog),
    servers: index.servers,
    headers: mask(headers),
    schemes: Object.entries(index.schemes).map(([name, { kind }]) => ({
      name,
      kind,
      credential: mask(partsOf(auth[name])),
    })),
    versions: versions
      .map(({ label, at, commands }) => ({
        version: label,
        importedAt: new Date(at).toISOString(),
        commands,
      }))
      .toReversed(),
  };
}

function partsOf(credential: Catalog['record']['auth'][string] | undefined): {
  readonly [name: string]: string;
} {
  if (credential === undefined) return {};
  if (typeof credential === 'string') return { token: credential };
  const { scopes, ...texts } = { scopes: [], ...credential };
  return scopes.length === 0 ? texts : { ...texts, scopes: scopes.join(' ') };
}
