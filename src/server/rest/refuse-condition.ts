/** A condition that a way does not look at: what expects something is not done as if it expected nothing [W4.3]. */
import { type Refusal, refuse } from '../http/refusal.ts';
import { hasBody, type RestRoute } from './rest-routes.ts';

/** @param fields of the input of its operation */
export function refuseCondition(
  route: RestRoute,
  headers: Headers,
  fields: ReadonlyMap<string, unknown>,
): Refusal | undefined {
  const ignored = ignoredHeadersOf(route).filter((name) => headers.has(name));
  if (ignored.length === 0) return undefined;
  const { method, path } = route;
  return refuse(
    'invalid_request',
    `${method} ${path.replace('*}', '}')} does not look at ${ignored.join(' and ')}: nothing was done.`,
    { suggestedAction: adviceFor(route, fields) },
  );
}

/** A date that nothing has is no condition for those who only look: there it says nothing [RFC 9110, 13.1.4]. */
function ignoredHeadersOf({ method, isRevised }: RestRoute): readonly string[] {
  if (method === 'GET') return ['If-Match'];
  return isRevised === true ? ['If-Unmodified-Since'] : ['If-Match', 'If-None-Match', 'If-Unmodified-Since'];
}

function adviceFor(route: RestRoute, fields: ReadonlyMap<string, unknown>): string {
  if (route.method === 'GET') return 'Send the tags that you know as If-None-Match.';
  if (route.isRevised === true) return 'Send the ETag of the document as If-Match.';
  if (hasBody(route) && fields.has('revision')) return 'Send the revision that you expect as “revision”.';
  return 'Leave it out. What does not fit what is there now is refused with 409 anyway.';
}
