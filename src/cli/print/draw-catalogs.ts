/** Shows imported APIs. */
import type { CatalogList, CatalogView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { oneLine } from './clean-lines.ts';
import { describeAnswer } from './describe-answer.ts';
import { type Column, drawTable } from './draw-table.ts';
import { agoText, dateTimeText } from './run-texts.ts';

type Screen = Pick<Host, 'isTerminal' | 'columns'>;

const columns: readonly Column[] = [
  { head: 'catalog' },
  { head: 'title', cuts: true },
  { head: 'vendor' },
  { head: 'commands' },
  { head: 'state' },
  { head: 'address', cuts: true },
  { head: 'changed' },
];

export function drawCatalogs(screen: Screen, { catalogs }: CatalogList): string {
  if (catalogs.length === 0) return '';
  const rows = catalogs.map(({ id, title, vendor, commands, enabled, baseUrl, changedAt }) => [
    ...[id, title, vendor].map(oneLine),
    String(commands),
    stateOf(enabled),
    baseUrl === '' ? 'as documented' : oneLine(baseUrl),
    agoText(changedAt),
  ]);
  return drawTable(screen, columns, rows);
}

export function drawCatalog(screen: Screen, view: CatalogView): string {
  const { id, title, vendor, enabled, commands, format, baseUrl, servers, source, headers, versions } = view;
  return describeAnswer(screen, {
    catalog: id,
    title,
    vendor,
    state: stateOf(enabled),
    commands,
    format,
    address: baseUrl === '' ? (servers[0] ?? 'none') : baseUrl,
    'other addresses': servers.slice(baseUrl === '' ? 1 : 0),
    source,
    headers,
    credentials: view.schemes.map(({ name, kind, credential }) => ({
      scheme: name,
      kind,
      set: Object.values(credential).join(' ') || 'no',
    })),
    versions: versions.map(({ version, importedAt, commands: count }) => ({
      version,
      imported: dateTimeText(importedAt),
      commands: count,
    })),
    revision: view.revision,
  });
}

const stateOf = (enabled: boolean): string => (enabled ? 'enabled' : 'disabled');
