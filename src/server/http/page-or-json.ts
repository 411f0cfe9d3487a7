/** Answers with JSON or, if the client accepts HTML, with a page. `Vary` keeps the two separate in caches. */
import type { HttpRequest } from '../message/http-request.ts';
import type { HttpResponse } from '../message/http-response.ts';
import { taggedResponse } from '../message/tagged-response.ts';
import { pageHeaders } from './status-page/page-headers.ts';

export interface PageAndJson {
  readonly page: () => string;
  readonly json: () => object;
}

export function pageOrJson(request: HttpRequest, { page, json }: PageAndJson): HttpResponse {
  const wantsPage = request.headers.get('accept')?.includes('text/html') === true;
  return taggedResponse(request, {
    text: wantsPage ? page() : JSON.stringify(json(), null, 2),
    type: wantsPage ? pageHeaders['content-type'] : 'application/json',
    cacheControl: 'public, max-age=3600',
    headers: { ...(wantsPage ? pageHeaders : {}), vary: 'accept' },
  });
}
