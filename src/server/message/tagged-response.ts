/** A cacheable document with an ETag. */

import { createHash } from 'node:crypto';
import type { HttpRequest } from './http-request.ts';
import { HttpResponse } from './http-response.ts';

export interface TaggedDocument {
  readonly text: string;
  readonly type: string;
  /** `public, max-age=3600`. */
  readonly cacheControl: string;
  /** Changes whenever the text changes. Default: computed from the text. */
  readonly tag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function taggedResponse(request: HttpRequest, document: TaggedDocument): HttpResponse {
  const { text, type, cacheControl, tag = tagOf(text) } = document;
  const etag = `"${tag}"`;
  const headers = { ...document.headers, etag, 'cache-control': cacheControl };
  const known = request.headers.get('if-none-match')?.split(',') ?? [];
  const isKnown = known.some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
  if (isKnown) return new HttpResponse(null, { status: 304, headers });
  return new HttpResponse(text, { headers: { ...headers, 'content-type': type } });
}

const tagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
