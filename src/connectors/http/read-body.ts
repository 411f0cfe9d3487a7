/** Converts a response body for a workflow: JSON as data, text as text, other bytes as base64. */
import type { Json } from '../../kernel/index.ts';
import type { HttpHeaders, HttpResponse } from './http-request.ts';

export interface BodyContent {
  /** Null if there was none. */
  readonly body: Json;
  /** Set if the body is not text. */
  readonly encoding?: 'base64';
}

export function readBody({ headers, body }: Pick<HttpResponse, 'headers' | 'body'>): BodyContent {
  if (body.length === 0) return { body: null };
  const { type, charset } = contentType(headers);
  const isJson = /^(application|text)\/json$|\+json$/.test(type);
  const text =
    isJson || isTextual(type) ? decode(body, charset) : type === '' ? decodeIfText(body) : undefined;
  if (text === undefined) return { body: body.toString('base64'), encoding: 'base64' };
  return { body: isJson ? parseJson(text) : text };
}

function contentType(headers: HttpHeaders): { type: string; charset: string } {
  const given = headers['content-type'];
  const [type = '', ...parameters] = (typeof given === 'string' ? given : '').toLowerCase().split(';');
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
  return { type: type.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8' };
}

const isTextual = (type: string): boolean =>
  /^text\/|^application\/(xml|javascript|ecmascript|yaml|x-yaml|graphql|sql|x-www-form-urlencoded|x-ndjson|jsonl)$|\+(xml|yaml)$/.test(
    type,
  );

/** It keeps no state between texts. */
const utf8 = new TextDecoder();

function decode(body: Buffer, charset: string): string {
  if (charset === 'utf-8') return utf8.decode(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return utf8.decode(body);
  }
}

function decodeIfText(body: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** If the content type is wrong, the body is a text. */
function parseJson(text: string): Json {
  try {
    const value: Json = JSON.parse(text);
    return isDeeperThan(value, maxDepth) ? text : value;
  } catch {
    return text;
  }
}

/** Deeper data could overflow the stack of code that walks it. */
const maxDepth = 100;

/** Ends at that depth, so that it cannot overflow the stack. */
function isDeeperThan(value: Json, levels: number): boolean {
  if (levels < 0) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((each: Json) => isDeeperThan(each, levels - 1));
  for (const name in value) if (isDeeperThan((value as JsonFields)[name] ?? null, levels - 1)) return true;
  return false;
}

type JsonFields = { readonly [name: string]: Json };
