/** A map of names that authors choose; no value is an empty map. */
import { describeLocated, type LocatedMap, report, type ValueType } from '../../languages/index.ts';

export const mapOf = (values: Pick<ValueType<unknown>, 'schema' | 'label'>): ValueType<LocatedMap> => ({
  read(reporter, located, what) {
    if (located.kind === 'map') return located;
    if (located.kind === 'scalar' && located.value === null) return undefined;
    report(reporter, located, {
      rule: 'wrong-type',
      message: `“${what}” must be a map of names and values.`,
      expected: 'a map',
      actual: describeLocated(located),
    });
    return undefined;
  },
  schema: (refer) => ({ type: ['object', 'null'], additionalProperties: values.schema(refer) }),
  label: `map of ${values.label}`,
});
