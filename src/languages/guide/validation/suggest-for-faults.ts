/** What to change in data, by the faults that were found in it. */
import type { SchemaFault } from './explain-errors.ts';
export function suggestForFaults(faults: readonly SchemaFault[]): readonly string[] {
  return faults.slice(0, 5).map((f) => `${f.path}: ${f.expected}`);
}
