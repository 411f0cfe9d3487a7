/** `/openapi.json`: made when it is first asked for, since that takes a while and a start should not, and then kept. */
import { registry } from '../../operations/index.ts';
import type { Route, RouteOptions } from '../http/route.ts';
import { taggedResponse } from '../http/tagged-response.ts';
import { openapiDocument } from './openapi-document.ts';

export function createOpenapiRoute(options: RouteOptions): Route {
  let text: string | undefined;
  return {
    path: '/openapi.json',
    access: 'known',
    speaks: 'problem',
    methods: {
      GET({ request, note }) {
        note({ operation: 'openapi', code: null });
        text ??= JSON.stringify(openapiDocument(options, registry));
        return taggedResponse(request, {
          text,
          type: 'application/json',
          cacheControl: 'private, max-age=300',
        });
      },
    },
  };
}
