/** A map of names that authors choose; nothing at all is an empty one. */
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
    message: `“${key}” is a map of names and values.`,
    expected: 'a map',
    actual: describeLocated(located),
  });
  return undefined;
}
