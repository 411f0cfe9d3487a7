/** Catalogs for operations over a store in memory: documents are sent, and commands answer with their arguments. */
import { rm } from 'node:fs/promises';
import { openCatalogFiles } from '../../src/operations/catalog-store/catalog-files.ts';
import type { RefusedFile } from '../../src/operations/catalog-store/catalog-sources.ts';
import { openCatalogs } from '../../src/operations/catalog-store/catalogs.ts';
import type { CatalogServices } from '../../src/operations/contract/services.ts';
import type { Call, ConnectorOutcome } from '../../src/runtime/index.ts';
import { createScriptedConnector } from '../../src/testing/index.ts';

const nowhere: RefusedFile = {
  kind: 'refused',
  rule: 'source_not_allowed',
  message: 'No document comes from here.',
  expected: 'content',
};

export interface TestCatalogs extends CatalogServices {
  close(): Promise<void>;
}

export function openTestCatalogs(folder: string): TestCatalogs {
  const files = openCatalogFiles(folder, true, (message) => {
    throw new Error(message);
  });
  const store = openCatalogs(
    files,
    (tenant, catalog) => {
      const handlers = Object.fromEntries(
        catalog
          .open()
          .index.commands.map(({ name }) => [
            name,
            ({ input }: Call): ConnectorOutcome => ({ kind: 'succeeded', output: [input] }),
          ]),
      );
      return { ...createScriptedConnector({ name: catalog.record.vendor, handlers }), tenant };
    },
    (title) => new Error(title),
  );
  return {
    store,
    sources: { findFile: async () => nowhere, fetch: async () => nowhere },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
