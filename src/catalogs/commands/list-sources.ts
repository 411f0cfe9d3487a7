/** The commands of a catalog that list things, by path and by what they list. */
import type { ApiDocument } from '../document/api-document.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import type { Argument } from '../document/operation-parameters.ts';
import { ownField } from '../document/own-field.ts';
import { plainSegment, segmentsOf } from './canonical-names.ts';
import { type ListedItems, listItemsOf } from './list-items.ts';
import { singularsOf } from './word-forms.ts';

export interface KnownCommand {
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly parameters: readonly Argument[];
}

export interface ListSource {
  readonly name: string;
  readonly segments: readonly string[];
  /** What an item may be called. */
  readonly singulars: readonly string[];
  readonly required: readonly Argument[];
  readonly items: ListedItems;
}

export interface ListSources {
  /** By path, whose parameters may have any name. */
  readonly byPath: ReadonlyMap<string, ListSource>;
  readonly bySingular: ReadonlyMap<string, readonly ListSource[]>;
}

/** A name of more lists says nothing. */
const maxLists = 50;
const maxName = 200;

export function findListSources(api: ApiDocument, commands: readonly KnownCommand[]): ListSources {
  const byPath = new Map<string, ListSource>();
  const bySingular = new Map<string, ListSource[]>();
  for (const { name, endpoint, parameters } of commands) {
    const segments = segmentsOf(endpoint.path);
    const last = segments.at(-1) ?? '';
    const isList = endpoint.method === 'get' && !last.includes('{') && plainSegment(last) !== '';
    if (!isList || name.length > maxName || ownField(endpoint.operation, 'deprecated') === true) continue;
    const items = listItemsOf(api, endpoint);
    if (items === undefined || items.fields.size === 0) continue;
    const required = parameters.filter((parameter) => parameter.required);
    const source = { name, segments, singulars: singularsOf(last), required, items };
    byPath.set(shapeOf(segments), source);
    for (const singular of source.singulars)
      bySingular.set(singular, [...(bySingular.get(singular) ?? []).slice(0, maxLists), source]);
  }
  for (const [singular, sources] of bySingular) if (sources.length > maxLists) bySingular.delete(singular);
  return { byPath, bySingular };
}

/** Of two paths that differ in the names of their parameters only, the same. */
export const shapeOf = (segments: readonly string[]): string =>
  segments.map((segment) => segment.replaceAll(/\{[^{}]*\}/g, '{}')).join('/');
