/** `/openapi.json`: created on the first request, since that takes a while and would delay the start, and then cached. */
import type { Route, RouteOptions } from '../http/contract/route.ts';
import { taggedResponse } from '../message/tagged-response.ts';
import { openapiDocument } from './openapi-document.ts';

export function createOpenapiRoute(options: RouteOptions): Route {
  let written: Promise<string> | undefined;
  const isDevelopment = options.isDevelopment && options.localToken === undefined;
  const write = async (): Promise<string> =>
    JSON.stringify(await openapiDocument({ ...options, isDevelopment }, options.registry));
  return {
    path: '/openapi.json',
    access: 'known',
    errorFormat: 'problem',
    methods: {
      async GET(context) {
        const { request } = context;
        context.note({ operation: 'openapi', code: null });
        written ??= write();
        return taggedResponse(request, {
          text: await written,
          type: 'application/json',
          cacheControl: 'private, max-age=300',
        });
      },
    },
  };
}
