/** The header `Idempotency-Key`. It is defined with quotes; many clients leave them out. */
import type { HttpRequest } from './http-request.ts';
export function idempotencyKeyOf({ headers }: Pick<HttpRequest, 'headers'>): string | undefined {
  const written = headers.get('idempotency-key');
  return written === null ? undefined : (/^"(.*)"$/s.exec(written)?.[1] ?? written);
}
