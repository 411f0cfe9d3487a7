/** A condition that a way does not look at: what expects something is not done as if it expected nothing [W4.3]. */
import { type Refusal, refuse } from '../http/refusal.ts';
import { hasBody, type RestWay } from './rest-ways.ts';

/** @param fields of the input of its operation */
export function refuseCondition(
  way: RestWay,
  headers: Headers,
  fields: ReadonlyMap<string, unknown>,
): Refusal | undefined {
  const unheard = unheardBy(way).filter((name) => headers.has(name));
  if (unheard.length === 0) return undefined;
  const { method, path } = way;
  return refuse(
    'invalid_request',
    `${method} ${path.replace('*}', '}')} does not look at ${unheard.join(' and ')}: nothing was done.`,
    { suggestedAction: adviceFor(way, fields) },
  );
}

/** A date that nothing has is no condition for those who only look: there it says nothing [RFC 9110, 13.1.4]. */
function unheardBy({ method, isRevised }: RestWay): readonly string[] {
  if (method === 'GET') return ['If-Match'];
  return isRevised === true ? ['If-Unmodified-Since'] : ['If-Match', 'If-None-Match', 'If-Unmodified-Since'];
}

function adviceFor(way: RestWay, fields: ReadonlyMap<string, unknown>): string {
  if (way.method === 'GET') return 'Send the tags that you know as If-None-Match.';
  if (way.isRevised === true) return 'Send the ETag of the document as If-Match.';
  if (hasBody(way) && fields.has('revision')) return 'Send the revision that you expect as “revision”.';
  return 'Leave it out. What does not fit what is there now is refused with 409 anyway.';
}
