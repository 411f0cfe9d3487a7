/** Says why a query has no value. */
export function explainDynamic(error: unknown): string {
  return String(Object(error).message);
}
