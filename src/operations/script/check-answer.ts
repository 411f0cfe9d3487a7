/** An answer in a script, held against what its question expects. */
import { describeType } from '../../expression/index.ts';
import {
  describe,
  findEntry,
  findType,
  isOfType,
  type Located,
  type Reporter,
  report,
  toJson,
} from '../../languages/index.ts';
import type { ExpectedField } from './script-names.ts';

export function checkAnswer(reporter: Reporter, located: Located, expects: readonly ExpectedField[]): void {
  if (expects.length === 0) return;
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'The answer is a map of what was asked for.',
      expected: expects.map(({ name }) => name).join(', '),
      actual: describe(located),
    });
    return;
  }
  for (const { name, type: typeName, required } of expects) {
    const value = findEntry(located, name)?.value;
    const type = findType(typeName) ?? findType('date');
    if (value === undefined) {
      if (required) {
        report(reporter, located, {
          rule: 'missing-key',
          message: `The answer needs “${name}”.`,
          expected: `${name}: ${typeName}`,
          actual: 'nothing',
        });
      }
    } else if (type !== undefined && !isOfType(toJson(value), type)) {
      report(reporter, value, {
        rule: 'wrong-type',
        message: `“${name}” should be ${describeType(type)}.`,
        expected: describeType(type),
        actual: describe(value),
      });
    }
  }
}
