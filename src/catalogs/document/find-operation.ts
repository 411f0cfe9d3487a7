/** Finds the operation that a workflow calls: `search_flights` also matches `searchFlights` and `search-flights`. */
import type { ConnectorOperation } from '../../languages/workflow.ts';

/** @returns undefined also if several match: a guess could call the wrong one */
export function findOperation(
  operations: readonly ConnectorOperation[],
  called: string,
): ConnectorOperation | undefined {
  const exact = operations.find(({ name }) => name === called);
  if (exact !== undefined) return exact;
  const plain = plainName(called);
  const similar = operations.filter(({ name }) => plainName(name) === plain);
  return plain !== '' && similar.length === 1 ? similar[0] : undefined;
}

function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
