/** Finds the request for the next page in a page: in its headers, in its body, or by counting. */
import type { ApiRequest, BuiltRequest } from '../../catalogs/index.ts';
import type { Type } from '../../expression/index.ts';
import type { Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import { parseUrl } from '../../runtime/index.ts';
import type { HttpHeaders } from '../http/http-request.ts';

export interface Page {
  /** Where it came from. */
  readonly url: URL;
  readonly headers: HttpHeaders;
  readonly body: Json;
  readonly items: readonly Json[];
}

export interface Paging {
  readonly parameters: readonly string[];
  readonly args: { readonly [name: string]: Json };
  readonly first: ApiRequest;
  /** The type of a page; only known if its document says so. */
  readonly result?: Type | undefined;
  readonly build: (args: { readonly [name: string]: Json }) => BuiltRequest;
}

/** How far it is. */
export interface Progress {
  readonly pages: number;
  readonly items: number;
  /** Items of the first page. */
  readonly pageSize: number;
}

export type NextPage =
  | { readonly kind: 'next'; readonly request: ApiRequest; readonly isCounted: boolean }
  | { readonly kind: 'end' };

const end: NextPage = { kind: 'end' };

export function nextPage(paging: Paging, page: Page, progress: Progress): NextPage {
  const link = page.headers['link'];
  const links = [link ?? []].flat().join(', ');
  const linked = linkedNext(links);
  if (linked !== undefined) return followed(paging, page, linked);
  const hasMore = saysMore(page.body);
  const named = namedNext(page.body);
  if (hasMore === false || named?.value === null) return end;
  if (named !== undefined) {
    const next = ofValue(paging, page, named);
    if (next !== undefined) return next;
  }
  // The links of the last page lead only back.
  if (/;\s*rel="?(prev|previous|first|last)\b/i.test(links)) return end;
  return (hasMore ? afterLast(paging, page) : undefined) ?? counted(paging, page, progress, hasMore);
}

/** `<address>; rel="next"`. */
function linkedNext(links: string): string | undefined {
  for (const [, address, parameters = ''] of links.slice(0, 16_384).matchAll(/<([^<>]*)>([^<]*)/g))
    if (/;\s*rel\s*=\s*("[^"]*\bnext\b[^"]*"|next\b)/i.test(parameters)) return address;
  return undefined;
}

/** The query of an address on the same server, for the same operation: its path is not followed. */
function followed({ first }: Paging, { url }: Page, address: string): NextPage {
  const next = parseUrl(address, url);
  if (next === undefined || next.origin !== url.origin) return end;
  return { kind: 'next', request: { ...first, query: next.search.slice(1).split('&') }, isCounted: false };
}

interface Named {
  readonly name: string;
  /** Null at the last page. */
  readonly value: string | number | null;
}

const places: readonly (readonly string[])[] = [
  [],
  ['cursor'],
  ['cursors'],
  ['pagination'],
  ['paging'],
  ['paging', 'cursors'],
  ['paging', 'next'],
  ['response_metadata'],
  ['meta'],
  ['meta', 'page'],
  ['metadata'],
  ['page_info'],
  ['pageInfo'],
  ['links'],
  ['links', 'next'],
  ['_links'],
  ['_links', 'next'],
];
const namesOfNext = [
  'next_cursor',
  'nextCursor',
  'next_page_token',
  'nextPageToken',
  'next_token',
  'nextToken',
  'continuation_token',
  'continuationToken',
  'next_page',
  'nextPage',
  'next_url',
  'nextLink',
  '@odata.nextLink',
  'end_cursor',
  'endCursor',
  'next',
];

function namedNext(body: Json): Named | undefined {
  let isLast = false;
  for (const place of places) {
    const part = place.reduce<Json | undefined>((from, name) => partOf(from, name), body);
    const inCursors = place.at(-1) === 'cursors';
    const isLink = place.at(-1) === 'next';
    for (const name of [
      ...namesOfNext,
      ...(inCursors ? ['after'] : []),
      ...(isLink ? ['href', 'link'] : []),
    ]) {
      const value = partOf(part, name);
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') return { name, value };
      isLast ||= value === null || value === '';
    }
  }
  return isLast ? { name: '', value: null } : undefined;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

const tokenNames = [
  'cursor',
  'pagetoken',
  'nexttoken',
  'nextcursor',
  'nextpagetoken',
  'startingafter',
  'after',
  'continuationtoken',
  'startcursor',
  'marker',
  'token',
];

function ofValue(paging: Paging, page: Page, { name, value }: Named): NextPage | undefined {
  if (typeof value === 'string' && /^(https?:\/\/|\/|\?)/i.test(value)) return followed(paging, page, value);
  const own = plain(name);
  const wanted = [own, own.replace(/^(next|end)/, ''), ...tokenNames];
  const parameter = findParameter(paging, wanted);
  return parameter === undefined || value === null
    ? undefined
    : withArgument(paging, parameter, value, false);
}

function findParameter({ parameters }: Paging, wanted: readonly string[]): string | undefined {
  for (const name of wanted) {
    const found = parameters.find((each) => name !== '' && plain(each) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** In the form that the document allows. */
function withArgument(
  { args, build }: Paging,
  name: string,
  value: string | number,
  isCounted: boolean,
): NextPage {
  const forms = [value, String(value), Number(value)].filter((form) => !Number.isNaN(form));
  for (const form of forms) {
    const built = build({ ...args, [name]: form });
    if (built.kind === 'request') return { kind: 'next', request: built.request, isCounted };
  }
  return end;
}

function saysMore(body: Json): boolean | undefined {
  for (const name of ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage'])
    for (const part of [
      body,
      ...['pagination', 'paging', 'meta', 'page_info', 'pageInfo'].map((place) => partOf(body, place)),
    ]) {
      const said = partOf(part, name);
      if (typeof said === 'boolean') return said;
    }
  return undefined;
}

/** The page says only that there is more: the next one begins after its last item. */
function afterLast(paging: Paging, { items }: Page): NextPage | undefined {
  const parameter = findParameter(paging, ['startingafter']);
  const id = partOf(items.at(-1), 'id');
  if (parameter === undefined || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  return withArgument(paging, parameter, id, false);
}

/** By offset or by page, while pages are full. */
function counted(
  paging: Paging,
  { body, items }: Page,
  progress: Progress,
  hasMore: boolean | undefined,
): NextPage {
  const isOver = items.length === 0 || !(hasMore ?? isFull(paging, body, items.length, progress));
  if (isOver) return end;
  const offset = findParameter(paging, ['offset', 'skip', 'startat', 'startindex']);
  if (offset !== undefined)
    return withArgument(paging, offset, startOf(paging, offset, 0) + progress.items, true);
  const number = findParameter(paging, ['page', 'pagenumber', 'pageno', 'pageindex']);
  if (number === undefined) return end;
  const said = [partOf(body, 'page'), partOf(body, 'number'), partOf(body, 'current_page')].find(
    Number.isInteger,
  );
  const current = typeof said === 'number' ? said : startOf(paging, number, 1) + progress.pages - 1;
  return withArgument(paging, number, current + 1, true);
}

function isFull(paging: Paging, body: Json, count: number, { items, pageSize }: Progress): boolean {
  const total = ['total', 'total_count', 'totalCount', 'count', 'total_items', 'totalItems']
    .map((name) => partOf(body, name))
    .find((value) => typeof value === 'number');
  if (typeof total === 'number' && total > items) return true;
  const limit = findParameter(paging, ['limit', 'perpage', 'pagesize', 'size', 'count', 'maxresults', 'top']);
  const asked = limit === undefined ? Number.NaN : Number(paging.args[limit] ?? Number.NaN);
  return count >= (Number.isNaN(asked) ? pageSize : asked);
}

const startOf = ({ args }: Paging, name: string, usual: number): number => {
  const given = Number(args[name] ?? Number.NaN);
  return Number.isInteger(given) ? given : usual;
};
