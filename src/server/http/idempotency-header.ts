/** The header `Idempotency-Key`. It is defined with quotes; many clients leave them out. */
export function idempotencyKeyOf({ headers }: Request): string | undefined {
  const written = headers.get('idempotency-key');
  return written === null ? undefined : (/^"(.*)"$/s.exec(written)?.[1] ?? written);
}
