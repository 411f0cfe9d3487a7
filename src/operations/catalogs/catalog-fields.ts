/** Input and result fields of operations on catalogs. */
import { z } from 'zod';
import {
  described,
  flag,
  hash,
  integer,
  listOf,
  objectOf,
  text,
  timestamp,
} from '../../languages/output-fields.ts';
import { currentVersion } from '../catalog-store/catalog-record.ts';
import type { Catalog } from '../catalog-store/catalogs.ts';

export const catalogField = z.string().min(1).max(100).describe('Id, title or vendor of the catalog.');

export const catalogRevisionField = z
  .string()
  .max(64)
  .optional()
  .describe('Refused if the catalog has another one.');

export const formatField = described(
  z.enum(['openapi_2', 'openapi_3', 'graphql']),
  'The format of its document.',
);

export const catalogSummaryFields = {
  id: text('Id of the catalog, derived from its title.'),
  title: text(),
  vendor: text('What callers write before its commands.'),
  format: formatField,
  enabled: flag('Whether its commands can be called.'),
  commands: integer('Number of its commands.'),
  baseUrl: text('The address of the API; empty if the document names it.'),
  source: text('Path or address of its document; empty if the document itself was sent.'),
  changedAt: timestamp(),
  revision: hash('Changes with each change of the catalog.'),
};

export const catalogSummary = objectOf(catalogSummaryFields);

export type CatalogSummary = z.infer<typeof catalogSummary>;

export function summaryOfCatalog({ record, revision }: Catalog): CatalogSummary {
  const { id, title, vendor, format, enabled, baseUrl, source } = record;
  const commands = currentVersion(record).commands;
  const changedAt = new Date(record.changedAt).toISOString();
  return { id, title, vendor, format, enabled, commands, baseUrl, source, changedAt, revision };
}

export const warningsField = listOf(
  text(),
  'What was left out, and what to set before commands can be called.',
);

const changedCommand = objectOf({
  command: text(),
  changes: listOf(text(), 'What is different.'),
});

/** What an import changes in comparison with the version before. */
export const differenceField = objectOf({
  added: listOf(text(), 'Names of commands.'),
  removed: listOf(text(), 'Names of commands.'),
  changed: listOf(changedCommand, 'Commands with other parameters or another result.'),
});

export const brokenWorkflow = objectOf({
  workflow: text('Id of the workflow.'),
  problems: listOf(text(), 'Its calls that no longer fit.'),
});
