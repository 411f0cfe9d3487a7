/** Reads a map of names that authors choose; no value is an empty map. */
import {
  describeLocated,
  type Located,
  type LocatedMap,
  type Reporter,
  report,
} from '../../languages/index.ts';

export function mapOf(reporter: Reporter, located: Located | undefined, key: string): LocatedMap | undefined {
  if (located === undefined || located.kind === 'map') return located;
  if (located.kind === 'scalar' && located.value === null) return undefined;
  report(reporter, located, {
    rule: 'wrong-type',
    message: `“${key}” must be a map of names and values.`,
    expected: 'a map',
    actual: describeLocated(located),
  });
  return undefined;
}
