/** Reads the pages of a list one after the other, into a result of the form of one page. */
import type { ApiRequest } from '../../catalogs/index.ts';
import type { Type } from '../../expression/index.ts';
import type { Failure, Json } from '../../kernel/index.ts';
import { partOf } from '../../languages/index.ts';
import type { ConnectorOutcome } from '../../runtime/index.ts';
import type { HttpRequest, HttpResponse } from '../http/http-request.ts';
import { nextPage, type Page, type Paging } from './next-page.ts';

/** A page, with its result. */
export type Got =
  | {
      readonly kind: 'got';
      readonly request: Pick<HttpRequest, 'url'>;
      readonly response: Pick<HttpResponse, 'headers' | 'body'>;
      readonly result: Json;
    }
  | { readonly kind: 'over'; readonly outcome: Exclude<ConnectorOutcome, { kind: 'succeeded' }> };

const maxItems = 10_000;
const maxBytes = 16_777_216;

export async function readPages(
  get: (request: ApiRequest) => Promise<Got>,
  paging: Paging,
  max: number,
): Promise<Got> {
  const first = await get(paging.first);
  if (first.kind === 'over') return first;
  const list = listIn(first.result, declaredList(paging.result));
  if (list === undefined) return first;
  const items = [...list.items];
  const pageSize = items.length;
  const seen = new Set([keyOf(paging.first)]);
  let bytes = first.response.body.length;
  let last = first;
  let page: Page = { url: first.request.url, headers: first.response.headers, body: first.result, items };
  for (let pages = 1; pages < max; pages += 1) {
    const next = nextPage(paging, page, { pages, items: items.length, pageSize });
    if (next.kind === 'end' || seen.has(keyOf(next.request))) break;
    seen.add(keyOf(next.request));
    const got = await get(next.request);
    if (got.kind === 'over') return ofPage(pages + 1, got);
    const found = list.field === '' ? got.result : (partOf(got.result, list.field) ?? null);
    if (!isList(found)) return ofPage(pages + 1, over(noList(list.field)));
    const isRepeated = next.isCounted && JSON.stringify(found) === JSON.stringify(page.items);
    bytes += got.response.body.length;
    if (isRepeated || items.length + found.length > maxItems || bytes > maxBytes) break;
    items.push(...found);
    last = got;
    page = { url: got.request.url, headers: got.response.headers, body: got.result, items: found };
    if (next.isCounted && found.length === 0) break;
  }
  // What the last page says of the next one stays.
  return { ...last, result: list.field === '' ? items : { ...Object(last.result), [list.field]: items } };
}

const keyOf = ({ path, query, headers }: ApiRequest): string => JSON.stringify([path, query, headers]);

interface ListIn {
  /** Empty if the page is a list itself. */
  readonly field: string;
  readonly items: readonly Json[];
}

const usualFields = ['items', 'results', 'data', 'values', 'value', 'entries', 'list', 'records'];

/** The only list of objects in a result, as its document describes it. */
function declaredList(type: Type | undefined): string | undefined {
  const fields = type?.kind === 'object' ? type.fields : [];
  const lists = fields.filter(({ type: of }) => of.kind === 'list' && of.of.kind === 'object');
  return lists.length === 1 ? lists[0]?.name : undefined;
}

function listIn(page: Json, declared: string | undefined): ListIn | undefined {
  if (isList(page)) return { field: '', items: page };
  const said = declared === undefined ? null : (partOf(page, declared) ?? null);
  if (declared !== undefined && isList(said)) return { field: declared, items: said };
  if (typeof page !== 'object' || page === null) return undefined;
  const lists = Object.entries(page).flatMap(([field, items]) => (isList(items) ? [{ field, items }] : []));
  const ofObjects = lists.filter(({ items }) => items.every(isObject));
  if (ofObjects.length === 1) return ofObjects[0];
  const usual = usualFields.flatMap((name) => lists.find(({ field }) => field === name) ?? []);
  return usual[0] ?? (lists.length === 1 ? lists[0] : undefined);
}

const isList = (json: Json): json is readonly Json[] => Array.isArray(json);
const isObject = (json: Json): boolean => typeof json === 'object' && json !== null && !isList(json);

const noList = (field: string): Failure => ({
  code: 'unexpected-response',
  message: field === '' ? 'It is not a list.' : `It has no list “${field}”.`,
  retryable: false,
});

const over = (failure: Failure): Got => ({ kind: 'over', outcome: { kind: 'failed', failure } });

function ofPage(number: number, got: Got): Got {
  if (got.kind !== 'over' || got.outcome.kind !== 'failed') return got;
  const { failure } = got.outcome;
  return over({ ...failure, message: `Page ${number}: ${failure.message}` });
}
