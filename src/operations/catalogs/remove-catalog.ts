/** Removes a catalog. Its commands stay on disk unless they are removed, too. */
import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { flag, integer, objectOf, text } from '../../languages/output-fields.ts';
import { type CatalogRecord, currentVersion } from '../catalog-store/catalog-record.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';
import type { Operation } from '../contract/operation.ts';
import type { Principal } from '../contract/principal.ts';
import type { Services } from '../contract/services.ts';
import { callersOfVendor, describeCallers } from './callers-of-vendor.ts';
import { catalogField, catalogRevisionField } from './catalog-fields.ts';
import { requireCatalogs } from './compile-source.ts';
import { changedMeanwhile, findCatalog, refuseOtherRevision } from './find-catalog.ts';

const input = z.strictObject({
  catalog: catalogField,
  removeManifest: z.boolean().default(false).describe('Also delete the files of its commands.'),
  revision: catalogRevisionField,
});

const output = objectOf({
  removedCatalogId: text(),
  manifestRemoved: flag('Whether the files of its commands were deleted.'),
  remainingCatalogCount: integer(),
});

export const removeCatalog: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'catalogs.remove',
  scope: 'catalogs:manage',
  writes: true,
  summary: 'Removes a catalog.',
  rest: { method: 'DELETE', path: '/v1/catalogs/{catalog}', tag: 'catalogs' },
  verb: { name: 'catalog remove', args: { catalog: 'CATALOG' } },
  tool: {
    name: 'catalog_remove',
    title: 'Remove a catalog',
    toolset: 'catalogs',
    answersInSnakeCase: true,
    description:
      'Removes an imported API with its address and credentials. Only if the user asks for it, and confirms. catalog_set_enabled disables it without loss.',
    hints: { destructiveHint: true },
    fields: { catalog: 'catalog_id' },
    spellings: { catalog: 'catalog_id', catalog_title: 'catalog_id' },
  },
  examples: [{ input: { catalog: 'pet_store' } }],
  input,
  output,
  targetOf: (_, { removedCatalogId }) => removedCatalogId,
  async confirmation(principal, { catalog, removeManifest }, services) {
    const { record, revision } = findForRemoval(services, principal, catalog);
    const callers = await callersOfVendor(services, principal, record.vendor);
    const files = removeManifest
      ? ', with the files of its commands: runs under way that call them will fail'
      : '';
    const calling =
      callers.length === 0
        ? phrase`No ${{ noun: 'workflow' }} calls it.`
        : phrase`It is called by ${describeCallers(callers)}.`;
    return {
      message: phrase`The catalog “${record.title}” with ${currentVersion(record).commands} commands, its address and its credentials will be removed${files}. ${calling}`,
      bound: [revision, removeManifest],
    };
  },
  async perform(principal, { catalog, removeManifest, revision: expected }, services) {
    const found = findForRemoval(services, principal, catalog);
    refuseOtherRevision(found, expected);
    const { store } = requireCatalogs(services);
    const { tenant, subject } = principal;
    const { record, revision } = found;
    const left: CatalogRecord = {
      ...{ ...record, removed: true, enabled: false, baseUrl: '', headers: {}, auth: {} },
      ...{ changedAt: services.clock.now(), changedBy: subject },
    };
    const isDone = await store.change(tenant, record.id, revision, async () =>
      removeManifest ? null : left,
    );
    if (!isDone) throw changedMeanwhile(record.title);
    await forgetOldest(services, tenant);
    return {
      removedCatalogId: record.id,
      manifestRemoved: removeManifest,
      remainingCatalogCount: store.list(tenant).length,
    };
  },
};

/** Catalogs whose versions are kept for a later import. */
const maxRemoved = 20;

async function forgetOldest(services: Services, tenant: string): Promise<void> {
  const { store } = requireCatalogs(services);
  const newestFirst = store
    .removed(tenant)
    .toSorted((one, other) => other.record.changedAt - one.record.changedAt);
  for (const { record, revision } of newestFirst.slice(maxRemoved))
    await store.change(tenant, record.id, revision, async () => null);
}

/** Also one that was removed before, whose files are still there. */
function findForRemoval(services: Services, principal: Principal, name: string): Catalog {
  const removed = requireCatalogs(services).store.removed(principal.tenant);
  return removed.find(({ record }) => record.id === name) ?? findCatalog(services, principal, name);
}
