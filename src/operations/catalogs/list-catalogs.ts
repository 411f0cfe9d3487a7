/** Lists the imported APIs. */
import { z } from 'zod';
import { listOf, objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { catalogSummary, summaryOfCatalog } from './catalog-fields.ts';
import { requireCatalogs } from './compile-source.ts';

const input = z.strictObject({
  state: z.enum(['enabled', 'disabled']).optional().describe('Only those in this state.'),
});
const output = objectOf({ catalogs: listOf(catalogSummary) });

export type CatalogList = z.infer<typeof output>;

export const listCatalogs: Operation<z.infer<typeof input>, CatalogList> = {
  name: 'catalogs.list',
  scope: 'workflows:query',
  writes: false,
  summary: 'Lists catalogs: the APIs whose commands can be called.',
  rest: { method: 'GET', path: '/v1/catalogs', tag: 'catalogs' },
  verb: { name: 'catalogs' },
  tool: {
    name: 'catalog_list',
    title: 'List catalogs',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description: 'Lists the imported APIs. Use command_search to find a command in them.',
  },
  examples: [{ input: {} }],
  input,
  output,
  async perform({ tenant }, { state }, services) {
    const all = requireCatalogs(services).store.list(tenant).map(summaryOfCatalog);
    return {
      catalogs: all.filter(({ enabled }) => state === undefined || enabled === (state === 'enabled')),
    };
  },
};
