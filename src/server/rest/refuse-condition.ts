/** Refuses a precondition that a route does not support: the request must not be performed as if it had none [W4.3]. */
import { hasBody, type RestRoute } from '../../operations/index.ts';
import { shownPath } from '../errors/name-for-rest.ts';
import type { HttpHeaders } from '../message/http-request.ts';
import { type Refusal, refuse } from '../message/refusal.ts';

/** @param fields of the input of its operation */
export function refuseCondition(
  route: RestRoute,
  headers: HttpHeaders,
  fields: ReadonlyMap<string, unknown>,
): Refusal | undefined {
  const ignored = ignoredHeadersOf(route).filter((name) => headers.has(name.toLowerCase()));
  if (ignored.length === 0) return undefined;
  const { method, path } = route;
  return refuse(
    'invalid_request',
    `${method} ${shownPath(path)} does not support ${ignored.join(' and ')}: nothing was done.`,
    { suggestedAction: adviceFor(route, fields) },
  );
}

/** A date without a counterpart is not a precondition for reads: there it is ignored [RFC 9110, 13.1.4]. */
function ignoredHeadersOf({ method, isRevised }: RestRoute): readonly string[] {
  if (method === 'GET') return ['If-Match'];
  return isRevised === true ? ['If-Unmodified-Since'] : ['If-Match', 'If-None-Match', 'If-Unmodified-Since'];
}

function adviceFor(route: RestRoute, fields: ReadonlyMap<string, unknown>): string {
  if (route.method === 'GET') return 'Send the known ETags as If-None-Match.';
  if (route.isRevised === true) return 'Send the ETag of the document as If-Match.';
  if (hasBody(route) && fields.has('revision')) return 'Send the expected revision as “revision”.';
  return 'Leave it out. A conflicting request is refused with 409 anyway.';
}
